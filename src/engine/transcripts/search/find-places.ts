import type { SearchQuery } from '../../../core/search/search-query.ts';
import type { BranchCreated, BranchStatus, SessionEvent } from '../../../core/session/events.ts';
import { callsOf } from '../../../core/session/message.ts';
import type { SearchHit } from '../../../shared/contract.ts';
import { excerptAt } from './find-in-message.ts';

type Place = Omit<SearchHit, 'sessionId' | 'sessionTitle' | 'branchTitle'>;

interface BranchSeen {
  readonly created: BranchCreated;
  status: BranchStatus;
  reason: string;
  at: number;
  /** USD; null once a price is unknown. */
  cost: number | null;
}

interface CallSeen {
  readonly branch: string;
  readonly messageId: string;
  readonly name: string;
  /** What it was called with; its result is not kept, only whether the words stand in it. */
  readonly text: string;
  readonly at: number;
  hasWords: boolean;
  status: 'running' | 'ok' | 'error' | 'denied' | 'interrupted';
}

/** Characters of a call's arguments that are kept for its excerpt. */
const TEXT_KEPT = 400;

/** Gathers the calls, requests and branches of one log that fit the filters of a query. Feed it all events, in order. */
export class PlaceFinder {
  readonly #query: SearchQuery;
  readonly #branches = new Map<string, BranchSeen>();
  readonly #calls = new Map<string, CallSeen>();
  readonly #failedRequests: Place[] = [];

  constructor(query: SearchQuery) {
    this.#query = query;
  }

  take(event: SessionEvent): void {
    switch (event.type) {
      case 'branch-created':
        this.#branches.set(event.branch, { created: event, status: 'starting', reason: '', at: event.at, cost: 0 });
        return;
      case 'branch-status':
      case 'branch-ended':
        this.#change(event.branch, { status: event.status, reason: event.reason ?? '', at: event.at });
        return;
      case 'message-added':
        this.#message(event);
        return;
      case 'tool-ended': {
        const call = this.#calls.get(`${event.branch} ${event.callId}`);
        if (call) call.status = event.status;
        return;
      }
      case 'request-ended':
      case 'request-failed':
        this.#request(event);
    }
  }

