import { readFile } from 'node:fs/promises';
import type { MergeConflict, MergePlan, MergeSelection, MergeWay, Resolution } from '../core/worktree/merge-plan.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import type { BranchMerge } from '../engine/worktrees/session-worktrees.ts';
import { print } from './host.ts';

export interface ApplyCommandOptions {
  readonly as: MergeWay;
  readonly file: readonly string[];
  /** `path:1,3`, counted from 1 as a person counts. */
  readonly hunk: readonly string[];
  readonly message: string | undefined;
  /** `path=ours`, `path=theirs`, `path=delete` or `path=@file` with the resolved text. */
  readonly resolve: readonly string[];
  readonly allowDirty: readonly string[];
  readonly preview: boolean;
  readonly json: boolean;
}

/**
 * `worktree apply`: merges a fork into its parent, or with `--preview` says what that would do. Returns the exit code: 1
 * when it cannot run as it stands.
 */
export async function applyCommand(
  engine: Engine,
  target: string,
  branch: string,
  options: ApplyCommandOptions,
): Promise<number> {
  const sessionId = await engine.find(target);
  const merge: BranchMerge = {
    branch,
    way: options.as,
    selection: selectionOf(options),
    message: options.message,
    resolutions: await Promise.all(options.resolve.map(resolutionOf)),
    consent: options.allowDirty,
  };
  if (options.preview) {
    const plan = await (await engine.readWorktrees(sessionId)).preview(merge);
    if (options.json) print(JSON.stringify(plan, null, 2));
    else printPlan(plan);
    return plan.readiness.kind === 'ready' || plan.readiness.kind === 'nothing' ? 0 : 1;
  }
  const session = await engine.open(sessionId);
  const { plan, undoId, undoRef, commit } = await session.team.apply(merge, null).catch((error: unknown) => {
    if (!(error instanceof EngineFault)) throw error;
    throw new EngineFault(error.code, `${error.message}${hintOf(error.code)}`);
  });
  if (options.json)
    print(JSON.stringify({ branch, files: plan.files, commit, undoId, undoRef, notices: plan.notices }, null, 2));
  else {
    print(writtenWords(plan, commit));
    for (const notice of plan.notices) print(notice);
    print(`To take it back: forkscope worktree undo ${sessionId} ${branch} ${undoId}`);
  }
  return 0;
}

/** E.g. "1 file written to /home/me/project, nothing committed." */
export function writtenWords({ files, root }: Pick<MergePlan, 'files' | 'root'>, commit: string | null): string {
  const end = commit === null ? 'nothing committed' : `committed as ${commit.slice(0, 12)}`;
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} written to ${root}, ${end}.`;
}

/** What a person types to go on where a merge may not run as it stands. */
export function hintOf(code: string): string {
  const hints: Readonly<Record<string, string>> = {
    'needs-consent': ' On the command line: --allow-dirty PATH.',
    conflicts:
      ' On the command line: --resolve PATH=ours, PATH=theirs, PATH=delete or PATH=@FILE; for a file and a folder of one name also PATH=both.',
  };
  return hints[code] ?? '';
}

/** `worktree undo`: takes a merge back. */
export async function undoCommand(
  engine: Engine,
  target: string,
  branch: string,
  undoId: string,
  { force, json }: { readonly force: boolean; readonly json: boolean },
): Promise<number> {
  const sessionId = await engine.find(target);
  const { redoId, redoRef, paths } = await (await engine.open(sessionId)).team.undo(branch, undoId, { force });
  if (json) print(JSON.stringify({ branch, paths, redoId, redoRef }, null, 2));
  else
    print(
      `${paths.length} files put back. To bring them in again: forkscope worktree undo ${sessionId} ${branch} ${redoId}`,
    );
  return 0;
}

export function selectionOf({ file, hunk }: Pick<ApplyCommandOptions, 'file' | 'hunk'>): MergeSelection {
  if (file.length > 0 && hunk.length > 0) throw new EngineFault('usage', 'Give either --file or --hunk, not both.');
  if (hunk.length > 0) return { kind: 'hunks', files: hunk.map(hunksOf) };
  return file.length > 0 ? { kind: 'files', paths: file } : { kind: 'all' };
}

function hunksOf(text: string): { path: string; hunks: number[] } {
  const match = /^(.+):(\d+(?:,\d+)*)$/s.exec(text);
  const numbers = (match?.[2] ?? '').split(',').map(Number);
  if (match?.[1] === undefined || numbers.some((number) => number < 1)) {
    throw new EngineFault('usage', `"${text}" names no hunks. Write PATH:1,3, counted from 1.`);
  }
  return { path: match[1], hunks: numbers.map((number) => number - 1) };
}

export async function resolutionOf(text: string): Promise<Resolution> {
  const at = text.lastIndexOf('=');
  const [path, how] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && (how === 'ours' || how === 'theirs' || how === 'delete' || how === 'both')) {
    return { path, take: how };
  }
  if (at > 0 && how.startsWith('@')) {
    const content = await readFile(how.slice(1), 'utf8').catch(() => {
      throw new EngineFault('usage', `${how.slice(1)} cannot be read. Name a file with the resolved text.`);
    });
    return { path, take: 'text', text: content };
  }
  throw new EngineFault(
    'usage',
    `"${text}" settles nothing. Write PATH=ours, PATH=theirs, PATH=both, PATH=delete or PATH=@FILE.`,
  );
}

function collisionWords(path: string, { file, freeName }: NonNullable<MergeConflict['typeCollision']>): string {
  const [here, there] = file === 'ours' ? ['a file', 'a folder'] : ['a folder', 'a file'];
  return `${here} in the parent (${path}=ours), ${there} in the fork (${path}=theirs); ${path}=both keeps the file as ${freeName}`;
}

export function printPlan(plan: MergePlan): void {
  print(`${plan.fork} into ${plan.root} as ${plan.way}`);
  for (const { path, status, added, removed } of plan.files) {
    print(`  ${status} ${path} +${added} −${removed}${plan.dirty.includes(path) ? ', has uncommitted edits' : ''}`);
  }
  for (const { message } of plan.commits) print(`  commit: ${message.split('\n')[0]}`);
  for (const { path, kind, marked, typeCollision } of plan.conflicts) {
    const more = typeCollision === undefined ? '' : `: ${collisionWords(path, typeCollision)}`;
    print(`  conflict in ${path} (${kind})${more}${marked === null ? '' : `\n${marked}`}`);
  }
  for (const notice of plan.notices) print(notice);
  print('message' in plan.readiness ? plan.readiness.message : 'Ready to be applied.');
}
