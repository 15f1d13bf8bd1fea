import type { Draft } from './draft.ts';
import type { ApprovalChanged, NoticeGiven, SessionCreated, SessionEvent, SessionRenamed } from './events.ts';

type At<T> = T & Pick<SessionEvent, 'at' | 'seq'>;

export function applySessionCreated(draft: Draft, event: At<SessionCreated>): void {
  draft.state.session = event;
  draft.state.title = event.title;
}

export function applySessionRenamed(draft: Draft, event: At<SessionRenamed>): void {
  draft.state.title = event.title;
}

export function applyApprovalChanged(draft: Draft, event: At<ApprovalChanged>): void {
  if (draft.state.session) draft.state.session = { ...draft.state.session, approval: event.approval };
}

export function applyNotice(draft: Draft, event: At<NoticeGiven>): void {
  draft.state.notices.push({ level: event.level, branch: event.branch, text: event.text, at: event.at });
}
