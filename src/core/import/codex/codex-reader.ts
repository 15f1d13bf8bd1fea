import { boundedValue } from '../bounded-value.ts';
import { type Row, rowAt, shortCopy, textAt, timeOf } from '../foreign-value.ts';
import type { ReaderOptions, SourceFile, Translator } from '../source-info.ts';
import { toolTitle } from '../tool-title.ts';
import type { PartStore, TranscriptDraft } from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';
import { codexDraft } from './codex-draft.ts';
import { type CodexItem, codexItem } from './codex-items.ts';
import type { CodexRollout, KeptItem } from './codex-rollout.ts';

/** Reads Codex rollouts: one file a session; a fork's file first replays its parent's. */
export class CodexReader implements Translator<TranscriptDraft> {
  readonly #store: PartStore;
  readonly #options: ReaderOptions;
  readonly #rollouts: CodexRollout[] = [];
  readonly #unknown = new UnknownRows();
  #current: CodexRollout = newRollout('', false);
  #serial = 0;

  constructor(store: PartStore, options: ReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  begin(file: SourceFile): void {
    this.#current = newRollout(file.name, file.isContext);
    this.#rollouts.push(this.#current);
  }

  row(row: Row, line: number): void {
    const rollout = this.#current;
    const item = codexItem(row);
    const at = timeOf(row.timestamp);
    rollout.hasEnvelope ||= 'payload' in row;
    rollout.hasEvents ||= row.type === 'event_msg';
    if (item.kind === 'meta') {
      if (rollout.metas++ === 0) this.#identify(item.payload, at);
    } else if (item.kind === 'unknown') {
      this.#unknown.add(item.name, line, row, rollout.name);
    }
    if (item.kind === 'context' && rollout.cwd === '') rollout.cwd = item.cwd ?? '';
    // The first row is the rollout's own name card; a parent's card inside it is replayed like every other row.
    if (item.kind === 'meta' && rollout.metas === 1) return;
    const isCompared = this.#options.related || rollout.forkedFrom !== null;
    const print = isCompared && rollout.hasEnvelope ? printOf(row.payload) : null;
    rollout.items.push({ at, print, ...this.#kept(item) });
  }

  finish(): TranscriptDraft {
    return codexDraft(this.#rollouts, this.#unknown, this.#options);
  }

  #identify(payload: Row, at: number | null): void {
    const rollout = this.#current;
    rollout.id = textAt(payload, 'id');
    rollout.forkedFrom = textAt(payload, 'forked_from_id');
    rollout.parentThread = textAt(payload, 'parent_thread_id');
    rollout.cwd = textAt(payload, 'cwd') ?? '';
    rollout.gitBranch = textAt(rowAt(payload, 'git'), 'branch');
    rollout.provider = textAt(payload, 'model_provider');
    rollout.startAt = timeOf(payload.timestamp) ?? at;
  }

  #kept(
    item: CodexItem,
  ): KeptItem extends infer K ? (K extends { at: unknown; print: unknown } ? Omit<K, 'at' | 'print'> : never) : never {
    const store = this.#store;
    switch (item.kind) {
      case 'meta':
      case 'unknown':
      case 'silent':
        return { kind: 'silent' };
      case 'user':
        return {
          kind: 'user',
          parts: store.put(item.parts),
          text: shortCopy(item.text, 4_000),
          isContext: item.isContext,
        };
      case 'model': {
        const parts = item.parts.length > 0 ? store.put(item.parts) : null;
        return { kind: 'model', parts, text: shortCopy(item.text, 4_000) };
      }
      case 'call': {
        const callId = item.callId ?? `unnamed-call-${++this.#serial}`;
        const { name, args, isAnswered } = item;
        const parts = store.put([{ kind: 'call', callId, name, args }]);
        return { kind: 'call', callId, name, title: toolTitle(name, args), parts, isAnswered };
      }
      case 'output': {
        const { callId, exitCode, failed } = item;
        return { kind: 'output', callId, parts: store.put(item.text), exitCode, failed };
      }
      case 'turn':
        return { kind: 'turn' };
      case 'context':
        return { kind: 'context', model: item.model };
    }
    return item;
  }
}

/** Tells payloads apart, in a few bytes: their length, and a checksum (FNV-1a) of their beginning. */
function printOf(payload: unknown): string {
  const text = JSON.stringify(boundedValue(payload)) ?? '';
  let sum = 0x811c9dc5;
  for (let at = 0; at < Math.min(text.length, 4_000); at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${sum}`;
}

function newRollout(name: string, isContext: boolean): CodexRollout {
  return {
    name,
    isContext,
    id: null,
    forkedFrom: null,
    parentThread: null,
    cwd: '',
    gitBranch: null,
    startAt: null,
    provider: null,
    hasEnvelope: false,
    hasEvents: false,
    items: [],
    metas: 0,
  };
}
