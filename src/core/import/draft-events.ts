import { costOfRequest, findPrice, type PriceTable, uncachedCostOfRequest } from '../session/cost.ts';
import type { BranchCreated, BranchKind, EndStatus, MessageAdded, ToolEnded, TurnStarted } from '../session/events.ts';
import type { Usage } from '../session/usage.ts';
import { shortCopy } from './foreign-value.ts';
import { callAnchor, type DraftEvent, messageAnchor, type PartsHandle } from './transcript-draft.ts';

/** What a branch of an import is; the rest of the event is the same for all of them. */
export interface BranchOrigin {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: BranchKind;
  readonly title: string;
  readonly directive?: string | null;
  readonly forkPoint?: BranchCreated['forkPoint'];
  readonly callId?: string | null;
  readonly root: string;
  readonly leftOut?: BranchCreated['leftOut'];
}

export function branchCreated(origin: BranchOrigin): BranchCreated {
  return {
    type: 'branch-created',
    branch: origin.id,
    parent: origin.parent,
    kind: origin.kind,
    title: origin.title,
    directive: origin.directive ?? null,
    forkPoint: origin.forkPoint ?? null,
    callId: origin.callId ?? null,
    snapshot: origin.forkPoint ? 'inherited' : 'prepared',
    snapshotVersion: 0,
    root: origin.root,
    ...(origin.leftOut === undefined ? {} : { leftOut: origin.leftOut }),
  };
}

export interface DraftRequest {
  readonly id: string;
  readonly model: string;
  /** Null when the source does not state it. */
  readonly usage: Usage | null;
  readonly finishReason: string;
  /** USD as the source states it; undefined when it states none. */
  readonly statedCost?: number;
}

/** Makes the events of one branch, and counts its turns and steps. */
export class BranchEvents {
  readonly branch: string;
  readonly #prices: PriceTable | null;
  #turn = 0;
  #step = 0;

  constructor(branch: string, prices: PriceTable | null) {
    this.branch = branch;
    this.#prices = prices;
  }

  turn(at: number | null, origin: TurnStarted['origin'] = 'person'): DraftEvent {
    return { at, body: { type: 'turn-started', branch: this.branch, turn: ++this.#turn, origin } };
  }

  message(
    at: number | null,
    id: string,
    role: 'user' | 'model',
    author: MessageAdded['author'],
    parts: readonly PartsHandle[],
  ): DraftEvent {
    const body: MessageAdded = { type: 'message-added', branch: this.branch, message: { id, role, parts: [] }, author };
    return { at, body, parts, anchor: messageAnchor(id) };
  }

  requestStarted(at: number | null, id: string, model: string, attempt = 1): DraftEvent {
    if (attempt === 1) this.#step++;
    return {
      at,
      body: {
        type: 'request-started',
        branch: this.branch,
        requestId: id,
        step: this.#step,
        attempt,
        model,
        base: null,
        added: [],
        totalBytes: 0,
        chain: '',
        prefix: null,
      },
    };
  }

  requestEnded(at: number | null, { id, model, usage, finishReason, statedCost }: DraftRequest): DraftEvent {
    const price = this.#prices && findPrice(this.#prices, model);
    const cost = statedCost ?? (usage && costOfRequest(usage, price));
    const uncachedCost = usage && uncachedCostOfRequest(usage, price);
    const body = {
      type: 'request-ended',
      branch: this.branch,
      requestId: id,
      finishReason,
      usage,
      cost,
      uncachedCost,
    } as const;
    return { at, body };
  }

  requestFailed(at: number | null, requestId: string, message: string, retryInMs: number | null): DraftEvent {
    const failure = { kind: 'source', message: shortCopy(message, 500), usage: null, cost: null, retryInMs };
    return { at, body: { type: 'request-failed', branch: this.branch, requestId, ...failure } };
  }

  toolStarted(at: number | null, callId: string, name: string, title: string): DraftEvent {
    return { at, body: { type: 'tool-started', branch: this.branch, callId, name, title }, anchor: callAnchor(callId) };
  }

  toolEnded(
    at: number | null,
    callId: string,
    status: ToolEnded['status'],
    exitCode: number | null = null,
  ): DraftEvent {
    return { at, body: { type: 'tool-ended', branch: this.branch, callId, status, exitCode, signal: null } };
  }

  terminal(at: number | null, callId: string, data: string): DraftEvent {
    return { at, body: { type: 'terminal-data', branch: this.branch, callId, data } };
  }

  notice(at: number | null, level: 'info' | 'warning' | 'error', text: string): DraftEvent {
    return { at, body: { type: 'notice', level, branch: this.branch, text: shortCopy(text, 2_000) } };
  }

  ended(at: number | null, status: EndStatus, reason: string | null, report: string | null): DraftEvent {
    return { at, body: { type: 'branch-ended', branch: this.branch, status, reason, report } };
  }
}
