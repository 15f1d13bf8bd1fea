import type { FindingState, LinesPlace, ReviewChange, ReviewPlace, Severity } from '../../core/review/entries.ts';
import type { Comment } from '../../core/review/state.ts';
import { steerText } from '../../core/review/steer-text.ts';
import { faultStore } from '../stores/fault-store.ts';
import { reviewStore } from '../stores/review-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { sendPrompt } from './branch-actions.ts';

/** A new comment or finding, as a person wrote it. */
export interface Remark {
  readonly text: string;
  /** Null for a comment. */
  readonly severity: Severity | null;
}

/** Where in the session's time a place lies: milliseconds since 1970. Lines of a diff have no moment of their own: now. */
export function momentOf(place: ReviewPlace): number {
  const { state } = sessionStore.getState();
  const branch = place.branch === null ? undefined : state.branches[place.branch];
  if (place.kind === 'call') {
    const started = branch?.calls[place.callId]?.startedAt;
    if (started !== undefined) return started;
  }
  if (place.kind === 'message' || place.kind === 'call') {
    const entry = branch?.entries.find(({ message }) => message.id === place.messageId);
    if (entry) return entry.at;
  }
  return state.lastAt;
}

/** Adds a comment or a finding. Its id; null when it could not be stored, which is then shown. */
export async function addRemark(place: ReviewPlace, remark: Remark, moment = momentOf(place)): Promise<string | null> {
  const { text, severity } = remark;
  const id = newId();
  const change: ReviewChange =
    severity === null
      ? { type: 'comment-added', commentId: id, thread: null, place, moment, text }
      : { type: 'finding-added', findingId: id, title: text, severity, place, moment };
  return (await write(change)) ? id : null;
}

/** A finding about the session as a whole. */
export async function addFinding(title: string, severity: Severity): Promise<boolean> {
  const moment = sessionStore.getState().state.lastAt;
  return write({ type: 'finding-added', findingId: newId(), title, severity, place: null, moment });
}

export function reply({ id, place, moment }: Comment, text: string): Promise<boolean> {
  return write({ type: 'comment-added', commentId: newId(), thread: id, place, moment, text });
}

export function editComment(commentId: string, text: string): Promise<boolean> {
  return write({ type: 'comment-edited', commentId, text });
}

export function removeComment(commentId: string): Promise<boolean> {
  return write({ type: 'comment-removed', commentId });
}

export function resolveComment(commentId: string, resolved: boolean): Promise<boolean> {
  return write({ type: 'comment-resolved', commentId, resolved });
}

export function changeFinding(
  findingId: string,
  change: { readonly state?: FindingState; readonly severity?: Severity; readonly title?: string },
): Promise<boolean> {
  return write({ type: 'finding-changed', findingId, ...change });
}

export function removeFinding(findingId: string): Promise<boolean> {
  return write({ type: 'finding-removed', findingId });
}

export function markViewed(branch: string, path: string, version: string, viewed: boolean): Promise<boolean> {
  return write({ type: 'file-viewed', branch, path, version, viewed });
}

/** Sends a comment on lines to its fork as a message, and notes that. `hunk`: the lines with what stands around them. */
export async function sendToFork(commentId: string, place: LinesPlace, text: string, hunk?: string): Promise<boolean> {
  if (!(await sendPrompt(place.branch, steerText(place, text, hunk || undefined)))) return false;
  return write({ type: 'comment-sent', commentId, branch: place.branch });
}

async function write(change: ReviewChange): Promise<boolean> {
  const fault = await reviewStore.getState().write([change]);
  if (fault) faultStore.getState().report(fault, null);
  return fault === null;
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
