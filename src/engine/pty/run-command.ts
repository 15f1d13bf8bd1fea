import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandOptions, CommandResult, RunningCommand } from './command.ts';
import { CommandOutput } from './command-output.ts';
import { Deferred, within } from './deferred.ts';
import { selectDescendants } from './descendants.ts';
import { awaitProcesses, endProcesses } from './end-processes.ts';
import { keeperCommand, parseStatusMark } from './keeper.ts';
import { nodePtySpawner } from './node-pty-spawner.ts';
import { type ProcessEntry, readProcesses, startTicks } from './process-table.ts';
import type { PtyExit, PtyProcess } from './pty-process.ts';
import { requireFolder, shellCommand } from './shell-command.ts';

/** From TERM to KILL, in ms: enough for a test runner to remove its temporary files, short for a person who waits. */
const GRACE_MS = 500;
/** After this, counted from TERM, even processes that KILL does not end are left alone. */
const GIVE_UP_MS = 1_500;
/** How long leftovers of a finished command may end by themselves, e.g. the `tee` of `command > >(tee log)`. */
const SETTLE_MS = 300;
/** Longest wait for the keeper and for the terminal's end. Only a broken keeper makes us wait that long. */
const KEEPER_MS = 1_000;
/** Pause between two requests to the keeper, in ms. */
const KEEPER_RETRY_MS = 20;
/** Longest output for the model, in characters: about 8,000 tokens. */
const OUTPUT_CAP = 30_000;

/**
 * Runs a command to its end.
 * @throws TerminalUnavailableError, WorkingFolderError when it could not be started.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  return (await startCommand(options)).result;
}

/**
 * Starts a command in a terminal of its own. When it ends, is interrupted or runs out of time, everything that it
 * started ends too: processes do not outlive the command that made them.
 * @throws TerminalUnavailableError, WorkingFolderError when it could not be started.
 */
export async function startCommand(options: CommandOptions): Promise<RunningCommand> {
  if (options.signal?.aborted) return neverStarted();
  await requireFolder(options.cwd);
  const shell = await shellCommand(options.command, options.env.PATH);
  const token = options.token ?? randomBytes(12).toString('hex');
  const marker = `FORKSCOPE_COMMAND_${token}`;
  const keeper = keeperCommand(token, shell.argv, { ...options.env, [marker]: '1' }, options.keeper);
  const rows = options.rows ?? 40;
  try {
    const pty = await (options.spawner ?? nodePtySpawner).spawn({
      ...keeper,
      cwd: options.cwd,
      columns: options.columns ?? 120,
      rows,
    });
    const run = new CommandRun(pty, options, { token, marker, rows });
    const result = run.finished.finally(() => shell.dispose());
    return {
      result,
      write: (data) => pty.write(data),
      resize: (columns, newRows) => run.resize(columns, newRows),
    };
  } catch (error) {
    await shell.dispose();
    throw error;
  }
}

function neverStarted(): RunningCommand {
  const result: CommandResult = {
    output: '',
    exitCode: null,
    signal: null,
    timedOut: false,
    interrupted: true,
    durationMs: 0,
    truncatedBytes: 0,
    endedInBackground: [],
    leftAlive: [],
  };
  return { result: Promise.resolve(result), write: () => undefined, resize: () => undefined };
}

/** One command from its first byte to the end of its last process. */
class CommandRun {
  readonly finished: Promise<CommandResult>;
  readonly #pty: PtyProcess;
  readonly #output: CommandOutput;
  readonly #marker: string;
  readonly #startedTicks: number | null;
  readonly #startedAt = performance.now();
  /** The shell's end, or the keeper's own if that was killed. */
  readonly #ended = new Deferred<PtyExit>();
  /** All output has been read. */
  readonly #drained = new Deferred<void>();
  readonly #closed = new Deferred<void>();
  #stopping: Promise<ProcessEntry[]> | null = null;
  #stopCause: 'timeout' | 'interrupt' | null = null;
  #keeperAlive = true;

