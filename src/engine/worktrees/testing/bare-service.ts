import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createGit } from '../git.ts';
import { WorktreeService } from '../worktree-service.ts';

/** A service for a process of its own: without a test runner, with ids that no other process has. */
export function makeService(folder: string): WorktreeService {
  return new WorktreeService({
    directory: join(folder, 'data', 'worktrees'),
    clock: () => Date.now(),
    ids: () => `id-${randomUUID()}`,
    git: createGit({ environment: process.env }),
  });
}
