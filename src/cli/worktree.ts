import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { branchesOf } from '../core/session/selectors.ts';
import type { CollidingFile } from '../core/worktree/collision.ts';
import { describeNotKept } from '../core/worktree/ignored-content.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { isThere } from '../engine/worktrees/is-there.ts';
import type { HeldSnapshots } from '../shared/worktree-calls.ts';
import { print } from './host.ts';
import { requireChange } from './require-change.ts';
import { requireWritable } from './require-file.ts';

interface Json {
  readonly json: boolean;
}

const asJson = (value: unknown) => print(JSON.stringify(value, null, 2));

/** `worktree list`: a session's worktrees, and everything else of its repository that takes room. */
export async function listCommand(engine: Engine, target: string, { json }: Json): Promise<number> {
  const sessionId = await engine.find(target);
  const state = await engine.read(sessionId);
  const team = await engine.readWorktrees(sessionId);
  const survey = await team.survey();
  const snapshots = await engine.housekeeping.snapshotsOf(sessionId);
  const counts = await team.counts();
  const branches = branchesOf(state).flatMap(({ id, title, status, worktree }) =>
    worktree
      ? [{ branch: id, title, status, ...worktree, ...counts.get(id), countedIn: counts.get(id) ? 'folder' : 'log' }]
      : [],
  );
  if (json) {
    asJson({ sessionId, branches, ...survey, snapshots });
    return 0;
  }
  if (branches.length === 0) print('No fork of this session has a worktree of its own.');
  for (const { branch, status, path, files, added, removed, removedRef, merges, countedIn } of branches) {
    const where =
      removedRef === undefined ? path : `discarded${removedRef === null ? '' : `, kept under ${removedRef}`}`;
    const gone = countedIn === 'log' ? ' (by the log)' : '';
    print(`${branch}  ${status}  ${files} ${files === 1 ? 'file' : 'files'} +${added} −${removed}${gone}  ${where}`);
    for (const merge of merges ?? []) {
      print(`  ${merge.isUndone ? 'undone' : 'merged'} as ${merge.way} into ${merge.into}; undo: ${merge.undoId}`);
    }
  }
  const own = new Set(branches.map(({ path }) => path));
  for (const { path, condition, action, why, bytes } of survey.worktrees) {
    if (condition === 'main' || own.has(path)) continue;
    print(`${path}  ${condition}${bytes === null ? '' : `, ${sizeOf(bytes)}`}  ${action}: ${why}`);
  }
  for (const { ref, at, bytes } of survey.backups) {
    print(`${ref}  ${new Date(at).toISOString().slice(0, 10)}${bytes === null ? '' : `, ${sizeOf(bytes)}`}`);
  }
  for (const held of snapshots) print(snapshotWords(held));
  for (const { file, reason } of survey.problems) print(`${file}: ${reason}`);
  return 0;
}

/** A line of what a session keeps of its forks' files, e.g. "refs/…  7 moments of 2 branches, 14 KB  of a session that is gone". */
function snapshotWords({ sessionId, branches, moments, bytes, at, holder }: HeldSnapshots): string {
  const many = branches.length === 1 ? 'one branch' : `${branches.length} branches`;
  const what = moments === null ? `files of ${many}` : `${moments} ${moments === 1 ? 'moment' : 'moments'} of ${many}`;
  const size = bytes === null ? '' : `, ${sizeOf(bytes)}`;
  const last = `last ${new Date(at).toISOString().slice(0, 10)}`;
  return `refs/forkscope/snapshots/${sessionId}  ${what}${size}, ${last}  ${HOLDER_WORDS[holder]}`;
}

const HOLDER_WORDS: Readonly<Record<HeldSnapshots['holder'], string>> = {
  stored: 'kept while its session is there',
  trash: 'kept while its session is in the trash',
  gone: 'its session is no more: `forkscope worktree prune` removes it',
  elsewhere: 'of another data folder, or of an older version: left alone',
};

export interface DiffCommandOptions extends Json {
  readonly against: string | undefined;
  readonly file: string | undefined;
}

/** `worktree diff`: what a branch changed since its base commit, or how it differs from another one now. */
export async function diffCommand(
  engine: Engine,
  target: string,
  branch: string,
  { against, file, json }: DiffCommandOptions,
): Promise<number> {
  const team = await engine.readWorktrees(await engine.find(target));
  if (against === undefined) {
    const patch = await team.diff(branch, { file });
    requireChange(patch, file, `in ${branch}`);
    if (json) asJson({ branch, against: null, patch });
    else process.stdout.write(patch);
    return 0;
  }
  const comparison = await team.compare(against, branch, file);
  requireChange(comparison.patch, file, `from ${against} to ${branch}`);
  if (json) asJson({ branch, against, ...comparison });
  else process.stdout.write(comparison.patch);
  return 0;
}

