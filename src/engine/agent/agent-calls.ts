import { setImmediate } from 'node:timers/promises';
import { isInForkChild } from '../../core/fork/child-message.ts';
import { FORK_PLACEHOLDER_RESULT } from '../../core/fork/fork-agent.ts';
import type { Isolation } from '../../core/session/events.ts';
import type { CallPart } from '../../core/session/message.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { ForkItem, ForkOrigin, ForkRunner } from '../forks/fork-runner.ts';
import type { SubagentRunner } from '../subagents/subagent-runner.ts';
import { type AgentRequest, parseAgentArguments } from '../tools/agent-tool.ts';
import type { ToolOutput } from '../tools/tool.ts';
import type { BranchRunner } from './branch-runner.ts';
import type { SessionContext } from './session-context.ts';

/** Branches that one session may start in all: a runaway fan-out ends here. */
export const MAX_BRANCHES = 200;

/** How far branches may start branches that start branches; the root is at 0. */
export const MAX_DEPTH = 3;

export interface AgentCallOptions {
  readonly context: SessionContext;
  readonly forks: ForkRunner;
  readonly subagents: SubagentRunner;
  /** The branch that calls. */
  readonly runner: BranchRunner;
  /** Of forks, where a call says nothing. */
  readonly isolation: Isolation;
  /** Aborts when the branch is interrupted. */
  readonly signal: AbortSignal;
}

type Answer = ToolOutput | Promise<ToolOutput>;

/**
 * Answers the `agent` calls of one message. All forks that they ask for start together, as siblings, and each call is
 * answered at once with the placeholder. A call for a subagent is answered when its subagents have ended. A refusal is
 * an ordinary error result.
 */
export async function startAgentCalls(
  options: AgentCallOptions,
  calls: readonly CallPart[],
): Promise<ReadonlyMap<string, Answer>> {
  const { context, forks, subagents, runner, isolation, signal } = options;
  const asked = calls.map((call) => ({ call, ...parse(call) }));
  // An agent's file may have changed a moment ago.
  if (asked.some((item) => 'request' in item && item.request.subagentType !== null)) await subagents.shelf.load();
  const answers = new Map<string, Answer>();
  if (signal.aborted) return answers;
  const { state } = context.journal;
  const isFork = state.branches[runner.id]?.kind === 'fork' || isInForkChild(contextOf(state, runner.id));
  const items: ForkItem[] = [];
  for (const { call, ...item } of asked) {
    const wanted = 'request' in item ? item.request.directives.length : 1;
    const branches = { started: items.length, wanted };
    const refusal = refusalFor(context.journal.state, runner.id, branches, isFork);
    if (refusal !== null || 'refusal' in item) {
      answers.set(call.callId, { text: refusal ?? ('refusal' in item ? item.refusal : ''), isError: true });
      record(context, runner.id, call, 'error');
      continue;
    }
    const { description, directives, subagentType } = item.request;
    if (subagentType !== null) {
      answers.set(call.callId, startSubagents(options, call, { ...item.request, subagentType }));
      continue;
    }
    for (const directive of directives) {
      items.push({ description, directive, isolation: item.request.isolation ?? isolation, call });
    }
    answers.set(call.callId, { text: FORK_PLACEHOLDER_RESULT, isError: false });
    record(context, runner.id, call, 'ok');
  }
  const origin = items.length > 0 ? originOf(context, runner) : null;
  if (origin) {
    forks.launch(origin, items);
    // The forks' requests leave before the parent prepares its next one: they are what others wait for.
    await setImmediate();
  }
  return answers;
}

function startSubagents(
  { context, subagents, runner, signal }: AgentCallOptions,
  call: CallPart,
  { subagentType, description, directives: prompts, isolation }: AgentRequest & { subagentType: string },
): Answer {
  const { agents } = subagents.shelf;
  const agent = agents.find(subagentType);
  if (!agent) {
    record(context, runner.id, call, 'error');
    return { text: agents.unknownSentence(subagentType), isError: true };
  }
  const { callId } = call;
  begin(context, runner.id, call);
  try {
    const answer = subagents.launch({ parent: runner.id, agent, description, prompts, isolation, callId, signal });
    if (answer instanceof Promise) {
      return answer.then((output) => {
        end(context, runner.id, call, signal.aborted ? 'interrupted' : output.isError ? 'error' : 'ok');
        return output;
      });
    }
    end(context, runner.id, call, 'ok');
    return answer;
  } catch (error) {
    end(context, runner.id, call, 'error');
    return { text: (error as Error).message, isError: true };
  }
}

/** Branches of the same message that were started before, and those that are asked for now. */
export interface Wanted {
  readonly started: number;
  readonly wanted: number;
}

/** Why a branch may start no other; null when it may. */
export function refusalFor(
  state: SessionState,
  branch: string,
  { started, wanted }: Wanted,
  isFork: boolean,
): string | null {
  if (isFork) return 'A fork cannot start branches. Do this part yourself, and do not call `agent` again.';
  if (depthOf(state, branch) >= MAX_DEPTH) {
    return `Branches may start branches only ${MAX_DEPTH} levels deep. Do this part yourself, and do not call \`agent\` again.`;
  }
  const room = roomFor(state, started);
  if (room >= wanted) return null;
  return room === 0
    ? `This session has its limit of ${MAX_BRANCHES} branches. Do the work yourself, and do not call \`agent\` again.`
    : `This session has room for ${room} more of its ${MAX_BRANCHES} branches, and this call asks for ${wanted}. Ask for ${room} at most, or do the work yourself.`;
}

/** How many branches a session may still start, beside those that are about to be. */
export function roomFor({ order }: Pick<SessionState, 'order'>, started = 0): number {
  return Math.max(0, MAX_BRANCHES - order.length - started);
}

/** How many branches stand above this one. */
export function depthOf({ branches }: Pick<SessionState, 'branches'>, id: string): number {
  const parent = branches[id]?.parent ?? null;
  return parent === null ? 0 : 1 + depthOf({ branches }, parent);
}

function parse(call: CallPart): { request: AgentRequest } | { refusal: string } {
  try {
    return { request: parseAgentArguments(call.args) };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

function record(context: SessionContext, branch: string, call: CallPart, status: 'ok' | 'error'): void {
  begin(context, branch, call);
  end(context, branch, call, status);
}

function begin({ journal }: SessionContext, branch: string, { callId, name, args }: CallPart): void {
  const description = (args as { description?: unknown } | null)?.description;
  const title = typeof description === 'string' ? `agent ${description}` : 'agent';
  journal.append({ type: 'tool-started', branch, callId, name, title });
}

function end(
  { journal }: SessionContext,
  branch: string,
  { callId }: CallPart,
  status: 'ok' | 'error' | 'interrupted',
): void {
  journal.append({ type: 'tool-ended', branch, callId, status, exitCode: null, signal: null });
}

/** The parent as its forks inherit it: history and parameters by reference. */
function originOf(context: SessionContext, runner: BranchRunner): ForkOrigin | null {
  const params = runner.getCacheSafeParams();
  const { state } = context.journal;
  const branch = state.branches[runner.id];
  if (!params || !branch) return null;
  return {
    parent: runner.id,
    parentRoot: branch.root,
    snapshot: params.snapshot,
    source: 'inherited',
    history: contextOf(state, runner.id),
    prior: {
      requestId: params.requestId,
      model: params.snapshot.model,
      segments: params.built.segments,
      relation: 'parent',
    },
  };
}
