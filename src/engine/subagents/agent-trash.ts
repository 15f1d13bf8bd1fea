import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { EngineFault } from '../engine-fault.ts';

const label = z.object({ path: z.string(), deletedAt: z.number() });

/** Keeps definitions that were deleted or overwritten, in the data folder: each as it was, with where it came from. */
export class AgentTrash {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'agents-trash');
  }

  /** Copies a file here; returns the name by which `restore` brings it back. */
  async keep(path: string, now: number): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const name = `${new Date(now).toISOString().slice(0, 10)}-${randomUUID().slice(0, 8)}`;
    await copyFile(path, join(this.#folder, `${name}.md`));
    await writeFile(join(this.#folder, `${name}.json`), JSON.stringify({ path, deletedAt: now }));
    return name;
  }

  /** Where a file was. Throws an `EngineFault` when it is no longer here. */
  async originOf(name: string): Promise<string> {
    const text = await readFile(join(this.#folder, `${name}.json`), 'utf8').catch(() => null);
    if (text !== null) return label.parse(JSON.parse(text)).path;
    throw new EngineFault('not-found', 'This file is no longer in the trash. Read the list again.');
  }

  /** Brings a file back to `path`, where nothing may be. */
  async restore(name: string, path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
    await copyFile(join(this.#folder, `${name}.md`), temporary);
    await rename(temporary, path);
    await Promise.all(['md', 'json'].map((end) => rm(join(this.#folder, `${name}.${end}`), { force: true })));
  }
}
