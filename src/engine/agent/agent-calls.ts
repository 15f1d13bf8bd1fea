import { isInForkChild } from '../../core/fork/child-message.ts';
import { FORK_PLACEHOLDER_RESULT } from '../../core/fork/fork-agent.ts';
import type { Isolation } from '../../core/session/events.ts';
import type { CallPart } from '../../core/session/message.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { ForkItem, ForkOrigin, ForkRunner } from '../forks/fork-runner.ts';
import { parseAgentArguments } from '../tools/agent-tool.ts';
import type { ToolOutput } from '../tools/tool.ts';
import type { BranchRunner } from './branch-runner.ts';
import type { SessionContext } from './session-context.ts';

/** Forks that one session may start in all: a runaway fan-out ends here. */
export const MAX_BRANCHES = 200;

/**
 * Answers the `agent` calls of one message. All forks that they ask for start together, as siblings; each call is
 * answered at once with the placeholder. A refusal is an ordinary error result.
 */
export function startAgentCalls(
  context: SessionContext,
  forks: ForkRunner,
  runner: BranchRunner,
  calls: readonly CallPart[],
  isolation: Isolation,
): Map<string, ToolOutput> {
  const outputs = new Map<string, ToolOutput>();
  const items: ForkItem[] = [];
  const { state } = context.journal;
  const history = contextOf(state, runner.id);
  for (const call of calls) {
    const refusal = refusalFor(state.order.length + items.length, history);
    const asked = refusal === null ? parse(call) : { refusal };
    if ('refusal' in asked) {
      outputs.set(call.callId, { text: asked.refusal, isError: true });
      record(context, runner.id, call, 'error');
      continue;
    }
    const { description, directives } = asked.request;
    for (const directive of directives) {
      items.push({ description, directive, isolation: asked.request.isolation ?? isolation, call });
    }
    outputs.set(call.callId, { text: FORK_PLACEHOLDER_RESULT, isError: false });
    record(context, runner.id, call, 'ok');
  }
  const origin = items.length > 0 ? originOf(context, runner) : null;
  if (origin) forks.launch(origin, items);
  return outputs;
}

function refusalFor(branches: number, history: ReturnType<typeof contextOf>): string | null {
  if (isInForkChild(history)) {
    return 'A fork cannot start branches. Do this part yourself, and do not call `agent` again.';
  }
  if (branches >= MAX_BRANCHES) {
    return `This session has its limit of ${MAX_BRANCHES} branches. Do the work yourself, and do not call \`agent\` again.`;
  }
  return null;
}

function parse(call: CallPart): { request: ReturnType<typeof parseAgentArguments> } | { refusal: string } {
  try {
    const request = parseAgentArguments(call.args);
    if (request.subagentType === null) return { request };
    return {
      refusal: `There is no agent of the type "${request.subagentType}". Leave subagent_type out to start a fork.`,
    };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

function record(context: SessionContext, branch: string, call: CallPart, status: 'ok' | 'error'): void {
  const { callId, name } = call;
  const description = (call.args as { description?: unknown } | null)?.description;
  const title = typeof description === 'string' ? `agent ${description}` : 'agent';
  context.journal.append({ type: 'tool-started', branch, callId, name, title });
  context.journal.append({ type: 'tool-ended', branch, callId, status, exitCode: null, signal: null });
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
    prior: { requestId: params.requestId, segments: params.built.segments, relation: 'parent' },
  };
}
