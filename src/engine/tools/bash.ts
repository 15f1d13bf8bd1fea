import { z } from 'zod';
import type { CommandResult } from '../pty/command.ts';
import { commandEnvironment, currentBundleFolders } from '../pty/command-environment.ts';
import { type PtySpawner, TerminalUnavailableError } from '../pty/pty-process.ts';
import { startCommand } from '../pty/run-command.ts';
import { WorkingFolderError } from '../pty/shell-command.ts';
import { defineTool } from './define-tool.ts';
import { findInherited } from './inherited-command.ts';
import type { Tool, ToolContext, ToolOutput } from './tool.ts';
import { wholeNumber } from './tool-arguments.ts';
import { ToolFailure } from './tool-failure.ts';

/** Time limits in ms: two minutes cover a test run, ten are the most that a person should wait without a question. */
const DEFAULT_TIMEOUT_MS = 120_000;
const LONGEST_TIMEOUT_MS = 600_000;
const LONGEST_TITLE = 120;

interface BashArguments {
  readonly command: string;
  readonly timeout_ms?: number | undefined;
}

export interface BashOptions {
  /** For tests; node-pty when left out. */
  readonly spawner?: PtySpawner;
  /** The app's environment; the process's own when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The tool that runs commands. */
export function bashTool(options: BashOptions = {}): Tool<BashArguments> {
  return defineTool<BashArguments>({
    declaration: {
      name: 'bash',
      description:
        'Runs a command in bash, in your root, in a terminal, and returns what the terminal shows at the end, and the ' +
        'exit code if it is not 0. Each call is a new shell: a changed folder or variable does not last. Nobody types: ' +
        'pass answers as options or by a pipe. Processes that a command leaves in the background are ended when it ' +
        'ends, so start a server and use it in the same command. The API keys of model providers are not in the ' +
        'environment. Of long output the beginning and the end are shown.',
      parameters: {
        type: 'object',
        properties: {
          command: { type: 'string', description: 'The command, as one would type it.' },
          timeout_ms: {
            type: 'integer',
            description: `The time limit in milliseconds; ${DEFAULT_TIMEOUT_MS} if left out, ${LONGEST_TIMEOUT_MS} at most.`,
          },
        },
        required: ['command'],
      },
    },
    risk: 'execute',
    schema: z.object({
      command: z
        .string()
        .refine((text) => text.trim() !== '' && !text.includes('\0'), 'give a command, without null characters'),
      timeout_ms: wholeNumber(1, LONGEST_TIMEOUT_MS).optional(),
    }),
    async subject({ command }) {
      const line = command.trim().split('\n')[0] ?? '';
      const cut = line.length > LONGEST_TITLE || command.trim().includes('\n');
      return { title: `${line.slice(0, LONGEST_TITLE)}${cut ? ' …' : ''}`, detail: command };
    },
    async run({ command, timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS }, context) {
      refuseInherited(context, command);
      const environment = options.environment ?? process.env;
      const bundle = currentBundleFolders(environment, (process as { resourcesPath?: string }).resourcesPath);
      try {
        const running = await startCommand({
          command,
          cwd: context.root,
          env: commandEnvironment(environment, bundle),
          timeoutMs,
          signal: context.signal,
          onData: (text) => context.onTerminal(text),
          ...(options.spawner === undefined ? {} : { spawner: options.spawner }),
        });
        context.onCommand?.({ write: running.write, resize: running.resize });
        return outputOf(await running.result, timeoutMs);
      } catch (error) {
        if (error instanceof TerminalUnavailableError || error instanceof WorkingFolderError) {
          throw new ToolFailure(error.message);
        }
        throw error;
      } finally {
        context.onCommand?.(null);
      }
    },
  });
}

/**
 * A command cannot be mapped to the branch's own folder word by word, and one that works in the parent's would change
 * the parent's files while this branch looks untouched. So it is not run.
 */
function refuseInherited(context: ToolContext, command: string): void {
  const found = findInherited(context, command);
  if (found === null) return;
  throw new ToolFailure(
    `The command names \`${found.path}\`, which is in the parent's folder, not in yours; use \`${found.own}\` or a path relative to your root. Nothing was run.`,
  );
}

function outputOf(result: CommandResult, timeoutMs: number): ToolOutput {
  const notes = notesOf(result, timeoutMs);
  const output = result.output.replace(/\n+$/, '');
  const shown = output === '' && notes.length === 0 ? ['[no output]'] : [output, ...notes];
  const failed = result.exitCode !== 0 || result.timedOut || result.interrupted;
  return {
    text: shown.filter((part) => part !== '').join('\n'),
    isError: failed,
    exitCode: result.exitCode,
    signal: result.signal,
  };
}

/** What a model must know beside the output, one line each. */
function notesOf(result: CommandResult, timeoutMs: number): string[] {
  const notes: string[] = [];
  const background = result.endedInBackground.length;
  if (background > 0) {
    const which = background === 1 ? '1 background process was' : `${background} background processes were`;
    const names = result.endedInBackground.slice(0, 5).map((command) => `\`${command.slice(0, 100)}\``);
    notes.push(
      `[${which} still running when the command ended, and ended with it: ${names.join(', ')}${background > 5 ? ', …' : ''}. ` +
        'Start and use such a process in one command.]',
    );
  }
  if (result.timedOut) {
    notes.push(
      `[stopped at the time limit of ${timeoutMs} ms, with all that it had started; give a larger timeout_ms if it needs more]`,
    );
  } else if (result.interrupted) {
    notes.push('[interrupted by the person, with all that it had started]');
  } else if (result.signal !== null) {
    notes.push(`[ended by signal ${result.signal}]`);
  } else if (result.exitCode !== 0) {
    notes.push(`[exit code ${result.exitCode}]`);
  }
  if (result.leftAlive.length > 0) {
    notes.push(`[could not be ended: ${result.leftAlive.map((command) => `\`${command.slice(0, 100)}\``).join(', ')}]`);
  }
  return notes;
}
