import { existsSync } from 'node:fs';
import { type CloneFit, cloneFit } from '../core/worktree/clone-fit.ts';
import type { CloneLook } from '../shared/clone-calls.ts';
import type { WorkspaceInfo } from '../shared/contract.ts';
import { EngineFault } from './engine-fault.ts';
import { GitError } from './worktrees/git-error.ts';
import type { SessionWorktrees } from './worktrees/session-worktrees.ts';
import type { WorktreeTeam } from './worktrees/worktree-team.ts';

export interface ClonesParts {
  readonly team: WorktreeTeam;
  worktreesOf(sessionId: string): Promise<SessionWorktrees>;
  /** Roots of the workspaces of all stored sessions, the last used first. */
  workspaces(): Promise<readonly string[]>;
  /** Throws an `EngineFault` when the folder cannot be worked in. */
  inspect(path: string): Promise<WorkspaceInfo>;
}

/** Workspaces that are looked at for a suggestion. */
const MOST_KNOWN = 24;
const ORDER: readonly CloneFit[] = ['base', 'below', 'files', 'stranger'];

/** Where a fork that came with a bundle can be merged. Throws `EngineFault` or `GitError`. */
export class Clones {
  readonly #parts: ClonesParts;

  constructor(parts: ClonesParts) {
    this.#parts = parts;
  }

  /** The person's own workspaces that hold something of what the fork started from, the best ones first. */
  async known(sessionId: string, branch: string): Promise<readonly CloneLook[]> {
    const roots = [...new Set(await this.#parts.workspaces())].filter((root) => root !== '' && existsSync(root));
    const looks: CloneLook[] = [];
    for (const root of roots.slice(0, MOST_KNOWN)) {
      const look = await this.look(sessionId, branch, root).catch(unlessUnfit);
      if (look && look.fit !== 'stranger' && !looks.some((one) => one.root === look.root)) looks.push(look);
    }
    return looks.sort((one, other) => ORDER.indexOf(one.fit) - ORDER.indexOf(other.fit));
  }

  async look(sessionId: string, branch: string, path: string): Promise<CloneLook> {
    const fork = await (await this.#parts.worktreesOf(sessionId)).carriedFork(branch);
    const { root, gitBranch } = await this.#parts.inspect(path);
    return { root, gitBranch, ...cloneFit(await this.#parts.team.lookAtClone(root, fork)) };
  }
}

/** A workspace that cannot be worked in any more is no suggestion. */
function unlessUnfit(error: unknown): null {
  if (error instanceof GitError || (error instanceof EngineFault && error.code !== 'not-carried')) return null;
  throw error;
}