/** `worktree conflicts`: which forks collide, and the order of merging that conflicts least. Exit code 1 when any does. */
export async function conflictsCommand(engine: Engine, target: string, { json }: Json): Promise<number> {
  const sessionId = await engine.find(target);
  const matrix = await (await engine.readWorktrees(sessionId)).matrix(null);
  const isHot = matrix.pairs.some(({ level }) => level === 'hot');
  if (json) {
    asJson({ sessionId, ...matrix });
    return isHot ? 1 : 0;
  }
  for (const { one, other, level, files } of matrix.pairs) {
    if (level !== 'clean') print(`${one} ${other}  ${level}  ${files.map(fileWords).join(', ')}`);
  }
  if (matrix.pairs.every(({ level }) => level === 'clean')) print('No two of them touch the same file.');
  for (const { id, problem } of matrix.sides) if (problem !== null) print(`${id}  not compared: ${problem}`);
  if (matrix.order.length > 0) print('\nMerge in this order:');
  for (const [at, { id, reason }] of matrix.order.entries()) print(`${at + 1}. ${id}  ${reason}`);
  return isHot ? 1 : 0;
}

function fileWords({ path, level, kind, hunks }: CollidingFile): string {
  if (level === 'soft') return path;
  const places = hunks.map(({ oursLine, theirsLine }) => `line ${oursLine} and ${theirsLine}`);
  return `${path} (${[kind, ...places].join('; ')})`;
}

export interface DiscardCommandOptions extends Json {
  readonly yes: boolean;
}

/** `worktree discard`: removes a branch's worktree; what it holds is kept under a backup ref. */
export async function discardCommand(
  engine: Engine,
  target: string,
  branch: string,
  { yes, json }: DiscardCommandOptions,
): Promise<number> {
  const session = await engine.open(await engine.find(target));
  const path = session.state.branches[branch]?.worktree?.path;
  const wasLost = path !== undefined && !(await isThere(path));
  // Without a yes the question itself names what would not be kept.
  const notKept = yes ? (await session.team.loss(branch)).ignored.notKept : null;
  const backupRef = await session.discardWorktree(branch, yes).catch((error: unknown) => {
    if (!(error instanceof EngineFault) || error.code !== 'needs-confirmation') throw error;
    throw new EngineFault(error.code, `${error.message} On the command line, add --yes.`);
  });
  if (json) asJson({ branch, backupRef, notKept });
  else if (backupRef !== null) print(`Removed. Its last state is kept under ${backupRef}.`);
  else if (wasLost) print('Removed. Its folder was gone already, and git has nothing more of it.');
  else print(notKept === null ? 'Removed. It held nothing of its own.' : 'Removed. There was nothing to keep.');
  if (!json && notKept !== null) print(describeNotKept(notKept));
  return 0;
}

/** `worktree restore`: brings a discarded worktree back. */
export async function restoreCommand(
  engine: Engine,
  target: string,
  branch: string,
  { backup, json }: Json & { readonly backup: string | undefined },
): Promise<number> {
  const session = await engine.open(await engine.find(target));
  const { path, gitBranch, notices } = await session.team.restore(branch, backup ?? null);
  if (json) asJson({ branch, path, gitBranch, notices });
  else for (const line of [`Restored at ${path}.`, ...notices]) print(line);
  return 0;
}

export interface ExportCommandOptions extends Json {
  readonly format: string;
  readonly output: string;
}

/** `worktree export`: what a fork changed, as a patch or a git bundle, for another clone. */
export async function exportCommand(
  engine: Engine,
  target: string,
  branch: string,
  { format, output, json }: ExportCommandOptions,
): Promise<number> {
  const team = await engine.readWorktrees(await engine.find(target));
  const file = resolve(output);
  await requireWritable(file);
  if (format === 'patch') {
    await writeFile(file, await team.exportPatch(branch), 'latin1');
    if (json) asJson({ branch, file });
    else print(`Written to ${file}. Take it with \`git apply --3way\` in another clone.`);
    return 0;
  }
  const bundle = await team.exportBundle(branch, file);
  if (json) asJson({ branch, ...bundle });
  else
    print(
      `Written to ${file}. Take it with \`git fetch ${output} ${bundle.ref}\` in a clone that has ${bundle.needs.join(', ')}.`,
    );
  return 0;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
