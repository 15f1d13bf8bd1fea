import {
  chooseSetup,
  deniedNotice,
  type SetupEnd,
  setupFailure,
  setupNotice,
  setupSucceeded,
  setupTitle,
} from '../../core/worktree/setup-choice.ts';
import { DeltaBuffer } from '../agent/delta-buffer.ts';
import { FloodGate } from '../agent/flood-gate.ts';
import type { SessionContext } from '../agent/session-context.ts';
import { commandEnvironment, currentBundleFolders } from '../pty/command-environment.ts';
import { TerminalUnavailableError } from '../pty/pty-process.ts';
import { startCommand } from '../pty/run-command.ts';
import { WorkingFolderError } from '../pty/shell-command.ts';
import type { CommandHandle } from '../tools/tool.ts';
import { readRepositorySetup } from './repository-setup.ts';
import { SetupConsent } from './setup-consent.ts';
import type { SetupRules } from './setup-rules.ts';

/** Milliseconds: the dependencies of a large repository over a slow line. */
const TIME_LIMIT_MS = 30 * 60_000;

/** The name of its calls in the log. */
const SETUP = 'setup';

/** Makes the new worktrees of one session ready: runs the repository's setup command in each, where there is one. */
export class WorktreeSetup {
  readonly #context: SessionContext;
  readonly #rules: SetupRules;
  readonly #consent: SetupConsent;
  readonly #running = new Map<string, CommandHandle>();
  /** Problems with the repository's file that the person was told of. */
  readonly #told = new Set<string>();

  constructor(context: SessionContext, rules: SetupRules) {
    this.#context = context;
    this.#rules = rules;
    this.#consent = new SetupConsent({
      permissions: context.permissions,
      rules,
      workspace: () => this.#workspace,
      onUnsaved: ({ message }) => this.#warn(`What you allowed holds for this session only: ${message}`),
    });
  }

  /** The setup command that runs in this branch now, for a person who types into its terminal. */
  commandOf(branch: string): CommandHandle | null {
    return this.#running.get(branch) ?? null;
  }

  /**
   * Runs it in `folder`, before the branch's first request. Returns what the branch must be told of it; null when there
   * was nothing to do, and after an abort. Throws an error with a plain sentence when the branch must end because of it.
   */
  async prepare(branch: string, folder: string, signal: AbortSignal): Promise<string | null> {
    const workspace = this.#workspace;
    const { command: asked, problem } = await readRepositorySetup(workspace);
    if (problem !== null && !this.#told.has(problem)) {
      this.#told.add(problem);
      this.#warn(problem);
    }
    const choice = chooseSetup(this.#rules.settingOf(workspace), asked, this.#rules.allowedIn(workspace));
    if (choice.kind === 'none' || signal.aborted) return null;
    const { command, whenItFails } = choice;
    const callId = this.#context.ids('call');
    if (choice.kind === 'ask') {
      const request = {
        branch,
        callId,
        tool: SETUP,
        risk: 'execute',
        title: setupTitle(command),
        detail: command,
      } as const;
      const words = 'waits until its setup command is allowed';
      const isAllowed = await this.#consent.ask(request, signal, () => this.#say(branch, words));
      if (isAllowed === null) return null;
      if (!isAllowed) return deniedNotice(command);
    }
    const end = await this.#run(branch, callId, folder, command, signal);
    if (signal.aborted) return null;
    if (!setupSucceeded(end) && whenItFails === 'end') throw new Error(setupFailure(command, end));
    return setupNotice(command, end);
  }

  async #run(branch: string, callId: string, cwd: string, command: string, signal: AbortSignal): Promise<SetupEnd> {
    const { journal } = this.#context;
    const deltas = new DeltaBuffer((delta) => journal.append(delta));
    const title = setupTitle(command);
    const gate = new FloodGate({
      clock: this.#context.clock,
      write: (data) => deltas.push({ type: 'terminal-data', branch, callId, data }),
    });
    this.#say(branch, title);
    journal.append({ type: 'tool-started', branch, callId, name: SETUP, title });
    const end = await this.#execute(branch, cwd, command, signal, (data) => gate.push(data));
    gate.end();
    deltas.flush();
    const status = signal.aborted ? 'interrupted' : setupSucceeded(end) ? 'ok' : 'error';
    journal.append({ type: 'tool-ended', branch, callId, status, exitCode: end.exitCode, signal: end.signal });
    return end;
  }

  async #execute(
    branch: string,
    cwd: string,
    command: string,
    signal: AbortSignal,
    onData: (data: string) => void,
  ): Promise<SetupEnd> {
    const bundle = currentBundleFolders(process.env, (process as { resourcesPath?: string }).resourcesPath);
    const env = commandEnvironment(process.env, bundle);
    try {
      const running = await startCommand({ command, cwd, env, timeoutMs: TIME_LIMIT_MS, signal, onData });
      this.#running.set(branch, { write: running.write, resize: running.resize });
      return await running.result;
    } catch (error) {
      if (!(error instanceof TerminalUnavailableError || error instanceof WorkingFolderError)) throw error;
      onData(`${error.message}\r\n`);
      return { exitCode: null, signal: null, timedOut: false, output: error.message };
    } finally {
      this.#running.delete(branch);
    }
  }

  get #workspace(): string {
    return this.#context.journal.state.session?.workspace.root ?? '';
  }

  #say(branch: string, reason: string): void {
    this.#context.journal.append({ type: 'branch-status', branch, status: 'starting', reason });
  }

  #warn(text: string): void {
    this.#context.journal.append({ type: 'notice', level: 'warning', branch: null, text });
  }
}
