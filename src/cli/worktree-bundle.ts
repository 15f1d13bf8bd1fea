import type { BundledFork } from '../core/worktree/bundle.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { readBundle } from '../engine/export/read-bundle.ts';
import { parseForks } from '../engine/worktrees/share/carried-forks.ts';
import { print } from './host.ts';
import { requireReadable } from './require-file.ts';
import {
  type ApplyCommandOptions,
  hintOf,
  printPlan,
  resolutionOf,
  selectionOf,
  writtenWords,
} from './worktree-merge.ts';

export interface BundleApplyOptions extends ApplyCommandOptions {
  readonly bundle: string;
  /** A branch of the bundled session; may be left out when it has one fork only. */
  readonly fork: string | undefined;
  /** A folder in the clone that is written to. */
  readonly workspace: string;
}

/**
 * `worktree apply --bundle FILE --fork ID`: merges a fork of somebody else's session into a clone of one's own, three-way,
 * or with `--preview` says what that would do. Returns the exit code: 1 when it cannot run as it stands.
 */
export async function applyBundleCommand(engine: Engine, options: BundleApplyOptions): Promise<number> {
  const choice = {
    root: options.workspace,
    fork: chooseFork(options, await readForks(options.bundle)),
    way: options.as,
    selection: selectionOf(options),
    message: options.message,
    resolutions: await Promise.all(options.resolve.map(resolutionOf)),
    consent: options.allowDirty,
  };
  if (options.preview) {
    const plan = await engine.team.preview(choice);
    if (options.json) print(JSON.stringify(plan, null, 2));
    else printPlan(plan);
    return plan.readiness.kind === 'ready' || plan.readiness.kind === 'nothing' ? 0 : 1;
  }
  const result = await engine.team.apply(choice, null);
  const { plan } = result;
  if (result.kind === 'refused') {
    throw new EngineFault(plan.readiness.kind, `${result.message}${hintOf(plan.readiness.kind)}`);
  }
  const { undoId, undoRef } = result;
  const commit = plan.way === 'changes' ? null : result.head;
  const fork = choice.fork.branch;
  if (options.json)
    print(JSON.stringify({ fork, files: plan.files, commit, undoId, undoRef, notices: plan.notices }, null, 2));
  else {
    print(writtenWords(plan, commit));
    for (const notice of plan.notices) print(notice);
    print(`To take it back: forkscope worktree undo --workspace ${plan.root} --id ${undoId}`);
  }
  return 0;
}

/** `worktree undo --workspace DIR --id ID`: takes back what no session of one's own knows of. */
export async function undoBundleCommand(
  engine: Engine,
  workspace: string,
  undoId: string,
  { force, json }: { readonly force: boolean; readonly json: boolean },
): Promise<number> {
  const result = await engine.team.undo(workspace, undoId, { force });
  if (result.kind === 'refused')
    throw new EngineFault('undo-refused', `${result.message} On the command line: --force.`);
  const { redoId, redoRef } = result;
  const paths = result.files.map(({ path }) => path);
  if (json) print(JSON.stringify({ paths, redoId, redoRef }, null, 2));
  else {
    print(
      `${paths.length} files put back. To bring them in again: forkscope worktree undo --workspace ${workspace} --id ${redoId}`,
    );
  }
  return 0;
}

async function readForks(file: string): Promise<readonly BundledFork[]> {
  await requireReadable(file, 'Name one that `forkscope export --format bundle` wrote.');
  const { forks } = await readBundle(file);
  const parsed = parseForks(forks);
  if (parsed) return parsed;
  throw new EngineFault(
    'newer',
    `${file} holds forks in a form that this version does not know. Update Forkscope, or ask for the file again.`,
  );
}

function chooseFork({ bundle, fork }: BundleApplyOptions, forks: readonly BundledFork[]): BundledFork {
  const names = forks.map(({ branch }) => branch).join(', ');
  if (forks.length === 0)
    throw new EngineFault('not-found', `${bundle} carries no changes of forks. Export the session as a bundle again.`);
  if (fork === undefined) {
    const [only] = forks;
    if (only !== undefined && forks.length === 1) return only;
    throw new EngineFault('usage', `Say with --fork which one: ${names}.`);
  }
  const found = forks.find(({ branch }) => branch === fork);
  if (found) return found;
  throw new EngineFault('not-found', `${bundle} has no fork ${fork}. It has ${names}.`);
}
