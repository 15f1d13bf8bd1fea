import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type BundledFork, bundledForkSchema, parseForkBundle } from '../../../core/worktree/bundle.ts';
import { EngineFault } from '../../engine-fault.ts';

/** The forks that an imported bundle carries, by branch. */
export type CarriedForks = () => Promise<ReadonlyMap<string, BundledFork>>;

/** Where the patches of an imported bundle's forks lie: see `forkBundleSchema`. */
export function forksFile(folder: string): string {
  return join(folder, 'forks.json');
}

/** What a bundle says of its forks; null in a form that this version does not know. */
export function parseForks(forks: readonly unknown[]): readonly BundledFork[] | null {
  const parsed = z.array(bundledForkSchema).safeParse(forks);
  return parsed.success ? parsed.data : null;
}

/** Reads the forks that lie beside a session's log, once, and only when somebody asks. */
export function carriedForks(folder: string): CarriedForks {
  let reading: ReturnType<CarriedForks> | null = null;
  const read = async () => {
    const file = forksFile(folder);
    const bundle = parseForkBundle(await readFile(file, 'utf8').catch(() => '{"forks":[]}'));
    if (bundle) return new Map(bundle.forks.map((fork) => [fork.branch, fork]));
    throw new EngineFault(
      'newer',
      `${file} holds forks in a form that this version does not know. Update Forkscope, or import the bundle again.`,
    );
  };
  return () => {
    reading ??= read();
    reading.catch(() => {
      reading = null;
    });
    return reading;
  };
}
