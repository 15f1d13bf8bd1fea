import { bySession, type KeptSnapshots, type SnapshotRef } from '../../../core/worktree/kept-snapshots.ts';
import { keeperOf, SNAPSHOT_TITLE } from '../../../core/worktree/snapshot-message.ts';
import type { Git } from '../git.ts';
import { SNAPSHOT_PREFIX } from '../keep-snapshot.ts';
import type { SharedRepository } from '../locate-repository.ts';
import { deleteRef } from '../update-refs.ts';
import { inWriteQueue } from '../write-queue.ts';

/** Counting bytes is one run of git a session; the rest of a long list goes without. */
const MOST_COUNTED = 40;

/** All snapshots of a repository, of whichever session. Refs that are not named as ours are left out. Throws `GitError`. */
export async function listSnapshots(git: Git, repository: SharedRepository): Promise<SnapshotRef[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(contents)%00';
  const { stdout } = await git.run(repository.commonDir, ['for-each-ref', format, SNAPSHOT_PREFIX]);
  const fields = stdout.split('\0');
  const refs: SnapshotRef[] = [];
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [name = '', commit = '', seconds = '', message = ''] = fields.slice(index, index + 4);
    // Each record but the first begins with the newline that ended the one before.
    const ref = name.trim();
    const [sessionId, branch, ...more] = ref.slice(SNAPSHOT_PREFIX.length).split('/');
    if (!sessionId || !branch || more.length > 0) continue;
    refs.push({ ref, sessionId, branch, commit, at: Number(seconds) * 1000, keeper: keeperOf(message) });
  }
  return refs;
}

/** What they hold, by session, the newest first. Reads only. Throws `GitError`. */
export async function surveySnapshots(
  git: Git,
  { commonDir }: SharedRepository,
  refs: readonly SnapshotRef[],
): Promise<KeptSnapshots[]> {
  if (refs.length === 0) return [];
  const moments = await countMoments(git, commonDir, refs);
  const sessions = [...bySession(refs)].map(([sessionId, own]) => ({
    sessionId,
    branches: own.map(({ branch }) => branch),
    moments: moments && own.reduce((sum, { ref }) => sum + (moments.get(ref) ?? 0), 0),
    at: Math.max(...own.map(({ at }) => at)),
  }));
  sessions.sort((a, b) => b.at - a.at);
  const kept: KeptSnapshots[] = [];
  for (const [index, session] of sessions.entries()) {
    kept.push({ ...session, bytes: index < MOST_COUNTED ? await heldBytes(git, commonDir, session.sessionId) : null });
  }
  return kept;
}

/** Removes refs that still point where they did when they were listed. Throws `GitError`. */
export async function removeSnapshots(
  git: Git,
  repository: SharedRepository,
  refs: readonly SnapshotRef[],
): Promise<void> {
  await inWriteQueue(repository.commonDir, async () => {
    for (const { ref, commit } of refs) await deleteRef(git, repository, ref, commit);
  });
}

/** Snapshots by the ref that keeps them; null when git cannot tell. */
export async function countMoments(
  git: Git,
  folder: string,
  refs: readonly SnapshotRef[],
): Promise<ReadonlyMap<string, number> | null> {
  const only = ['--not', `--exclude=${SNAPSHOT_PREFIX}*`, '--all'];
  const ours = ['--source', '--format=%S', '--fixed-strings', `--grep=${SNAPSHOT_TITLE}`];
  const input = refs.map(({ ref }) => `${ref}\n`).join('');
  const { exitCode, stdout } = await git.run(
    folder,
    ['-c', 'log.showSignature=false', 'log', ...ours, '--stdin', ...only],
    {
      exitCodes: 'any',
      input,
    },
  );
  if (exitCode !== 0) return null;
  const counts = new Map<string, number>();
  for (const ref of stdout.split('\n')) if (ref !== '') counts.set(ref, (counts.get(ref) ?? 0) + 1);
  return counts;
}

async function heldBytes(git: Git, folder: string, sessionId: string): Promise<number | null> {
  const own = `${SNAPSHOT_PREFIX}${sessionId}/*`;
  const args = ['rev-list', '--objects', '--disk-usage', `--glob=${own}`, '--not', `--exclude=${own}`, '--all'];
  const { exitCode, stdout } = await git.run(folder, args, { exitCodes: 'any' });
  return exitCode === 0 ? Number(stdout.trim()) : null;
}
