import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { SetUpError } from './set-up-error.mjs';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** For each running child, the function that passes a signal on to it. */
const children = new Set();
let received;

const handlers = FORWARDED.map((signal) => [
  signal,
  () => {
    received ??= signal;
    for (const pass of children) pass(signal);
    if (children.size === 0) process.exit(exitCodeOf(null, signal));
  },
]);

/** From now on signals go to the running child, and end this process (after its clean-up) when there is none. */
export function holdSignals() {
  for (const [signal, handler] of handlers) process.on(signal, handler);
}

/** Gives signals back to whoever comes next in this process. */
export function releaseSignals() {
  for (const [signal, handler] of handlers) process.off(signal, handler);
}

/** The shell's convention: 128 + number for a process that a signal ended. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/**
 * Runs a program to its end and passes on signals that reach this process.
 *
 * `output: 'inherit'` shows what it prints, `'capture'` returns it (both streams, in the order of arrival).
 * `started` gets the child, for whoever wants to watch or stop it. `killAfterMs` is for programs that go on in spite
 * of a signal: so long after it, they and what they have started are killed.
 * A missing program is code 127, as in a shell.
 */
export function run(command, args, { cwd, env = process.env, output = 'inherit', started, killAfterMs } = {}) {
  return new Promise((resolve) => {
    const stdio = output === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio, detached: killAfterMs !== undefined });
    const pass = killAfterMs === undefined ? (signal) => child.kill(signal) : firmly(child, killAfterMs);
    children.add(pass);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
    }
    const end = (result) => {
      if (!children.delete(pass)) return;
      resolve(result);
    };
    child.on('error', (error) => end({ code: error.code === 'ENOENT' ? 127 : 126, output: `${text}${error.message}` }));
    child.on('close', (code, signal) => end({ code: exitCodeOf(code, signal), output: text }));
    started?.(child);
  });
}

/** Passes a signal on to the child's process group, and soon after it the one that cannot be ignored. */
function firmly(child, killAfterMs) {
  const send = (signal) => {
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
    } catch {
      // Gone already.
    }
  };
  return (signal) => {
    send(signal);
    setTimeout(() => send('SIGKILL'), killAfterMs).unref();
  };
}

/** As {@link run}, but a failure is an error with `sentence`, and a signal that came meanwhile ends this process. */
export async function runOrFail(command, args, { sentence, ...options }) {
  const result = await run(command, args, options);
  endIfSignalled();
  if (result.code !== 0) {
    throw new SetUpError(sentence, { details: options.output === 'capture' ? result.output : '' });
  }
  return result;
}

/** Ends this process with the signal's exit code if one has arrived. */
export function endIfSignalled() {
  if (received) process.exit(exitCodeOf(null, received));
}
