import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Tool, ToolContext, ToolOutput } from '../tool.ts';

/** A git repository in a temporary folder, removed when the test ends. Its path holds a blank and a non-ASCII letter. */
export interface Workspace {
  readonly root: string;
  readonly context: ToolContext;
  write(path: string, content: string | Buffer): void;
  git(...args: string[]): string;
}

export function makeWorkspace(more: Partial<ToolContext> = {}): Workspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forkscope-tools-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'my rö');
  mkdirSync(root);
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
    });
  git('init', '-q');
  return {
    root,
    context: { root, signal: new AbortController().signal, onTerminal: () => undefined, ...more },
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    git,
  };
}

/** Runs a tool as the loop does: arguments as the model sends them. */
export function call(tool: Tool, args: unknown, context: ToolContext): Promise<ToolOutput> {
  return tool.run(tool.parse(args), context);
}
