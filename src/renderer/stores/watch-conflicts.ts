import { branchesOf } from '../../core/session/selectors.ts';
import type { SessionState, WorktreeState } from '../../core/session/state.ts';
import { host } from '../bridge.ts';
import { conflictStore } from './conflict-store.ts';
import { sessionStore } from './session-store.ts';

/** Milliseconds from the first change to the look at it: edits come in bursts, and each look runs git. */
const CALM_MS = 1_000;
/** A window that comes back to the front looks at the parent's own edits again, unless it did so this recently. */
const FRESH_MS = 5_000;

/** The worktrees of a session that still exist, by branch. A changed one is another object. */
type Worktrees = ReadonlyMap<string, WorktreeState>;

let seen: { readonly sessionId: string | null; readonly worktrees: Worktrees } = {
  sessionId: null,
  worktrees: new Map(),
};
let timer: ReturnType<typeof setTimeout> | null = null;
let isRunning = false;
/** Something changed while a look was under way, or while the window was hidden. */
let isStale = false;

/**
 * Computes again which worktrees collide, now. `changed` names the branches whose files may differ; null reads all. A
 * parent's own edits come without an event, so that every look reads the parents too.
 */
export async function lookAtConflicts(changed: readonly string[] | null): Promise<void> {
  const { sessionId, state } = now();
  if (sessionId === null) return;
  isRunning = true;
  isStale = false;
  seen = { sessionId, worktrees: worktreesOf(state) };
  conflictStore.getState().begin();
  const asked = changed === null ? null : [...new Set([...changed, ...parentsOf(state)])];
  const answer = await host
    .call('worktree.matrix', { sessionId, changed: asked })
    .catch((error: unknown) => ({ ok: false as const, error: { code: 'host-failed', message: String(error) } }));
  isRunning = false;
  if (sessionStore.getState().sessionId !== sessionId) conflictStore.getState().reset();
  else if (answer.ok) conflictStore.getState().take(answer.value, Date.now());
  else conflictStore.getState().fail(answer.error.message);
  if (isStale) plan();
}

/** Looks once, soon. A burst of changes is one look, and none happens while nobody can see the window. */
function plan(): void {
  isStale = true;
  if (timer !== null || isRunning || document.hidden) return;
  timer = setTimeout(() => {
    timer = null;
    void lookAtConflicts(changedSince());
  }, CALM_MS);
}

/** Null: nothing was read of this session yet. */
function changedSince(): string[] | null {
  const { sessionId, state } = now();
  if (conflictStore.getState().matrix === null || seen.sessionId !== sessionId) return null;
  return [...worktreesOf(state)].filter(([id, worktree]) => seen.worktrees.get(id) !== worktree).map(([id]) => id);
}

/** Files are as they are now, also while the window shows a moment of the past. */
function now() {
  const { sessionId, state, present, phase } = sessionStore.getState();
  return { sessionId, phase, state: present ?? state };
}

function worktreesOf(state: SessionState): Worktrees {
  return new Map(
    branchesOf(state).flatMap(({ id, worktree }) =>
      worktree && worktree.removedRef === undefined ? [[id, worktree] as const] : [],
    ),
  );
}

function parentsOf(state: SessionState): string[] {
  return [...worktreesOf(state).keys()].flatMap((id) => state.branches[id]?.parent ?? []);
}

function isSame(one: Worktrees, other: Worktrees): boolean {
  return one.size === other.size && [...one].every(([id, worktree]) => other.get(id) === worktree);
}

/** Keeps the conflicts in step with the open session's worktrees. Returns the way to stop. */
export function connectConflicts(): () => void {
  const follow = (): void => {
    const { sessionId, state, phase } = now();
    if (phase !== 'open' || sessionId === null) return;
    const worktrees = worktreesOf(state);
    if (seen.sessionId === sessionId && isSame(seen.worktrees, worktrees)) return;
    if (seen.sessionId !== sessionId) seen = { sessionId: null, worktrees: new Map() };
    // Forks that have changed nothing yet collide with nobody.
    if ([...worktrees.values()].some(({ files }) => files > 0)) plan();
    else if (conflictStore.getState().matrix !== null) conflictStore.getState().reset();
  };
  const show = (): void => {
    if (document.hidden) return;
    const { asOf } = conflictStore.getState();
    if (isStale || (asOf !== null && Date.now() - asOf > FRESH_MS)) plan();
  };
  const stop = sessionStore.subscribe(follow);
  document.addEventListener('visibilitychange', show);
  window.addEventListener('focus', show);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', show);
    window.removeEventListener('focus', show);
    if (timer !== null) clearTimeout(timer);
    timer = null;
    isStale = false;
    seen = { sessionId: null, worktrees: new Map() };
    conflictStore.getState().reset();
  };
}