  /** What fits, in the order of the log: branches first. */
  *places(): Generator<Place> {
    for (const seen of this.#branches.values()) if (this.#branchFits(seen)) yield branchPlace(seen, this.#query.words);
    for (const call of this.#calls.entries()) if (this.#callFits(call[1])) yield callPlace(call, this.#query.words);
    yield* this.#failedRequests;
  }

  #change(branch: string, change: Partial<BranchSeen>): void {
    Object.assign(this.#branches.get(branch) ?? {}, change);
  }

  #message(event: Extract<SessionEvent, { type: 'message-added' }>): void {
    const { tool, file, words, is } = this.#query;
    const { branch, message, at } = event;
    const wantsCalls = tool !== null || file !== null || is === 'failed' || is === 'denied';
    if (!wantsCalls) return;
    for (const { callId, name, args } of callsOf(message)) {
      const text = stringsIn(args).join(' ');
      if (tool !== null && !name.toLowerCase().includes(tool)) continue;
      if (file !== null && !text.toLowerCase().replaceAll('\\', '/').includes(file)) continue;
      const hasWords = `${name} ${text}`.toLowerCase().includes(words);
      const kept = text.slice(0, TEXT_KEPT);
      this.#calls.set(`${branch} ${callId}`, {
        branch,
        messageId: message.id,
        name,
        text: kept,
        at,
        hasWords,
        status: 'running',
      });
    }
    for (const part of message.parts) {
      if (part.kind !== 'result') continue;
      const call = this.#calls.get(`${branch} ${part.callId}`);
      if (call) call.hasWords ||= part.text.toLowerCase().includes(words);
    }
  }

  #request(event: Extract<SessionEvent, { type: 'request-ended' | 'request-failed' }>): void {
    const seen = this.#branches.get(event.branch);
    // A broken attempt that cost nothing known adds nothing; an answer without a price makes the sum unknown.
    if (seen && (event.type === 'request-ended' || event.cost !== null))
      seen.cost = seen.cost === null || event.cost === null ? null : seen.cost + event.cost;
    const { is, tool, file, words } = this.#query;
    if (event.type !== 'request-failed' || is !== 'failed' || tool !== null || file !== null) return;
    if (!seen || !this.#isInBranch(seen.created) || !event.message.toLowerCase().includes(words)) return;
    const at = words === '' ? 0 : event.message.toLowerCase().indexOf(words);
    this.#failedRequests.push({
      kind: 'request',
      branch: event.branch,
      messageId: '',
      place: '',
      author: 'model',
      at: event.at,
      ...excerptAt(event.message, at, words.length),
    });
  }

  #isInBranch({ branch, title }: BranchCreated): boolean {
    const wanted = this.#query.branch;
    return wanted === null || branch.toLowerCase() === wanted || title.toLowerCase().includes(wanted);
  }

  #branchFits({ created, status, cost, reason }: BranchSeen): boolean {
    const { state, is, cost: limit, tool, file, words } = this.#query;
    if (tool !== null || file !== null || (state === null && limit === null && is === null) || is === 'denied')
      return false;
    if (!this.#isInBranch(created)) return false;
    if (state !== null && status !== state) return false;
    if ((is === 'failed' || is === 'interrupted') && status !== is) return false;
    if ((is === 'fork' || is === 'subagent') && created.kind !== is) return false;
    if (limit !== null && (cost === null || (limit.over ? cost <= limit.usd : cost >= limit.usd))) return false;
    return `${created.title}\n${created.directive ?? ''}\n${reason}`.toLowerCase().includes(words);
  }

  #callFits({ branch, status, hasWords }: CallSeen): boolean {
    const { is, state, cost, words } = this.#query;
    const seen = this.#branches.get(branch);
    if (!seen || !this.#isInBranch(seen.created)) return false;
    if (state !== null && seen.status !== state) return false;
    if (cost !== null && (seen.cost === null || (cost.over ? seen.cost <= cost.usd : seen.cost >= cost.usd)))
      return false;
    const hasFailed = status === 'error' || status === 'interrupted';
    if (is === 'failed' && !hasFailed) return false;
    if (is === 'denied' && status !== 'denied') return false;
    if (is === 'interrupted' && status !== 'interrupted') return false;
    if ((is === 'fork' || is === 'subagent') && seen.created.kind !== is) return false;
    return hasWords || (words === 'failed' && hasFailed);
  }
}

function branchPlace({ created, status, reason, at, cost }: BranchSeen, words: string): Place {
  const price = cost === null ? 'price unknown' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
  const text = `${status}, ${price}${reason === '' ? '' : `: ${reason}`}`;
  const found = words === '' ? -1 : text.toLowerCase().indexOf(words);
  const marked = found < 0 ? { excerpt: text, start: 0, length: 0 } : excerptAt(text, found, words.length);
  return { kind: 'branch', branch: created.branch, messageId: '', place: '', author: 'branch', at, ...marked };
}

function callPlace([key, call]: readonly [string, CallSeen], words: string): Place {
  const { branch, messageId, name, status, at } = call;
  const ended = status === 'ok' || status === 'running' ? '' : ` (${status === 'error' ? 'failed' : status})`;
  const text = `${name}${ended} ${call.text}`;
  const found = words === '' ? -1 : text.toLowerCase().indexOf(words);
  const marked = found < 0 ? { ...excerptAt(text, 0, 0), length: 0 } : excerptAt(text, found, words.length);
  return { kind: 'call', branch, messageId, place: key.slice(branch.length + 1), author: 'model', at, ...marked };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
