import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A workspace and a data folder, empty, removed when the test ends. */
export function makeDefinitions(): {
  workspace: string;
  home: string;
  /** Writes below the folder that holds `workspace` and `home`; returns the absolute path. */
  write(path: string, text: string): string;
} {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forkscope-agents-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
  mkdirSync(workspace);
  mkdirSync(home);
  return {
    workspace,
    home,
    write(path, text) {
      const absolute = join(folder, path);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, text);
      return absolute;
    },
  };
}

/** An agent file with a name, and further header lines. */
export function agentText(name: string, ...more: readonly string[]): string {
  return ['---', `name: ${name}`, `description: About ${name}.`, ...more, '---', '', `I am ${name}.`, ''].join('\n');
}
