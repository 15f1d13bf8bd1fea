import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Workspace {
  readonly folder: string;
  readonly root: string;
  dispose(): void;
}

/** The one that another process made, and will dispose of. */
export function workspaceIn(folder: string): Pick<Workspace, 'folder' | 'root'> {
  return { folder, root: join(folder, 'workspace') };
}

/** A temporary folder with `count` text files of about `bytes` each, named f0.txt, f1.txt, … */
export function makeWorkspace(count: number, bytes: number): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-bench-'));
  const root = join(folder, 'workspace');
  mkdirSync(root);
  for (let file = 0; file < count; file++) {
    const line = (number: number) =>
      `${number}: file ${file} says a few words that differ, ${(number * 7919) % 9973}.\n`;
    let text = '';
    for (let number = 1; text.length < bytes; number++) text += line(number);
    writeFileSync(join(root, `f${file}.txt`), text.slice(0, bytes - 1).trimEnd());
  }
  return { folder, root, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
