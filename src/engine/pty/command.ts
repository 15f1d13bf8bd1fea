import type { DataConsumer } from './command-output.ts';
import type { KeeperKind } from './keeper.ts';
import type { PtySpawner } from './pty-process.ts';

/** A command and everything that decides how it runs. */
export interface CommandOptions {
  /** Text for bash. */
  readonly command: string;
  /** Absolute path of the folder to run in. */
  readonly cwd: string;
  /** The command's environment; make it with `commandEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Longest time in ms; none when left out. */
  readonly timeoutMs?: number;
  /** Aborting it interrupts the command. */
  readonly signal?: AbortSignal;
  /** Gets the output as it arrives, escape sequences included. While a returned promise is open, the command waits. */
  readonly onData?: DataConsumer;
  /** Size of the terminal; 120 by 40 when left out. */
  readonly columns?: number;
  readonly rows?: number;
  /** Most characters of `output`; 30,000 when left out. */
  readonly outputCap?: number;
  /** For tests. */
  readonly spawner?: PtySpawner;
  readonly keeper?: KeeperKind;
  /** A word of letters and digits that no other running command has. */
  readonly token?: string;
}

/** How a command ended and what it left on the screen. */
export interface CommandResult {
  /** The final text of the screen, with a notice in the middle if it was longer than the cap. */
  readonly output: string;
  /** The shell's exit code, or `null` when a signal ended it. */
  readonly exitCode: number | null;
  /** Name of the signal that ended the shell, or `null`. Both are `null` for a command that never started. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly interrupted: boolean;
  readonly durationMs: number;
  /** UTF-8 bytes of the screen's text that `output` leaves out. */
  readonly truncatedBytes: number;
  /** Command lines of processes that still ran when the command itself had ended, and were ended with it. */
  readonly endedInBackground: readonly string[];
  /** Command lines of processes that could not be ended. Normally none. */
  readonly leftAlive: readonly string[];
}

/** A command that runs. */
export interface RunningCommand {
  readonly result: Promise<CommandResult>;
  /** Types into the command's terminal. */
  write(data: string): void;
  resize(columns: number, rows: number): void;
}
