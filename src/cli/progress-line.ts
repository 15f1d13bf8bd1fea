import type { SessionEvent } from '../core/session/events.ts';
import type { SessionState } from '../core/session/state.ts';

/** What a person sees of an event while a session runs; null for what is not worth a line. */
export function progressLine(state: SessionState, event: SessionEvent): string | null {
  switch (event.type) {
    case 'branch-created':
      return event.parent === null ? null : `${event.branch}  forked from ${event.parent}: ${event.title}`;
    case 'worktree-created':
      return `${event.branch}  works in ${event.path}`;
    case 'tool-started':
      return `${event.branch}  ${event.title}`;
    case 'branch-status':
      return event.reason === undefined ? null : `${event.branch}  ${event.reason}`;
    case 'request-failed':
      return `${event.branch}  ${event.message}`;
    case 'branch-ended':
      return `${event.branch}  ${event.status}${event.reason === null ? '' : `: ${event.reason}`}${reportOf(state, event.branch, event.report)}`;
    case 'notice':
      return event.text;
    default:
      return null;
  }
}

function reportOf(state: SessionState, branch: string, report: string | null): string {
  if (report === null) return '';
  const indent = state.branches[branch]?.parent === null ? '' : '  ';
  return `\n${report
    .trim()
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')}\n`;
}
