/** What a terminal is started with. */
export interface PtySpawnOptions {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** Absolute path of an existing folder. */
  readonly cwd: string;
  /** The whole environment; nothing is added to it but PWD and TERM. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/** How the first process of a terminal ended. Exactly one of the two is set. */
export interface PtyExit {
  readonly exitCode: number | null;
  /** A signal's name, e.g. `SIGKILL`. */
  readonly signal: string | null;
}

/** A program that runs in a terminal of its own, as the leader of its own session. */
export interface PtyProcess {
  readonly pid: number;
  /** Output as text. Characters are never split over two calls. */
  onData(listener: (text: string) => void): void;
  /** Called once, when the program has ended and our end of the terminal is closed. */
  onExit(listener: (exit: PtyExit) => void): void;
  /** Types into the terminal. Does nothing once it is closed. */
  write(data: string): void;
  /** Sizes below 1 are raised to 1. Does nothing once the terminal is closed. */
  resize(columns: number, rows: number): void;
  /** Stops reading, so that the program blocks when the kernel's buffer is full. */
  pause(): void;
  resume(): void;
  /** Signals the program itself, not what it started. */
  kill(signal: NodeJS.Signals): void;
  /** Closes our end, whatever is unread, and kills the program. `onExit` follows. */
  close(): void;
}

/** Starts programs in terminals. The one place that knows how terminals are made. */
export interface PtySpawner {
  /** @throws TerminalUnavailableError when the machine or the installation cannot give a terminal. */
  spawn(options: PtySpawnOptions): Promise<PtyProcess>;
}

/** No terminal could be opened. The message says what to do. */
export class TerminalUnavailableError extends Error {
  override readonly name = 'TerminalUnavailableError';
}
