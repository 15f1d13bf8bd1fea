import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinNul, splitNul } from '../../core/worktree/nul-fields.ts';
import type { Git, GitOutput, RunOptions } from './git.ts';

/** Files that a filter (git-lfs, git-crypt) would turn into their content, and whose filter cannot be run here. */
export interface UnfilteredFiles {
  readonly filter: string;
  readonly paths: readonly string[];
}

/**
 * Runs a command that writes or reads files. When it stops because a required filter's program is not installed, it is
 * run again without that filter: files are then as git stores them, e.g. pointers of git-lfs. Throws `GitError`.
 */
export async function runDespiteFilters(
  git: Git,
  root: string,
  args: readonly string[],
  options: RunOptions,
): Promise<GitOutput> {
  const first = await git.run(root, args, { ...options, exitCodes: 'any' });
  const wanted = options.exitCodes ?? [0];
  if (wanted === 'any' || (first.exitCode !== null && wanted.includes(first.exitCode))) return first;
  const missing = await brokenFilters(git, root);
  return git.run(root, args, { ...options, environment: withoutFilters(options.environment ?? {}, missing) });
}

/** The environment with these filters switched off, beside the settings that it holds already. */
export function withoutFilters(
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const settings = names.flatMap((name) => [
    [`filter.${name}.required`, 'false'],
    ...['smudge', 'clean', 'process'].map((key) => [`filter.${name}.${key}`, '']),
  ]);
  const before = Number(environment.GIT_CONFIG_COUNT ?? '0');
  const changed: Record<string, string> = { ...environment, GIT_CONFIG_COUNT: String(before + settings.length) };
  for (const [index, [key = '', value = '']] of settings.entries()) {
    changed[`GIT_CONFIG_KEY_${before + index}`] = key;
    changed[`GIT_CONFIG_VALUE_${before + index}`] = value;
  }
  return changed;
}

/** Names of configured filters whose program cannot be found. */
export async function brokenFilters(git: Git, root: string): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, command] of await configuredFilters(git, root)) {
    if (!(await isRunnable(git, root, command))) broken.push(name);
  }
  return broken;
}

async function configuredFilters(git: Git, root: string): Promise<Map<string, string>> {
  const args = ['config', '--null', '--get-regexp', '^filter\\..*\\.(smudge|clean|process)$'];
  const { stdout } = await git.run(root, args, { exitCodes: [0, 1] });
  const filters = new Map<string, string>();
  for (const field of splitNul(stdout)) {
    const [key = '', command = ''] = field.split('\n');
    const name = key.slice('filter.'.length, key.lastIndexOf('.'));
    if (command !== '') filters.set(name, command);
  }
  return filters;
}

/** Asks the shell that git itself would run the filter with. */
async function isRunnable(git: Git, root: string, command: string): Promise<boolean> {
  const program = /^"([^"]+)"|^'([^']+)'|^(\S+)/.exec(command.trim());
  const name = program?.[1] ?? program?.[2] ?? program?.[3] ?? '';
  const alias = 'alias.forkscope-look=!f() { command -v "$1" >/dev/null; }; f';
  const output = await git.run(root, ['-c', alias, 'forkscope-look', name], { exitCodes: 'any' });
  return output.exitCode === 0;
}

/** The files of a checkout that are as git stores them because their filter is missing or was never set up. */
export async function findUnfiltered(git: Git, root: string, signal?: AbortSignal): Promise<UnfilteredFiles[]> {
  const attributes = await readFile(join(root, '.gitattributes'), 'utf8').catch(() => '');
  if (!/\bfilter=/.test(attributes)) return [];
  const listed = await git.run(root, ['ls-files', '-z'], { signal, encoding: 'latin1' });
  const { stdout } = await git.run(root, ['check-attr', '-z', '--stdin', 'filter'], {
    signal,
    input: Buffer.from(joinNul(splitNul(listed.stdout)), 'latin1'),
  });
  const fields = splitNul(stdout);
  const byFilter = new Map<string, string[]>();
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const [path = '', , filter = ''] = fields.slice(index, index + 3);
    if (/^(unspecified|unset|set)$/.test(filter)) continue;
    byFilter.set(filter, [...(byFilter.get(filter) ?? []), path]);
  }
  const configured = await configuredFilters(git, root);
  const found: UnfilteredFiles[] = [];
  for (const [filter, paths] of byFilter) {
    const command = configured.get(filter);
    if (command === undefined || !(await isRunnable(git, root, command))) found.push({ filter, paths });
  }
  return found;
}
