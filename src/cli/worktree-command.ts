import { Command, Option } from 'commander';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import {
  conflictsCommand,
  diffCommand,
  discardCommand,
  exportCommand,
  listCommand,
  restoreCommand,
} from './worktree.ts';
import { applyBundleCommand, undoBundleCommand } from './worktree-bundle.ts';
import { applyCommand, undoCommand } from './worktree-merge.ts';
import { pastDiffCommand } from './worktree-past.ts';
import { pruneCommand } from './worktree-prune.ts';

/** `worktree …`: what a team does with the forks' worktrees. */
export function worktreeCommand(makeEngine: () => Engine): Command {
  const worktree = new Command('worktree').description("look at, compare, merge, discard and restore forks' worktrees");
  const run = async (work: (engine: Engine) => Promise<number>): Promise<void> => {
    const engine = makeEngine();
    try {
      process.exitCode = await work(engine);
    } finally {
      await engine.close();
    }
  };
  // Commander copies the parent's way of ending only to commands that it makes itself.
  const command = (name: string, description: string) =>
    worktree.command(name).description(description).argument('<session>', 'a session id, or its end').exitOverride();
  const many = (value: string, before: readonly string[]) => [...before, value];
  const none: readonly string[] = [];

  command('list', 'worktrees, backups, and what is left over')
    .option('--json', 'as JSON', false)
    .action((session, options) => run((engine) => listCommand(engine, session, options)));

  command('diff', 'what a branch changed, or how it differs from another one')
    .argument('<branch>')
    .option('--against <branch>', 'compare with this branch as it is now; default: its own base')
    .option('--at <moment>', "as of a past moment: an event's number, or a time, e.g. 2026-12-01T09:30 or 09:30:15")
    .option('--file <path>', 'only this file')
    .option('--json', 'as JSON', false)
    .action((session, branch, { against, at, file, json }) =>
      run((engine) =>
        at === undefined
          ? diffCommand(engine, session, branch, { against, file, json })
          : pastDiffCommand(engine, session, branch, { at, against, file, json }),
      ),
    );

  command('conflicts', 'which forks collide, and the best order of merging; exit code 1 when any do')
    .option('--json', 'as JSON', false)
    .action((session, options) => run((engine) => conflictsCommand(engine, session, options)));

  worktree
    .command('apply')
    .description('merge a fork into its parent, or a fork from a bundle into a clone')
    .argument('[session]', 'a session id, or its end; not with --bundle')
    .argument('[branch]')
    .exitOverride()
    .option('--bundle <file>', 'take the fork from what `forkscope export --format bundle` wrote')
    .option('--fork <branch>', 'which of the bundle')
    .option('--workspace <folder>', 'with --bundle: the clone that is written to', '.')
    .addOption(
      new Option('--as <way>', 'uncommitted changes, one commit, or the fork’s own commits')
        .choices(['changes', 'commit', 'commits'] as const)
        .default('changes' as const),
    )
    .option('--file <path>', 'only this file; may be given again', many, none)
    .option('--hunk <path:numbers>', 'only these hunks of its diff, e.g. a.ts:1,3; may be given again', many, none)
    .option('--message <text>', 'of the one commit; default: from the fork’s report')
    .option(
      '--resolve <path=how>',
      'settle a conflict: ours, theirs, both, delete or @FILE; may be given again',
      many,
      none,
    )
    .option('--allow-dirty <path>', 'write to this file although it has uncommitted edits', many, none)
    .option('--preview', 'only say what would be done', false)
    .option('--json', 'as JSON', false)
    .action((session, branch, { bundle, fork, workspace, message, ...rest }) => {
      const options = { ...rest, message };
      if (bundle !== undefined) {
        if (session !== undefined) throw new EngineFault('usage', 'Give either a session and a branch, or --bundle.');
        return run((engine) => applyBundleCommand(engine, { ...options, bundle, fork, workspace }));
      }
      if (session !== undefined && branch !== undefined) {
        return run((engine) => applyCommand(engine, session, branch, options));
      }
      throw new EngineFault('usage', 'Name a session and a branch, or give --bundle FILE --fork ID.');
    });

  worktree
    .command('undo')
    .description('take a merge back')
    .argument('[session]', 'a session id, or its end; not with --id')
    .argument('[branch]')
    .argument('[undo]', 'the id that the merge printed')
    .exitOverride()
    .option('--workspace <folder>', 'with --id: the clone that was written to', '.')
    .option('--id <undo>', 'of a merge from a bundle')
    .option('--force', 'give up edits made since in the same lines; they are kept under a ref', false)
    .option('--json', 'as JSON', false)
    .action((session, branch, undo, { workspace, id, ...options }) => {
      if (id !== undefined) return run((engine) => undoBundleCommand(engine, workspace, id, options));
      if (session !== undefined && branch !== undefined && undo !== undefined) {
        return run((engine) => undoCommand(engine, session, branch, undo, options));
      }
      throw new EngineFault('usage', 'Name a session, a branch and the id that the merge printed, or give --id.');
    });

  command('discard', 'remove a worktree; what it holds but caches is kept under a backup')
    .argument('<branch>')
    .option('--yes', 'also when it holds changes or commits', false)
    .option('--json', 'as JSON', false)
    .action((session, branch, options) => run((engine) => discardCommand(engine, session, branch, options)));

  worktree
    .command('prune')
    .description('remove old worktrees that hold nothing of their own')
    .exitOverride()
    .option('--workspace <folder>', 'a folder in the repository', '.')
    .option('--days <number>', 'only those that were made longer ago', '14')
    .option('--dry-run', 'only say what would be removed', false)
    .option('--json', 'as JSON', false)
    .action((options) => run((engine) => pruneCommand(engine, options)));

  command('restore', 'bring a discarded worktree back')
    .argument('<branch>')
    .option('--backup <name>', 'default: the one that its discard left')
    .option('--json', 'as JSON', false)
    .action((session, branch, { backup, json }) =>
      run((engine) => restoreCommand(engine, session, branch, { backup, json })),
    );

  command('export', 'what a fork changed, for another clone')
    .argument('<branch>')
    .addOption(new Option('--format <format>').choices(['patch', 'bundle'] as const).default('patch' as const))
    .requiredOption('-o, --output <file>', 'where to write it')
    .option('--json', 'as JSON', false)
    .action((session, branch, options) => run((engine) => exportCommand(engine, session, branch, options)));

  return worktree.exitOverride();
}
