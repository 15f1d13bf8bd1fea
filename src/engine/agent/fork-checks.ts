import { existsSync } from 'node:fs';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { EngineFault } from '../engine-fault.ts';
import { MAX_BRANCHES, roomFor } from './agent-calls.ts';

/** A transcript can come from another computer: before anything runs, its folder must be here. Throws one plain sentence. */
export function requireFolder({ session }: SessionState, { root }: BranchState): void {
  if (!session?.importedFrom || (root !== '' && existsSync(root))) return;
  const what = root === '' ? 'This transcript names no folder' : `The folder ${root} of this session is not here`;
  throw new EngineFault('no-workspace', `${what}. Choose the folder that its forks shall work in.`);
}

/** The cap of a session holds for its person, too. Throws one plain sentence. */
export function requireRoom(state: SessionState, wanted: number): void {
  const room = roomFor(state);
  if (room >= wanted) return;
  const left = room === 0 ? 'It is full.' : `There is room for ${room} more.`;
  const next = room === 0 ? 'Start a new session to go on' : 'Take some directives out, or start a new session';
  throw new EngineFault('too-many', `A session has ${MAX_BRANCHES} branches at most. ${left} ${next}.`);
}
