import { plan } from '../planner/plan.ts';
import type { WireContent, WirePart } from '../wire.ts';
import { SESSION_TOOLS, type ToolResponse } from './tool-executor.ts';

export interface MadeCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A conversation with the planner alone: no server, no latency; the test answers the calls. */
export class Talk {
  readonly contents: WireContent[] = [];
  readonly #tools: readonly string[];

  constructor(tools: readonly string[] = SESSION_TOOLS.map(({ name }) => name)) {
    this.#tools = tools;
  }

  /** Adds a user message of texts; right after calls it needs `answer` instead. */
  say(...texts: string[]): this {
    this.contents.push({ role: 'user', parts: texts.map((text) => ({ text })) });
    return this;
  }

  /** Asks for one answer and keeps it. */
  next(): { readonly said: string; readonly calls: readonly MadeCall[] } {
    const functionDeclarations = this.#tools.map((name) => ({ name }));
    const { parts } = plan({ contents: this.contents, tools: [{ functionDeclarations }] });
    const calls = parts.flatMap((part) => (part.type === 'call' ? [{ name: part.name, args: part.args }] : []));
    const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    const wire: WirePart[] = [
      ...(said === '' ? [] : [{ text: said }]),
      ...calls.map(({ name, args }, index) => ({
        functionCall: { id: `${this.contents.length}-${index}`, name, args: { ...args } },
      })),
    ];
    this.contents.push({ role: 'model', parts: wire });
    return { said, calls };
  }

  /** Answers the open calls, and says something in the same message. */
  answer(respond: (call: MadeCall) => ToolResponse, ...texts: string[]): this {
    const open = this.contents.at(-1)?.parts ?? [];
    const responses = open.flatMap(({ functionCall: call }) => {
      if (!call) return [];
      const response = { ...respond({ name: call.name, args: call.args ?? {} }) };
      return [{ functionResponse: { ...(call.id === undefined ? {} : { id: call.id }), name: call.name, response } }];
    });
    this.contents.push({ role: 'user', parts: [...responses, ...texts.map((text) => ({ text }))] });
    return this;
  }

  /** Goes on until the planner asks for nothing more. Gives its last words and all calls that it made on the way. */
  run(respond: (call: MadeCall) => ToolResponse): { readonly said: string; readonly calls: readonly MadeCall[] } {
    const made: MadeCall[] = [];
    for (let step = 0; step < 60; step += 1) {
      const { said, calls } = this.next();
      if (calls.length === 0) return { said, calls: made };
      made.push(...calls);
      this.answer(respond);
    }
    throw new Error('The planner did not end within 60 steps.');
  }
}

/** A short form of calls for comparing: "read_file a.js". */
export function brief(calls: readonly MadeCall[]): string[] {
  return calls.map(({ name, args }) =>
    `${name} ${String(args.path ?? args.command ?? args.pattern ?? args.description ?? '')}`.trim(),
  );
}
