import { type BuiltRequest, RequestBuilder } from '../../../core/prefix/build-request.ts';
import { comparePrefix } from '../../../core/prefix/compare.ts';
import type { Snapshot } from '../../../core/prefix/snapshot.ts';
import type { Dialect } from '../../../core/providers/dialect.ts';
import type { BranchCreated, EventBody, MessageAdded, SegmentRef, SessionEvent } from '../../../core/session/events.ts';
import type { Message, Part } from '../../../core/session/message.ts';
import { fold } from '../../../core/session/reduce.ts';
import { contextOf } from '../../../core/session/selectors.ts';
import { EMPTY_SESSION, type SessionState } from '../../../core/session/state.ts';
import type { Usage } from '../../../core/session/usage.ts';

const PLAIN_DIALECT: Dialect = {
  family: 'gemini',
  forkShape: 'direct',
  tools: (tools) => tools,
  system: (text) => ({ text }),
  message: ({ role, parts }) => ({ role, parts }),
};

/** FNV-1a over UTF-16 units: enough to tell test segments apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return `${value.toString(16)}.${text.length}`;
}

/** Writes a log for tests the way the engine does: requests through the real builder, comparison and fold. */
export class LogWriter {
  readonly events: SessionEvent[] = [];
  readonly #builder = new RequestBuilder(PLAIN_DIALECT, hash);
  readonly #built = new Map<string, BuiltRequest>();
  readonly #last = new Map<string, string>();
  #at: number;
  #ids = 0;

  constructor(at = Date.UTC(2026, 10, 30, 12, 0, 0)) {
    this.#at = at;
  }

  get state(): SessionState {
    return fold(EMPTY_SESSION, this.events);
  }

  wait(ms: number): void {
    this.#at += ms;
  }

  add(body: EventBody): void {
    this.events.push({ ...body, seq: this.events.length + 1, at: this.#at });
  }

  branch(branch: string, more: Partial<BranchCreated> = {}): void {
    this.add({
      type: 'branch-created',
      branch,
      parent: null,
      kind: 'root',
      title: branch,
      directive: null,
      forkPoint: null,
      callId: null,
      snapshot: 'inherited',
      snapshotVersion: 1,
      root: '/repo',
      ...more,
    });
  }

  message(branch: string, author: MessageAdded['author'], parts: readonly Part[]): Message {
    const role = author === 'model' ? 'model' : 'user';
    const message: Message = { id: `m${++this.#ids}`, role, parts };
    this.add({ type: 'message-added', branch, author, message });
    return message;
  }

  /** Sends what the branch's next request is; compared with `against`, or with the branch's own last one. */
  request(branch: string, snapshot: Snapshot, step: number, against?: string, attempt = 1): string {
    const requestId = `r${++this.#ids}`;
    const built = this.#builder.build(snapshot, contextOf(this.state, branch));
    const baseId = against ?? this.#last.get(branch);
    const base = baseId === undefined ? undefined : this.#built.get(baseId);
    const prefix =
      base && baseId !== undefined
        ? comparePrefix(base.segments, built.segments, baseId, against === undefined ? 'own' : 'parent')
        : null;
    const refs = built.segments.map(({ kind, hash: id, bytes }): SegmentRef => ({ kind, hash: id, bytes }));
    this.add({
      type: 'request-started',
      branch,
      requestId,
      step,
      attempt,
      model: snapshot.model,
      base: prefix && baseId !== undefined ? { requestId: baseId, keep: prefix.sharedSegments } : null,
      added: refs.slice(prefix?.sharedSegments ?? 0),
      totalBytes: built.totalBytes,
      chain: built.chain,
      prefix,
    });
    this.#built.set(requestId, built);
    this.#last.set(branch, requestId);
    return requestId;
  }

  answer(branch: string, requestId: string, usage: Usage, cost: number | null, ms = 2_000): void {
    this.wait(ms / 4);
    this.add({ type: 'request-first-byte', branch, requestId });
    this.wait((ms * 3) / 4);
    this.add({ type: 'request-ended', branch, requestId, finishReason: 'STOP', usage, cost, uncachedCost: cost });
  }

  /** What the host would answer for `request.segments`. */
  segments(requestId: string): BuiltRequest['segments'] {
    return this.#built.get(requestId)?.segments ?? [];
  }
}