  constructor(pty: PtyProcess, options: CommandOptions, names: { token: string; marker: string; rows: number }) {
    this.#pty = pty;
    this.#marker = names.marker;
    this.#startedTicks = startTicks(pty.pid);
    this.#output = new CommandOutput(
      pty,
      { token: names.token, rows: names.rows, cap: options.outputCap ?? OUTPUT_CAP, consumer: options.onData },
      (mark) => this.#onMark(mark),
    );
    pty.onExit((exit) => {
      this.#keeperAlive = false;
      this.#ended.resolve(exit);
      this.#drained.resolve();
      this.#closed.resolve();
    });
    this.finished = this.#finish(options);
  }

  resize(columns: number, rows: number): void {
    this.#pty.resize(columns, rows);
    this.#output.resize(rows);
  }

  #onMark(mark: string): void {
    const exit = parseStatusMark(mark);
    if (exit === null) this.#drained.resolve();
    else this.#ended.resolve(exit);
  }

  async #finish(options: CommandOptions): Promise<CommandResult> {
    const interrupt = () => this.#stop('interrupt');
    options.signal?.addEventListener('abort', interrupt, { once: true });
    if (options.signal?.aborted) interrupt();
    const timer =
      options.timeoutMs === undefined ? undefined : setTimeout(() => this.#stop('timeout'), options.timeoutMs);

    const exit = await this.#ended.promise;
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', interrupt);

    const durationMs = performance.now() - this.#startedAt;
    const { endedInBackground, leftAlive } = await this.#endLeftovers();
    this.#pty.close();
    await within(this.#closed.promise, KEEPER_MS);
    const { text, omittedBytes } = this.#output.finish();
    return {
      output: text,
      ...exit,
      timedOut: this.#stopCause === 'timeout',
      interrupted: this.#stopCause === 'interrupt',
      durationMs,
      truncatedBytes: omittedBytes,
      endedInBackground: endedInBackground.map((entry) => entry.command),
      leftAlive: leftAlive.map((entry) => entry.command),
    };
  }

  /** Ends the shell and all that it started; its end is then reported like any other. */
  #stop(cause: 'timeout' | 'interrupt'): void {
    if (this.#stopping !== null) return;
    this.#stopCause = cause;
    this.#output.stopPausing();
    this.#stopping = this.#endAll();
    // Should the keeper not report the end of its dead child, it is broken or stopped, and goes too.
    void this.#stopping.then(async () => {
      await within(this.#ended.promise, KEEPER_MS);
      this.#pty.close();
    });
  }

  /** What is still there once the shell has ended. Afterwards all output has been read. */
  async #endLeftovers(): Promise<{ endedInBackground: ProcessEntry[]; leftAlive: ProcessEntry[] }> {
    let endedInBackground: ProcessEntry[] = [];
    let leftAlive: ProcessEntry[] = [];
    if (this.#stopping !== null) {
      leftAlive = await this.#stopping;
    } else {
      endedInBackground = await awaitProcesses(this.#find, SETTLE_MS);
      if (endedInBackground.length > 0) leftAlive = await this.#endAll();
    }
    await this.#drain();
    return { endedInBackground, leftAlive };
  }

  #find = async (): Promise<ProcessEntry[]> => {
    const entries = await readProcesses({ marker: this.#marker, since: this.#startedTicks });
    return selectDescendants(entries, { pid: this.#pty.pid, startedAt: this.#startedTicks });
  };

  #endAll(): Promise<ProcessEntry[]> {
    return endProcesses(this.#find, { graceMs: GRACE_MS, giveUpMs: GIVE_UP_MS });
  }

  /** Has the keeper print a last mark: a leftover that is gone by now may have printed behind the first one. */
  async #drain(): Promise<void> {
    const deadline = performance.now() + KEEPER_MS;
    let drained = false;
    void this.#drained.promise.then(() => {
      drained = true;
    });
    while (!drained && this.#keeperAlive && performance.now() < deadline) {
      this.#pty.kill('SIGUSR1');
      // The shell keeper stops itself; this wakes it.
      this.#pty.kill('SIGCONT');
      await Promise.race([this.#drained.promise, wait(KEEPER_RETRY_MS)]);
    }
  }
}
