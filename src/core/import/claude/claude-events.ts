import type { PriceTable } from '../../session/cost.ts';
import type { Usage } from '../../session/usage.ts';
import { BranchEvents } from '../draft-events.ts';
import { shortCopy } from '../foreign-value.ts';
import type { DraftEvent } from '../transcript-draft.ts';
import type { ClaudeExtra, ClaudeNode, ModelNode } from './claude-nodes.ts';
import { endTime, nodeTime } from './claude-nodes.ts';
import type { RawUsage } from './claude-rows.ts';

export interface ChainPlan {
  readonly branch: string;
  readonly nodes: readonly ClaudeNode[];
  readonly isLane: boolean;
  /** The parent got its report: it ended well, even where its last rows are missing. */
  readonly isAnswered: boolean;
  /** What stands above the first node. */
  readonly extras: readonly ClaudeExtra[];
  /** Plain words for what is missing above the first node; null when nothing is. */
  readonly gap: string | null;
  readonly prices: PriceTable | null;
  readonly live: boolean;
  readonly holdLast: boolean;
  /** Prompts that are only the echo of a command. */
  readonly echoed: ReadonlySet<string>;
  /** Answers whose tokens another branch counts. */
  readonly countedElsewhere: (node: ModelNode) => boolean;
  /** Calls that another answer holds, too, and that run there. */
  readonly runsElsewhere: (callId: string, node: ModelNode) => boolean;
}

/** The events of one branch, node by node. */
export function* chainEvents(plan: ChainPlan): Generator<DraftEvent> {
  const make = new BranchEvents(plan.branch, plan.prices);
  const first = plan.nodes[0];
  let time = first ? nodeTime(first) : null;
  if (plan.gap !== null) yield make.notice(time, 'warning', plan.gap);
  yield* extraEvents(make, plan.extras, 'unknown');
  let model = 'unknown';
  for (const [index, node] of plan.nodes.entries()) {
    const isLast = index === plan.nodes.length - 1;
    if (plan.holdLast && isLast && node.kind === 'model' && mayGrow(node)) return;
    if (node.kind === 'model') {
      model = node.model ?? model;
      yield* modelEvents(make, plan, node, model, time);
    } else {
      if (node.role === 'prompt' && !plan.isLane && !plan.echoed.has(node.uuid)) yield make.turn(node.at);
      const author = authorOf(node.role, plan.isLane && index === 0);
      yield make.message(node.at, node.uuid, 'user', author, [node.parts]);
    }
    yield* extraEvents(make, node.extras, model);
    time = endTime(node) ?? time;
  }
  const last = plan.nodes.at(-1);
  if (!plan.live && last) yield endOf(make, last, time, plan.isAnswered);
}

/** More rows of an answer may follow while it has no stop reason, and more results while a call is open. */
function mayGrow(node: ModelNode): boolean {
  const calls = [...node.calls.values()];
  if (calls.some(({ result }) => result !== null) && calls.some(({ result }) => result === null)) return true;
  return node.stopReason === null && (calls.length === 0 || calls.some(({ result }) => result === null));
}

function authorOf(role: 'prompt' | 'injected' | 'interrupt' | 'results' | 'summary', isDirective: boolean) {
  if (isDirective) return 'fork-start';
  if (role === 'prompt') return 'person';
  return role === 'results' ? 'tools' : 'notification';
}

function* extraEvents(make: BranchEvents, extras: readonly ClaudeExtra[], model: string): Generator<DraftEvent> {
  for (const { at, uuid, what } of extras) {
    if (what.kind === 'notice') {
      yield make.notice(at, what.level, what.text);
    } else {
      yield make.requestStarted(at, `retry-${uuid}`, model, what.attempt);
      yield make.requestFailed(at, `retry-${uuid}`, what.message, what.retryInMs);
    }
  }
}

/** A request, its answer, its calls and their results, in the order of their times where these are known. */
function* modelEvents(
  make: BranchEvents,
  plan: ChainPlan,
  node: ModelNode,
  model: string,
  before: number | null,
): Generator<DraftEvent> {
  if (node.synthetic) {
    yield make.message(node.lastAt, node.messageId, 'model', 'stand-in', node.parts);
    return;
  }
  const counted = !plan.countedElsewhere(node);
  const calls: DraftEvent[] = [];
  for (const { callId, name, title, at, result } of node.calls.values()) {
    if (plan.runsElsewhere(callId, node)) continue;
    calls.push(make.toolStarted(at, callId, name, title));
    // No result comes before its call, whatever the clock says.
    const endAt = at === null || result?.at === null ? at : Math.max(at, result?.at ?? at);
    if (result) calls.push(make.toolEnded(endAt, callId, result.isError ? 'error' : 'ok'));
  }
  // A request begins when what it answers was there; its rows only tell when their part of the answer was complete.
  if (counted) yield make.requestStarted(before ?? node.firstAt, node.messageId, model);
  const answer: DraftEvent[] = [];
  if (counted) {
    const usage = node.usage && usageOf(node.usage);
    answer.push(
      make.requestEnded(node.lastAt, { id: node.messageId, model, usage, finishReason: node.stopReason ?? 'unknown' }),
    );
  }
  answer.push(make.message(node.lastAt, node.messageId, 'model', 'model', node.parts));
  yield* byTime([...answer, ...calls]);
  if (node.results.length > 0) {
    yield make.message(node.resultsAt, `${node.messageId}-results`, 'user', 'tools', node.results);
  }
}

/** Stable: what has no time stays behind the event before it. */
function byTime(events: readonly DraftEvent[]): DraftEvent[] {
  let known = Number.NEGATIVE_INFINITY;
  const timed = events.map((event) => {
    if (event.at !== null) known = event.at;
    return { event, at: event.at ?? known };
  });
  return timed.sort((a, b) => a.at - b.at).map(({ event }) => event);
}

/** The source counts cached tokens outside of the input; ours counts them in. Thinking is inside its output. */
function usageOf({ input, output, cacheRead, cacheWrite }: RawUsage): Usage {
  return { input: input + cacheRead + cacheWrite, cacheRead, cacheWrite, output, thoughts: 0 };
}

function endOf(make: BranchEvents, last: ClaudeNode, at: number | null, isAnswered: boolean): DraftEvent {
  if (isAnswered) return make.ended(at, 'completed', null, last.text);
  if (last.kind === 'user') {
    if (last.role === 'interrupt') return make.ended(at, 'interrupted', 'A person interrupted it.', null);
    return make.ended(at, 'interrupted', 'The transcript ends before an answer.', null);
  }
  if (last.synthetic) return make.ended(at, 'failed', shortCopy(last.text ?? 'The request failed.', 300), null);
  const open = [...last.calls.values()].filter(({ result }) => result === null);
  const [call] = open;
  if (call) {
    const others = open.length > 1 ? ` and ${open.length - 1} more` : '';
    return make.ended(at, 'interrupted', `The transcript ends before a result of ${call.title}${others}.`, null);
  }
  if (last.calls.size > 0)
    return make.ended(at, 'interrupted', 'The transcript ends after a tool, before an answer.', null);
  if (last.text === null)
    return make.ended(at, 'interrupted', 'The transcript ends before the answer had a text.', null);
  return make.ended(at, 'completed', null, last.text);
}
