import type { Part } from '../../session/message.ts';
import type { Usage } from '../../session/usage.ts';
import { anthropicParts } from '../claude/anthropic-parts.ts';
import { BranchEvents, branchCreated } from '../draft-events.ts';
import {
  countsAt,
  dollarsAt,
  isRow,
  type Row,
  rowAt,
  rowsAt,
  shortCopy,
  textAt,
  timeOf,
  titleLine,
} from '../foreign-value.ts';
import { ListedChain } from '../listed-chain.ts';
import { printOf } from '../row-print.ts';
import { NO_FILE, type ReaderOptions, type SourceFile, type Translator } from '../source-info.ts';
import { toolTitle } from '../tool-title.ts';
import {
  branchAnchor,
  callAnchor,
  type DraftEvent,
  type PartStore,
  type TranscriptDraft,
} from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';

interface SdkSession {
  readonly name: string;
  readonly agentId: string | null;
  header: Row;
  readonly messages: Row[];
}

/** The tag that the SDK wraps a person's words in. */
const USER_INPUT = /<user_input[^>]*>([\s\S]*?)<\/user_input>/;

/** Reads sessions of the Cline SDK: `messages.json` of the lead and of its subagents, and the session's manifest. */
export class ClineSdkReader implements Translator<TranscriptDraft> {
  readonly #store: PartStore;
  readonly #options: ReaderOptions;
  readonly #sessions: SdkSession[] = [];
  readonly #unknown = new UnknownRows();
  #manifest: Row = {};
  #file: SourceFile = NO_FILE;
  #current: SdkSession | null = null;
  /** Where the messages of the present file stand, by id. */
  readonly #places = new Map<string, number>();

  constructor(store: PartStore, options: ReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  begin(file: SourceFile): void {
    this.#file = file;
    this.#current = null;
    this.#places.clear();
    if (!file.fileName.endsWith('.messages.json')) return;
    this.#current = { name: file.name, agentId: file.agentId, header: {}, messages: [] };
    this.#sessions.push(this.#current);
  }

  row(row: Row, line: number): void {
    if (row.role === 'user' || row.role === 'assistant') {
      this.#keep(row);
    } else if ('session_id' in row) {
      this.#manifest = row;
    } else if (this.#current && ('messages' in row || 'sessionId' in row)) {
      this.#current.header = row;
    } else {
      this.#unknown.add(textAt(row, 'role') ?? textAt(row, 'type') ?? 'no type', line, row, this.#file.name);
    }
  }

  /** A message that was written again counts once, as it was last written. */
  #keep(row: Row): void {
    const messages = this.#current?.messages ?? [];
    const id = textAt(row, 'id');
    const known = id === null ? undefined : this.#places.get(id);
    if (known !== undefined && messages[known] !== undefined) {
      messages[known] = row;
      return;
    }
    const last = messages.at(-1);
    if (id === null && last && printOf(last) === printOf(row)) return;
    if (id !== null) this.#places.set(id, messages.length);
    messages.push(row);
  }

