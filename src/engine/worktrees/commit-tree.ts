import { appIdentity } from './app-identity.ts';
import type { Git } from './git.ts';

export interface CommitTree {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes a commit in the app's own name. Returns its id. */
export async function commitTree(git: Git, root: string, { tree, parents, message, now }: CommitTree): Promise<string> {
  const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '--no-gpg-sign', tree];
  for (const parent of parents) args.push('-p', parent);
  const { stdout } = await git.run(root, args, { environment: appIdentity(now), input: message });
  return stdout.trim();
}
