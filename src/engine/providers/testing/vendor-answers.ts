import type { ServerResponse } from 'node:http';

/** What a fake model says, in no vendor's words. */
export interface Script {
  readonly thought?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: string }[];
}

/** Starts a server-sent stream, or goes on with it. `[DONE]` and comments are written by the caller. */
export function sendEvents(response: ServerResponse, events: readonly object[], named: boolean): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const event of events) {
    const name = named && 'type' in event ? `event: ${event.type}\n` : '';
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
}

/** One event of a chat completion, framed as OpenAI frames it. */
export function completion(delta: object, finishReason: string | null = null, more: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_795_000_000,
    model: 'fake',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    ...more,
  };
}

/** The event that ends a completion with its usage: no choice stands in it. */
export function usageEvent(usage: object): object {
  return { ...completion({}), choices: [], usage };
}

/** A whole chat completion: role, thought, text, calls (their arguments in pieces), finish, usage, `[DONE]`. */
export function answerCompletion(response: ServerResponse, script: Script, usage: object | null = null): void {
  const { thought, text, calls = [] } = script;
  sendEvents(
    response,
    [
      completion({ role: 'assistant', content: null }),
      ...(thought === undefined ? [] : pieces(thought).map((reasoning_content) => completion({ reasoning_content }))),
      ...(text === undefined ? [] : pieces(text).map((content) => completion({ content }))),
      ...calls.flatMap(({ id, name, args }, index) => [
        completion({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...pieces(args).map((piece) => completion({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      completion({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      ...(usage === null ? [] : [usageEvent(usage)]),
    ],
    false,
  );
  response.end('data: [DONE]\n\n');
}

/** The events of one message of Claude, with the blocks given as they begin and the deltas that fill them. */
export function claudeEvents(
  blocks: readonly { readonly start: object; readonly deltas: readonly object[] }[],
  stopReason: string | null,
  usage: { readonly start: object; readonly end: object } = { start: {}, end: {} },
): object[] {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 1, ...usage.start },
  };
  return [
    { type: 'message_start', message },
    { type: 'ping' },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    ...(stopReason === null
      ? []
      : [
          {
            type: 'message_delta',
            delta: { stop_reason: stopReason, stop_sequence: null },
            usage: { output_tokens: 5, ...usage.end },
          },
          { type: 'message_stop' },
        ]),
  ];
}

export function claudeBlocks({ thought, text, calls = [] }: Script) {
  return [
    ...(thought === undefined
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...pieces(thought).map((thinking) => ({ type: 'thinking_delta', thinking })),
              { type: 'signature_delta', signature: 'c2lnbmVk' },
            ],
          },
        ]),
    ...(text === undefined
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
          },
        ]),
    ...calls.map(({ id, name, args }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: ['', ...pieces(args)].map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ];
}

/** A whole message of Claude. */
export function answerClaude(response: ServerResponse, script: Script): void {
  const stopReason = (script.calls ?? []).length > 0 ? 'tool_use' : 'end_turn';
  sendEvents(response, claudeEvents(claudeBlocks(script), stopReason), true);
  response.end();
}

/** A text in pieces that break wherever seven characters end: in words, in escapes, in JSON. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}

/** A refusal as it stands in HTTP: a status, headers, a JSON body. */
export function refuse(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
