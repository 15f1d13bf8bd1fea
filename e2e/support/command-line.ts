import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = resolve(import.meta.dirname, '../../out/main/cli.js');

export interface Finished {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

export interface Running {
  readonly child: ChildProcess;
  /** Lines of standard output so far. */
  readonly lines: readonly string[];
  readonly done: Promise<Finished>;
  /** Resolves with the first line that fits. */
  line(fits: (line: string) => boolean): Promise<string>;
}

/** Starts the built command line on a data folder of the test's own, without the keys of whoever runs the tests. */
export function start(
  args: readonly string[],
  env: Record<string, string>,
  command = [process.execPath, CLI],
): Running {
  const began = performance.now();
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^(GEMINI|GOOGLE|OPENAI|DASHSCOPE|ANTHROPIC|GIT)_/.test(name),
  );
  const [program = '', ...before] = command;
  const child = spawn(program, [...before, ...args], { env: { ...Object.fromEntries(clean), ...env }, detached: true });
  const lines: string[] = [];
  const waiting: { fits: (line: string) => boolean; resolve: (line: string) => void }[] = [];
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const wait of waiting) if (wait.fits(line)) wait.resolve(line);
  });
  const done = new Promise<Finished>((finish) => {
    child.once('close', (code) => {
      const seconds = (performance.now() - began) / 1000;
      finish({ code, stdout: lines.join('\n'), stderr, seconds });
    });
  });
  return {
    child,
    lines,
    done,
    line(fits) {
      const past = lines.find(fits);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((found, failed) => {
        waiting.push({ fits, resolve: found });
        void done.then(({ stdout, stderr: errors }) => failed(new Error(`it ended first:\n${stdout}\n${errors}`)));
      });
    },
  };
}

export function forkscope(args: readonly string[], env: Record<string, string>): Promise<Finished> {
  return start(args, env).done;
}