  finish(): TranscriptDraft {
    const manifest = this.#manifest;
    const root = textAt(manifest, 'workspace_root') ?? textAt(manifest, 'cwd') ?? '';
    const calls = new Map<string, string>();
    const chains = this.#sessions.map((session, index) => this.#chain(session, index, root, calls));
    const title =
      textAt(rowAt(manifest, 'metadata'), 'title') ?? textAt(manifest, 'prompt') ?? chains[0]?.created.title;
    const all = this.#sessions.flatMap(({ messages }) => messages);
    return {
      tool: 'cline',
      foreignId: textAt(manifest, 'session_id') ?? textAt(this.#sessions[0]?.header ?? {}, 'sessionId'),
      title: titleLine(title ?? '') || 'Cline session',
      root,
      gitBranch: null,
      provider: textAt(manifest, 'provider') ?? 'unknown',
      model:
        textAt(manifest, 'model') ?? all.flatMap((row) => textAt(rowAt(row, 'modelInfo'), 'id') ?? [])[0] ?? 'unknown',
      timesKnown: all.length === 0 || all.some(({ ts }) => timeOf(ts) !== null),
      usageKnown: all.length === 0 || all.some(({ metrics }) => isRow(metrics)),
      chains,
      notices: this.#unknown.notices(),
      problems: [],
    };
  }

  #chain(session: SdkSession, index: number, root: string, calls: Map<string, string>): ListedChain {
    const isChild =
      index > 0 &&
      (session.agentId !== null || session.header.agent === 'subagent' || session.header.agent === 'teammate');
    const id = index === 0 ? 'root' : (session.agentId ?? `agent-${index + 1}`);
    const origin = rowAt(session.header, 'origin');
    const callId = textAt(origin, 'toolCallId');
    const known = callId !== null && calls.has(callId);
    const parent = isChild ? (known ? (calls.get(callId) ?? 'root') : 'root') : null;
    const words = session.messages.find(({ role }) => role === 'user');
    const text = words ? shownText(words) : '';
    const title = titleLine(text) || (index === 0 ? 'Conversation' : session.name);
    const kind = isChild ? 'subagent' : 'root';
    const created = branchCreated({
      id,
      parent,
      kind,
      title,
      root,
      callId: known ? callId : null,
      directive: isChild ? shortCopy(text, 4_000) : null,
    });
    const chain = new ListedChain(created, parent === null ? null : known ? callAnchor(callId) : branchAnchor(parent));
    const make = new BranchEvents(id, this.#options.prices);
    let before: number | null = null;
    for (const [number, row] of session.messages.entries()) {
      this.#message(chain, make, row, number, isChild, before, calls);
      before = timeOf(row.ts) ?? before;
    }
    if (!this.#options.live) chain.add(endOf(make, session, chain.lastAt));
    return chain;
  }

  #message(
    chain: ListedChain,
    make: BranchEvents,
    row: Row,
    number: number,
    isChild: boolean,
    before: number | null,
    calls: Map<string, string>,
  ): void {
    const at = timeOf(row.ts);
    const id = textAt(row, 'id') ?? `${make.branch}-${number + 1}`;
    const parts = anthropicParts(row.content, () => '').map(unwrapped);
    const handle = this.#store.put(parts);
    if (row.role === 'assistant') {
      const model = textAt(rowAt(row, 'modelInfo'), 'id') ?? 'unknown';
      const metrics = isRow(row.metrics) ? row.metrics : null;
      const statedCost = metrics ? dollarsAt(metrics, 'cost') : undefined;
      const usage = metrics && usageOf(metrics);
      const cost = statedCost === undefined ? {} : { statedCost };
      chain.add(
        make.requestStarted(before ?? at, id, model),
        make.requestEnded(at, { id, model, usage, finishReason: 'unknown', ...cost }),
      );
      chain.add(make.message(at, id, 'model', 'model', [handle]));
      for (const part of parts) {
        if (part.kind !== 'call' || calls.has(part.callId)) continue;
        calls.set(part.callId, make.branch);
        chain.add(make.toolStarted(at, part.callId, part.name, toolTitle(part.name, part.args)));
      }
      return;
    }
    const results = parts.flatMap((part) => (part.kind === 'result' ? [part] : []));
    const isHidden = rowAt(row, 'metadata').displayRole === 'system';
    for (const { callId, isError } of results)
      if (calls.get(callId) === make.branch) chain.add(make.toolEnded(at, callId, isError ? 'error' : 'ok'));
    if (results.length === 0 && !isHidden && !isChild) chain.add(make.turn(at));
    const author =
      results.length > 0 ? 'tools' : isChild && number === 0 ? 'fork-start' : isHidden ? 'notification' : 'person';
    chain.add(make.message(at, id, 'user', author, [handle]));
  }
}

function usageOf(metrics: Row): Usage | null {
  const counts = countsAt(metrics, ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens']);
  if (!counts) return null;
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = counts;
  return {
    input: inputTokens,
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
    output: outputTokens,
    thoughts: 0,
  };
}

function unwrapped(part: Part): Part {
  if (part.kind !== 'text') return part;
  const inner = USER_INPUT.exec(part.text)?.[1];
  return inner === undefined ? part : { ...part, text: inner };
}

function shownText(row: Row): string {
  const content =
    typeof row.content === 'string'
      ? row.content
      : (rowsAt(row, 'content').flatMap((block) => textAt(block, 'text') ?? [])[0] ?? '');
  return USER_INPUT.exec(content)?.[1] ?? content;
}

function endOf(make: BranchEvents, session: SdkSession, at: number | null): DraftEvent {
  const last = session.messages.at(-1);
  if (!last) return make.ended(at, 'completed', 'The transcript holds no messages.', null);
  const blocks = rowsAt(last, 'content');
  const text =
    typeof last.content === 'string' ? last.content : blocks.flatMap((block) => textAt(block, 'text') ?? []).join('\n');
  if (last.role === 'assistant' && text !== '' && !blocks.some(({ type }) => type === 'tool_use'))
    return make.ended(at, 'completed', null, shortCopy(text, 4_000));
  return make.ended(at, 'interrupted', 'The transcript ends before a final answer.', null);
}
