import { openAt } from '../dock/pane-target.ts';
import { faultStore } from '../stores/fault-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { showBranch } from './session-actions.ts';

const SCHEME = 'forkscope://';

export interface MessagePlace {
  readonly sessionId: string;
  readonly branch: string;
  readonly messageId: string;
}

/** A link that leads back to a message; the palette takes it, and so does a transcript that it stands in. */
export function linkToMessage({ sessionId, branch, messageId }: MessagePlace): string {
  return `${SCHEME}${[sessionId, branch, messageId].map(encodeURIComponent).join('/')}`;
}

/** Null for a text that is no such link. */
export function parseMessageLink(text: string): MessagePlace | null {
  if (!text.startsWith(SCHEME)) return null;
  try {
    const [sessionId, branch, messageId, ...more] = text.slice(SCHEME.length).trim().split('/').map(decodeURIComponent);
    return sessionId && branch && messageId && more.length === 0 ? { sessionId, branch, messageId } : null;
  } catch {
    return null;
  }
}

/** Opens the session, the branch and the place; a link to what is gone says so. */
export async function openMessageLink({ sessionId, branch, messageId }: MessagePlace): Promise<void> {
  await showBranch(sessionId, branch);
  const { state, phase } = sessionStore.getState();
  if (phase !== 'open') return;
  if (!state.branches[branch]) {
    const message = 'The branch of this link is not in the session any more. Choose one in the tree.';
    faultStore.getState().report({ code: 'not-found', message }, null);
    return;
  }
  // The dock restores its layout when another session opens: the pane comes after that.
  requestAnimationFrame(() => openAt('transcript', branch, messageId));
}
