import type { PtyExit, PtyProcess, PtySpawner, PtySpawnOptions } from './pty-process.ts';

/** A terminal for tests: the test says what is printed and when the program ends. */
export class FakePtyProcess implements PtyProcess {
  readonly pid: number;
  readonly options: PtySpawnOptions;
  /** What was typed, in order. */
  readonly written: string[] = [];
  readonly sizes: { columns: number; rows: number }[] = [];
  readonly signals: NodeJS.Signals[] = [];
  paused = false;
  closed = false;
  #dataListeners: ((text: string) => void)[] = [];
  #exitListeners: ((exit: PtyExit) => void)[] = [];
  #exited = false;

  constructor(pid: number, options: PtySpawnOptions) {
    this.pid = pid;
    this.options = options;
  }

  /** Prints text, as the program would. */
  print(text: string): void {
    for (const listener of this.#dataListeners) listener(text);
  }

  /** Ends the program. A second call does nothing. */
  exit(exit: PtyExit): void {
    if (this.#exited) return;
    this.#exited = true;
    this.closed = true;
    for (const listener of this.#exitListeners) listener(exit);
  }

  onData(listener: (text: string) => void): void {
    this.#dataListeners.push(listener);
  }

  onExit(listener: (exit: PtyExit) => void): void {
    this.#exitListeners.push(listener);
  }

  write(data: string): void {
    if (!this.closed) this.written.push(data);
  }

  resize(columns: number, rows: number): void {
    this.sizes.push({ columns, rows });
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  kill(signal: NodeJS.Signals): void {
    this.signals.push(signal);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    queueMicrotask(() => this.exit({ exitCode: null, signal: 'SIGKILL' }));
  }
}

/** Hands out fake terminals. Process ids are above any real one, so a stray signal hits nobody. */
export class FakePtySpawner implements PtySpawner {
  readonly processes: FakePtyProcess[] = [];
  #waiting: ((process: FakePtyProcess) => void)[] = [];

  async spawn(options: PtySpawnOptions): Promise<PtyProcess> {
    const process = new FakePtyProcess(0x7000_0000 + this.processes.length, options);
    this.processes.push(process);
    for (const resolve of this.#waiting.splice(0)) resolve(process);
    return process;
  }

  /** The next terminal that is started after this call. */
  next(): Promise<FakePtyProcess> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
