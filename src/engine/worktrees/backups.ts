import { type BackupNote, parseBackupMessage } from '../../core/worktree/backup-message.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import type { SharedRepository } from './locate-repository.ts';

export const BACKUP_PREFIX = 'refs/forkscope/backup/';

/** A removed worktree, kept as one commit: its tree is the files, its parents hold every commit that was made there. */
export interface Backup extends BackupNote {
  readonly ref: string;
  readonly commit: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** All backups of a repository, by name. Refs that are not ours to read are left out. Throws `GitError`. */
export async function listBackups(git: Git, location: SharedRepository): Promise<Backup[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(contents)%00';
  const { stdout } = await git.run(location.commonDir, ['for-each-ref', format, BACKUP_PREFIX]);
  const fields = stdout.split('\0');
  const backups: Backup[] = [];
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [ref = '', commit = '', seconds = '', message = ''] = fields.slice(index, index + 4);
    const note = parseBackupMessage(message);
    // Each record but the first begins with the newline that ended the one before.
    if (note !== null) backups.push({ ...note, ref: ref.trim(), commit, at: Number(seconds) * 1000 });
  }
  return backups;
}

/** By ref or by name. Throws `GitError` when there is none. */
export async function findBackup(git: Git, location: SharedRepository, wanted: string): Promise<Backup> {
  const backups = await listBackups(git, location);
  const backup = backups.find(({ ref }) => ref === wanted || ref === `${BACKUP_PREFIX}${wanted}`);
  if (backup !== undefined) return backup;
  throw new GitError(
    'no-backup',
    `There is no backup called ${wanted} in ${location.commonDir}. List the backups to see their names.`,
  );
}
