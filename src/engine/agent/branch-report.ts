import type { ForkReport } from '../../core/fork/notification.ts';
import type { EndStatus } from '../../core/session/events.ts';
import type { BranchState } from '../../core/session/state.ts';
import { capResult } from '../../core/subagent/cap-result.ts';

/** What a parent is told of a child that ended. A subagent's result is cut after this many characters, at a paragraph. */
export function reportOf(branch: BranchState, resultCharacters: number): ForkReport {
  const { id, title, kind, callId, status, report, reason, worktree } = branch;
  const end: EndStatus = status === 'completed' || status === 'failed' ? status : 'interrupted';
  const changes = worktree && {
    path: worktree.path,
    files: worktree.files,
    added: worktree.added,
    removed: worktree.removed,
  };
  const shared = { branch: id, title, callId, status: end, reason, changes };
  if (kind !== 'subagent' || report === null) return { ...shared, report };
  const { text } = capResult(report, resultCharacters, `the transcript of ${id}`);
  return { ...shared, report: text, isCapped: true };
}
