import { sessionStore } from '../../stores/session-store.ts';
import { viewStore } from '../../stores/view-store.ts';

const KEY = 'drafts';
/** Sessions whose drafts are kept; the ones written to longest ago go first. */
const MOST_SESSIONS = 40;

type Drafts = { readonly [branch: string]: string };
type Kept = { readonly [sessionId: string]: Drafts };

/** Unsent text outlives the window: it is read when a session opens, and written as it changes. Returns the way to stop. */
export function connectDrafts(): () => void {
  let shown: string | null = null;
  const stopOpening = sessionStore.subscribe(({ sessionId, phase }) => {
    if (phase !== 'open') shown = null;
    if (phase !== 'open' || sessionId === shown) return;
    shown = sessionId;
    const kept = sessionId === null ? undefined : read()[sessionId];
    for (const [branch, text] of Object.entries(kept ?? {})) viewStore.getState().setDraft(branch, text);
  });
  const stopWriting = viewStore.subscribe(({ drafts }, before) => {
    const { sessionId } = sessionStore.getState();
    if (sessionId === null || sessionId !== shown || drafts === before.drafts) return;
    // The view forgets its drafts on the way to another session; a person only ever empties one of them.
    if (Object.keys(drafts).length === 0) return;
    write(sessionId, drafts);
  });
  return () => {
    stopOpening();
    stopWriting();
  };
}

function write(sessionId: string, drafts: Drafts): void {
  const { [sessionId]: _, ...others } = read();
  const own = Object.fromEntries(Object.entries(drafts).filter(([, text]) => text !== ''));
  const kept = Object.keys(own).length === 0 ? others : { ...others, [sessionId]: own };
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-MOST_SESSIONS))));
  } catch {
    // No room: the draft still stands in the box, it only does not outlive the window.
  }
}

function read(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Kept) : {};
  } catch {
    return {};
  }
}
