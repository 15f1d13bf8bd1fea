import { hostname } from 'node:os';
import { type LockOwner, parseLockReason } from '../../core/worktree/lock-owner.ts';
import { isAlive } from '../is-alive.ts';

export type LockState =
  | { readonly kind: 'free' }
  /** Forkscope's lock, and its process runs (or runs on another host, where nobody can tell from here). */
  | { readonly kind: 'held'; readonly owner: LockOwner }
  /** Forkscope's lock, left behind by a process that is gone. */
  | { readonly kind: 'stale'; readonly owner: LockOwner }
  /** Set by a person or another program. */
  | { readonly kind: 'foreign'; readonly reason: string };

export function lockState(reason: string | null): LockState {
  if (reason === null) return { kind: 'free' };
  const owner = parseLockReason(reason);
  if (owner === null) return { kind: 'foreign', reason };
  const isHere = owner.host === hostname();
  return { kind: isHere && !isAlive(owner.pid) ? 'stale' : 'held', owner };
}
