import type { IPty, spawn as spawnPty } from 'node-pty';
import {
  type PtyExit,
  type PtyProcess,
  type PtySpawner,
  type PtySpawnOptions,
  TerminalUnavailableError,
} from './pty-process.ts';
import { signalName } from './signal-name.ts';
import { spareTerminals } from './spare-terminals.ts';
import { TerminalInput } from './terminal-input.ts';

/** Below this many free terminals on the machine we refuse, so that the person can still open one. */
const SPARE_TERMINALS = 20;

/** Public members of node-pty's Unix terminal that its type file leaves out. */
type UnixTerminal = IPty & { readonly fd: number; destroy(): void };

async function loadSpawn(): Promise<typeof spawnPty> {
  try {
    // Loaded on first use: a native module that was not built must not keep the app from starting.
    return (await import('node-pty')).spawn;
  } catch (error) {
    throw new TerminalUnavailableError(
      'The terminal module node-pty is not built for this machine; run `npm rebuild node-pty` and start again.',
      { cause: error },
    );
  }
}

class NodePtyProcess implements PtyProcess {
  readonly pid: number;
  readonly #terminal: UnixTerminal;
  readonly #input: TerminalInput;
  #closed = false;

  constructor(terminal: UnixTerminal) {
    this.#terminal = terminal;
    this.pid = terminal.pid;
    this.#input = new TerminalInput(terminal.fd);
    terminal.onExit(() => {
      this.#closed = true;
      this.#input.close(() => undefined);
    });
  }

  onData(listener: (text: string) => void): void {
    this.#terminal.onData((text) => {
      if (!this.#closed) listener(text);
    });
  }

  onExit(listener: (exit: PtyExit) => void): void {
    this.#terminal.onExit(({ exitCode, signal }) => {
      listener(signal ? { exitCode: null, signal: signalName(signal) } : { exitCode, signal: null });
    });
  }

  write(data: string): void {
    this.#input.write(data);
  }

  resize(columns: number, rows: number): void {
    if (this.#closed) return;
    this.#terminal.resize(Math.max(1, Math.floor(columns)), Math.max(1, Math.floor(rows)));
  }

  pause(): void {
    if (!this.#closed) this.#terminal.pause();
  }

  resume(): void {
    if (!this.#closed) this.#terminal.resume();
  }

  kill(signal: NodeJS.Signals): void {
    this.#terminal.kill(signal);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.close(() => {
      // Both are needed: `kill` alone leaves our descriptor open while another process holds the terminal, and
      // `destroy` alone sends SIGHUP, which the program may ignore.
      this.#terminal.destroy();
      this.#terminal.kill('SIGKILL');
    });
  }
}

/**
 * Terminals from node-pty 1.1.0, on Linux and macOS.
 * @param countSpare how many more terminals the machine can open; a parameter for tests.
 */
export function createNodePtySpawner(countSpare: () => Promise<number | null> = spareTerminals): PtySpawner {
  return { spawn: (options) => spawnTerminal(options, countSpare) };
}

/** The spawner that the app uses. */
export const nodePtySpawner: PtySpawner = createNodePtySpawner();

async function spawnTerminal(options: PtySpawnOptions, countSpare: () => Promise<number | null>): Promise<PtyProcess> {
  if (process.platform === 'win32') {
    throw new TerminalUnavailableError('Commands need bash, which Windows has not; run Forkscope in WSL.');
  }
  const spare = await countSpare();
  if (spare !== null && spare < SPARE_TERMINALS) {
    throw new TerminalUnavailableError(
      `Only ${spare} terminals are free on this machine; close some programs and run the command again.`,
    );
  }
  const spawn = await loadSpawn();
  try {
    const terminal = spawn(options.file, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env },
      name: options.env.TERM ?? 'xterm-256color',
      cols: Math.max(1, Math.floor(options.columns)),
      rows: Math.max(1, Math.floor(options.rows)),
      // One streaming decoder for the whole stream, inside the socket.
      encoding: 'utf8',
    });
    return new NodePtyProcess(terminal as UnixTerminal);
  } catch (error) {
    throw new TerminalUnavailableError(
      'The machine could not open a terminal; close some programs and run the command again.',
      { cause: error },
    );
  }
}
