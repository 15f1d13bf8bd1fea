import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a repository says what its worktrees need. */
export const REPOSITORY_SETTINGS = join('.forkscope', 'settings.json');

/** Bytes; a larger file is no settings file. */
const LARGEST = 64 * 1024;

/** A command is shown to a person before it runs: what cannot be seen must not stand in it. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const schema = z.object({
  setup: z
    .object({
      command: z
        .string()
        .trim()
        .min(1, 'the command is empty')
        .max(10_000)
        .refine((text) => !UNSEEN.test(text), 'the command holds characters that cannot be seen'),
    })
    .optional(),
});

export interface RepositorySetup {
  /** Null when the repository asks for none. It comes from a stranger: it must not run unless a person allowed it. */
  readonly command: string | null;
  /** Why the file is of no use, in one plain sentence; null when it is, or when there is none. */
  readonly problem: string | null;
}

/** Reads what the checkout at `root` asks for. Never throws: a broken file stops no fork. */
export async function readRepositorySetup(root: string): Promise<RepositorySetup> {
  const path = join(root, REPOSITORY_SETTINGS);
  let text: string | null;
  try {
    text = await readSmallFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { command: null, problem: null };
    return unusable(path, code === 'ELOOP' ? 'it is a link' : message);
  }
  if (text === null) return unusable(path, 'it is not a small file');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unusable(path, (error as Error).message);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { command: parsed.data.setup?.command ?? null, problem: null };
  const { path: at = [], message = 'it has another form' } = parsed.error.issues[0] ?? {};
  return unusable(path, at.length > 0 ? `at ${at.join('.')}: ${message}` : message);
}

function unusable(path: string, why: string): RepositorySetup {
  return { command: null, problem: `The repository's settings in ${path} are not used (${why}). Correct the file.` };
}

/** Null for what is no file of a sensible size; a pipe of that name must not be waited for. */
async function readSmallFile(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.size <= LARGEST ? await file.readFile('utf8') : null;
  } finally {
    await file.close();
  }
}
