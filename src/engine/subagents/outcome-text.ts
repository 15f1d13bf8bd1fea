import type { EndStatus } from '../../core/session/events.ts';
import type { BranchState } from '../../core/session/state.ts';
import { aggregateResults, type SubagentOutcome } from '../../core/subagent/aggregate-results.ts';
import type { ToolOutput } from '../tools/tool.ts';

/** The result of an `agent` call whose subagents have ended: each with its own end, and where its changes wait. */
export function outcomeOf(branches: readonly BranchState[], limit: number): ToolOutput {
  const { text, isError } = aggregateResults(branches.map(subagentOutcome), limit);
  const places = branches.flatMap(({ id, worktree }) =>
    worktree
      ? [`- ${id}: ${worktree.path} (${worktree.files} files changed, +${worktree.added} -${worktree.removed})`]
      : [],
  );
  const where = ['Their changes are in worktrees of their own, and not in your files:', ...places].join('\n');
  return { text: places.length === 0 ? text : `${text}\n\n${where}`, isError };
}

function subagentOutcome({ id, directive, status, reason, bound, report }: BranchState): SubagentOutcome {
  const end: EndStatus = status === 'completed' || status === 'failed' ? status : 'interrupted';
  return { branch: id, prompt: directive ?? '', status: end, reason, bound, result: report };
}
