import { describeNotKept } from '../core/worktree/ignored-content.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import type { RemovedSnapshots } from '../shared/worktree-calls.ts';
import { print } from './host.ts';

export interface PruneCommandOptions {
  readonly workspace: string;
  /** As typed. */
  readonly days: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `worktree prune`: removes old worktrees of a repository that hold nothing of their own. Returns the exit code. */
export async function pruneCommand(engine: Engine, options: PruneCommandOptions): Promise<number> {
  const { workspace, dryRun, json } = options;
  const days = Number(options.days);
  if (options.days.trim() === '' || !Number.isFinite(days) || days < 0) {
    throw new EngineFault('usage', `"${options.days}" is no number of days. Write --days 14, or --days 0 for all.`);
  }
  const report = await engine.pruneWorktrees(workspace, { days, dryRun });
  if (json) {
    print(JSON.stringify({ dryRun, days, ...report }, null, 2));
    return 0;
  }
  for (const path of report.repaired) print(`${path}  joined with its moved repository again`);
  for (const { path, why } of report.kept) print(`${path}  kept: ${why}`);
  for (const { path, notKept } of report.removed) {
    print(`${path}  ${dryRun ? 'would be removed' : 'removed'}${notKept ? `. ${describeNotKept(notKept)}` : ''}`);
  }
  for (const each of report.snapshots) print(`${removedSnapshotWords(each)} ${dryRun ? 'would go' : 'went'}.`);
  if (report.removed.length === 0) print(`No worktree older than ${days} days can be removed unasked.`);
  if (!dryRun && report.removed.length + report.snapshots.length > 0) print(`Written down in ${report.log}.`);
  return 0;
}

/** E.g. "refs/forkscope/snapshots/s1/fork-1: 3 moments of a fork's files". */
export function removedSnapshotWords({ refs, moments }: RemovedSnapshots): string {
  const names = refs.map(({ ref }) => ref).join(', ');
  return `${names}: ${moments === null ? '' : `${moments} ${moments === 1 ? 'moment' : 'moments'} of `}the files of a session that is no more`;
}
