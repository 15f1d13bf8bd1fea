import type { PlannedCommit } from '../../../core/worktree/merge-plan.ts';
import { conflictKinds } from '../../../core/worktree/merge-records.ts';
import { splitNul } from '../../../core/worktree/nul-fields.ts';
import type { Git } from '../git.ts';
import { toText } from '../latin1.ts';
import { type MergePlace, mergeTrees } from '../merge-trees.ts';

export interface ReplayRequest {
  readonly baseCommit: string;
  /** The fork's head. */
  readonly tip: string;
  /** The commit that the first one goes on top of. */
  readonly onto: string;
}

export type Replay =
  | { readonly kind: 'replayed'; readonly head: string; readonly commits: readonly PlannedCommit[] }
  | { readonly kind: 'stopped'; readonly reason: string; readonly commits: readonly PlannedCommit[] };

/**
 * Makes a fork's own commits again on top of another one, with their authors, dates and messages; the committer is the
 * person. When the fork started from that very commit, its commits are taken as they are. Throws `GitError`.
 */
export async function replayCommits(git: Git, place: MergePlace, request: ReplayRequest): Promise<Replay> {
  const { baseCommit, tip, onto } = request;
  const { environment, signal } = place;
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%ad%x00%B%x00';
  const args = [
    '-c',
    'log.showSignature=false',
    'log',
    '--reverse',
    '--topo-order',
    '--date=raw',
    '--encoding=UTF-8',
    format,
    tip,
    '--not',
    baseCommit,
    '--',
  ];
  const { stdout } = await git.run(place.folder, args, { environment, signal });
  const fields = splitNul(stdout);
  const commits: (PlannedCommit & {
    readonly commit: string;
    readonly parents: readonly string[];
    readonly author: Record<string, string>;
  })[] = [];
  for (let index = 0; index + 5 < fields.length; index += 6) {
    const [commit = '', parents = '', name = '', email = '', date = '', message = ''] = fields.slice(index, index + 6);
    commits.push({
      commit: commit.trim(),
      parents: parents.split(' ').filter(Boolean),
      author: { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
      message,
    });
  }
  const planned = commits.map(({ commit, message }) => ({ commit, message: message.trim() }));
  const isLine = commits.every(
    ({ parents }, at) => parents.length === 1 && parents[0] === (commits[at - 1]?.commit ?? baseCommit),
  );
  if (!isLine) {
    return {
      kind: 'stopped',
      commits: planned,
      reason:
        'The fork’s commits are not one line from its base (it merged, or was reset). Take its changes as one commit instead.',
    };
  }
  if (onto === baseCommit) return { kind: 'replayed', head: tip, commits: planned };
  let head = onto;
  for (const { commit, parents, author, message } of commits) {
    const [merge] = await mergeTrees(git, place, [{ base: parents[0] ?? baseCommit, ours: head, theirs: commit }]);
    if (merge === undefined || !merge.isClean) {
      const paths = merge === undefined ? [] : [...conflictKinds(merge).keys()].map(toText);
      return {
        kind: 'stopped',
        commits: planned,
        reason: `The commit "${message.trim().split('\n')[0]}" conflicts with the parent in ${paths.join(', ')}. Take the fork's changes as one commit, where conflicts can be resolved.`,
      };
    }
    const write = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '--no-gpg-sign', merge.tree, '-p', head];
    const output = await git.run(place.folder, write, {
      environment: { ...environment, ...author },
      input: message,
      signal,
    });
    head = output.stdout.trim();
  }
  return { kind: 'replayed', head, commits: planned };
}
