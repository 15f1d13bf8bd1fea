import type { PrunedWorktrees } from '../../shared/worktree-calls.ts';
import { host } from '../bridge.ts';
import { plural } from '../ui/format.ts';
import { doneStore } from './done-store.ts';

/** Tells what went by itself, whatever session is open. */
export function connectPrunedNotice(): () => void {
  return host.on('worktrees-pruned', (report) => {
    doneStore.getState().report({ branch: null, text: prunedWords(report), action: null, ofSession: false });
  });
}

/** What a cleaning did, with the names of all backups. */
export function prunedWords({ removed, repaired, snapshots, log }: PrunedWorktrees): string {
  const backups = removed.flatMap(({ backupRef }) => backupRef ?? []);
  return [
    ...(removed.length === 0 ? [] : [`${plural(removed.length, 'old worktree')} that held nothing went; see ${log}.`]),
    ...(backups.length === 0 ? [] : [`Kept under ${backups.join(', ')}.`]),
    ...(snapshots.length === 0
      ? []
      : [`What ${plural(snapshots.length, 'deleted session')} had kept of files went; see ${log}.`]),
    ...(repaired.length === 0 ? [] : [`${plural(repaired.length, 'worktree')} joined with a moved repository again.`]),
  ].join(' ');
}
