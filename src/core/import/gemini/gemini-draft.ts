import type { PriceTable } from '../../session/cost.ts';
import { BranchEvents, branchCreated } from '../draft-events.ts';
import { shortCopy, titleLine } from '../foreign-value.ts';
import { ListedChain } from '../listed-chain.ts';
import type { ReaderOptions } from '../source-info.ts';
import { branchAnchor, messageAnchor, type TranscriptDraft } from '../transcript-draft.ts';
import type { UnknownRows } from '../unknown-rows.ts';
import { conversationTitle, type GeminiConversation, type GeminiMessage } from './gemini-conversation.ts';

/** One branch for each conversation, and one for each part that a rewind took away. */
export function geminiDraft(
  files: readonly GeminiConversation[],
  unknown: UnknownRows,
  { prices, live, holdLast }: ReaderOptions,
): TranscriptDraft {
  const main = files[0];
  const chains: ListedChain[] = [];
  for (const [index, file] of files.entries()) {
    const isMain = index === 0;
    const id = isMain ? 'root' : `${file.isSubagent ? 'subagent' : 'root'}-${index + 1}`;
    const parent = !isMain && file.isSubagent ? 'root' : null;
    const kind = parent === null ? 'root' : 'subagent';
    const title = conversationTitle(file) ?? (isMain ? 'Conversation' : file.name);
    const chain = new ListedChain(
      branchCreated({ id, parent, kind, title, root: file.root }),
      parent && branchAnchor(parent),
    );
    const messages = [...file.messages.values()];
    // A message may be written again with its tokens and results.
    if (holdLast && messages.at(-1)?.type === 'gemini') messages.pop();
    addMessages(chain, messages, { prices, isLane: parent !== null, startAt: file.startAt });
    if (!live) addEnd(chain, [...file.messages.values()], file.startAt);
    chains.push(chain);
    chains.push(...rewoundChains(file, id, prices));
  }
  const all = files.flatMap(({ messages, rewound }) => [
    ...messages.values(),
    ...rewound.flatMap((each) => each.messages),
  ]);
  return {
    tool: 'gemini-cli',
    foreignId: main?.sessionId ?? null,
    title: (main && conversationTitle(main)) ?? 'Gemini CLI session',
    root: main?.root ?? '',
    gitBranch: null,
    provider: 'gemini',
    model: all.find(({ model }) => model !== null)?.model ?? 'unknown',
    timesKnown: all.length === 0 || all.some(({ at }) => at !== null),
    usageKnown: true,
    chains,
    notices: unknown.notices(),
    problems: [],
  };
}

/** The parts of a conversation that rewinds took away: dead branches, which may start from each other. */
function rewoundChains(file: GeminiConversation, parent: string, prices: PriceTable | null): ListedChain[] {
  const name = (number: number) => `${parent === 'root' ? '' : `${parent}-`}rewound-${number + 1}`;
  const branchOf = new Map<string, { branch: string; message: GeminiMessage }>();
  for (const message of file.messages.values()) branchOf.set(message.id, { branch: parent, message });
  for (const [number, { messages }] of file.rewound.entries()) {
    for (const message of messages)
      if (!branchOf.has(message.id)) branchOf.set(message.id, { branch: name(number), message });
  }
  return file.rewound.map(({ after, messages }, number) => {
    const id = name(number);
    const from = after === null ? undefined : branchOf.get(after);
    const forkPoint = from && {
      branch: from.branch,
      messageId: from.message.results === null ? from.message.id : `${from.message.id}-results`,
    };
    const prompt = messages.find(({ type }) => type === 'user');
    const created = branchCreated({
      id,
      parent: from?.branch ?? parent,
      kind: 'fork',
      title: `Rewound: ${prompt ? titleLine(prompt.text) : 'messages'}`,
      forkPoint: forkPoint ?? null,
      root: file.root,
      leftOut: 'abandoned',
    });
    const chain = new ListedChain(created, forkPoint ? messageAnchor(forkPoint.messageId) : branchAnchor(parent));
    // A message may have been written again after the rewind, under the same id.
    const idOf = (message: string) => (branchOf.get(message)?.branch === id ? message : `${id}-${message}`);
    addMessages(chain, messages, { prices, isLane: false, startAt: null, idOf });
    chain.add(
      new BranchEvents(id, prices).ended(
        chain.lastAt,
        'interrupted',
        'A person rewound the conversation past it.',
        null,
      ),
    );
    return chain;
  });
}

function addMessages(
  chain: ListedChain,
  messages: readonly GeminiMessage[],
  options: { prices: PriceTable | null; isLane: boolean; startAt: number | null; idOf?: (id: string) => string },
): void {
  const make = new BranchEvents(chain.created.branch, options.prices);
  let before = options.startAt;
  let model = 'unknown';
  for (const [index, message] of messages.entries()) {
    const { at, type, text } = message;
    const id = options.idOf?.(message.id) ?? message.id;
    if (type === 'notice') {
      chain.add(make.notice(at, message.level, text));
    } else if (type === 'user') {
      if (!options.isLane) chain.add(make.turn(at));
      chain.add(make.message(at, id, 'user', options.isLane && index === 0 ? 'fork-start' : 'person', [message.parts]));
    } else {
      model = message.model ?? model;
      chain.add(make.requestStarted(before ?? at, id, model));
      chain.add(make.requestEnded(at, { id, model, usage: message.usage, finishReason: 'unknown' }));
      chain.add(make.message(at, id, 'model', 'model', [message.parts]));
      for (const call of message.calls) {
        chain.add(make.toolStarted(call.at ?? at, call.callId, call.name, call.title));
        if (call.status !== null) chain.add(make.toolEnded(call.at ?? at, call.callId, call.status));
      }
      const resultsAt = message.resultsAt ?? at;
      if (message.results !== null)
        chain.add(make.message(resultsAt, `${id}-results`, 'user', 'tools', [message.results]));
    }
    before = message.resultsAt ?? at ?? before;
  }
}

function addEnd(chain: ListedChain, messages: readonly GeminiMessage[], startAt: number | null): void {
  const make = new BranchEvents(chain.created.branch, null);
  const last = messages.findLast(({ type }) => type !== 'notice');
  const at = chain.lastAt ?? startAt;
  if (!last) {
    chain.add(make.ended(at, 'completed', 'The transcript holds no messages.', null));
  } else if (last.type === 'user') {
    chain.add(make.ended(at, 'interrupted', 'The transcript ends before an answer.', null));
  } else if (last.calls.length > 0 || last.text === '') {
    chain.add(make.ended(at, 'interrupted', 'The transcript ends before a final answer.', null));
  } else {
    chain.add(make.ended(at, 'completed', null, shortCopy(last.text, 4_000)));
  }
}
