import { type Row, rowAt, shortCopy, textAt, timeOf } from '../foreign-value.ts';
import { printOf } from '../row-print.ts';
import type { ReaderOptions, SourceFile, Translator } from '../source-info.ts';
import { toolTitle } from '../tool-title.ts';
import type { PartStore, TranscriptDraft } from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';
import { codexDraft } from './codex-draft.ts';
import { type CodexItem, codexItem } from './codex-items.ts';
import { CodexRepeats } from './codex-repeats.ts';
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
    const item = codexItem(row);
    const at = timeOf(row.timestamp);
    if (item.kind === 'meta' && this.#current.metas === 0) this.#goOnWith(textAt(item.payload, 'id'));
    const rollout = this.#current;
    const print = printOf(row.payload ?? row);
    if (rollout.repeats.isRepeat(row, item, print, rollout.forkedFrom !== null)) return;
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
    rollout.items.push({ at, print: isCompared && rollout.hasEnvelope ? print : null, ...this.#kept(item) });
  }

  finish(): TranscriptDraft {
    return codexDraft(this.#rollouts, this.#unknown, this.#options);
  }

  /** Another file of a session that was read already, as a copy of it: only what is new in it is added. */
  #goOnWith(id: string | null): void {
    const rollout = this.#current;
    const known = this.#rollouts.find((each) => id !== null && each.id === id && each.isContext === rollout.isContext);
    if (!known || rollout.items.length > 0) return;
    this.#rollouts.splice(this.#rollouts.indexOf(rollout), 1);
    this.#current = known;
    known.repeats.beginCopy();
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
    repeats: new CodexRepeats(),
  };
}
