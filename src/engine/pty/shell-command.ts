import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import { findProgram } from './find-program.ts';

/** Linux takes at most 128 KiB for one argument (MAX_ARG_STRLEN); longer commands go through a file. */
const LONGEST_ARGUMENT = 100_000;

/** A command as program and arguments. */
export interface ShellCommand {
  readonly argv: readonly string[];
  /** Removes what was made for it. */
  dispose(): Promise<void>;
}

/** A command in bash, or in sh where there is no bash, without the person's start-up files. */
export async function shellCommand(command: string, searchPath: string | undefined): Promise<ShellCommand> {
  const shell = findProgram('bash', searchPath) ?? '/bin/sh';
  if (Buffer.byteLength(command) <= LONGEST_ARGUMENT) {
    return { argv: [shell, '-c', command], dispose: async () => undefined };
  }
  const folder = await makeTemporaryFolder('command');
  const script = join(folder, 'command.sh');
  await writeFile(script, command, { mode: 0o600 });
  return { argv: [shell, script], dispose: () => rm(folder, { recursive: true, force: true }) };
}

/** @throws WorkingFolderError when commands cannot run in this folder. */
export async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new WorkingFolderError(`The folder ${path} does not exist any more; the command was not run.`);
  if (!found.isDirectory()) throw new WorkingFolderError(`${path} is not a folder; the command was not run.`);
}

/** The folder that a command should run in is not there. */
export class WorkingFolderError extends Error {
  override readonly name = 'WorkingFolderError';
}
