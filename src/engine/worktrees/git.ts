import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import {
  formatGitVersion,
  type GitVersion,
  isTooOld,
  OLDEST_GIT,
  parseGitVersion,
} from '../../core/worktree/git-version.ts';
import { type Environment, gitEnvironment } from './git-environment.ts';
import { GitError, gitsWords, interrupted } from './git-error.ts';

/** Bytes of output that are kept before git is stopped: a diff past that is not for reading in one piece. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/**
 * Said with every command. Hooks are the person's, for the person's own commands (a slow or failing post-checkout must not
 * decide about a fork); a file system monitor would start a daemon for a temporary index; cleaning up is not ours.
 */
const SETTINGS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'color.ui=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting]);

export interface RunOptions {
  /** Added to the scrubbed environment, e.g. GIT_INDEX_FILE. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** `latin1` keeps bytes that are not UTF-8, for paths that go back to git. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Exit codes that are answers, not failures. Default: 0 only. */
  readonly exitCodes?: readonly number[] | 'any';
  /** Bytes. */
  readonly maxOutput?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GitOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended git. */
  readonly exitCode: number | null;
}

/** Runs git. Every git process of the engine goes through `run`. */
export interface Git {
  /** Throws `GitError`. */
  run(folder: string, args: readonly string[], options?: RunOptions): Promise<GitOutput>;
  /** The version, read once. Throws `GitError` when git is missing or older than 2.36. */
  requireVersion(): Promise<GitVersion>;
}

export interface GitSetup {
  /** Name or path of the program. */
  readonly program?: string;
  readonly environment?: Environment;
}

export function createGit(setup: GitSetup = {}): Git {
  const program = setup.program ?? 'git';
  const environment = gitEnvironment(setup.environment ?? process.env);
  let version: Promise<GitVersion> | null = null;
  const git: Git = {
    run: (folder, args, options = {}) => runGit(program, environment, folder, args, options),
    requireVersion: () => {
      version ??= readVersion(git);
      // A failure is not kept: the person may install git while the app is open.
      version.catch(() => {
        version = null;
      });
      return version;
    },
  };
  return git;
}

async function runGit(
  program: string,
  environment: Record<string, string>,
  folder: string,
  args: readonly string[],
  options: RunOptions,
): Promise<GitOutput> {
  if (options.signal?.aborted) throw interrupted(args);
  const result = await execa(program, [...SETTINGS, ...args], {
    cwd: folder,
    env: { ...environment, ...options.environment },
    extendEnv: false,
    encoding: 'buffer',
    maxBuffer: options.maxOutput ?? MOST_OUTPUT,
    reject: false,
    stripFinalNewline: false,
    windowsHide: true,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  const stdout = Buffer.from(result.stdout ?? []).toString(options.encoding ?? 'utf8');
  const stderr = Buffer.from(result.stderr ?? []).toString('utf8');
  const exitCode = result.exitCode ?? null;
  if (result.isCanceled) throw interrupted(args);
  if (result.isMaxBuffer) {
    throw new GitError('too-much-output', 'git printed more than can be shown at once. Ask for a single file.', {
      args,
    });
  }
  if (exitCode === null && result.signal === undefined) throw await notStarted(folder, result.code, args);
  const wanted = options.exitCodes ?? [0];
  if (wanted === 'any' || (exitCode !== null && wanted.includes(exitCode))) return { stdout, stderr, exitCode };
  throw gitFailed(args, exitCode, stderr);
}

/** `nextStep` is a sentence; without one the person is sent to `git status`. */
export function gitFailed(
  args: readonly string[],
  exitCode: number | null,
  stderr: string,
  nextStep: string | null = null,
): GitError {
  const command = args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? 'git';
  const words = gitsWords(stderr) || `it ended with ${exitCode === null ? 'a signal' : `exit code ${exitCode}`}`;
  const advice = nextStep ?? 'Run "git status" in the repository to see its state.';
  return new GitError('failed', `"git ${command}" failed: ${words}. ${advice}`, { args, exitCode, stderr });
}

/** The system reports a missing program and a missing folder alike, so the folder is looked at. */
async function notStarted(folder: string, code: string | undefined, args: readonly string[]): Promise<GitError> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    return new GitError('folder-missing', `The folder ${folder} does not exist. Choose another one.`, { args });
  }
  if (code === 'ENOENT') {
    return new GitError('git-missing', 'git was not found. Install git 2.36 or newer and make sure it is in PATH.', {
      args,
    });
  }
  return new GitError('failed', `git could not be started (${code ?? 'unknown'}). Check the installation of git.`, {
    args,
  });
}

async function readVersion(git: Git): Promise<GitVersion> {
  const { stdout } = await git.run(process.cwd(), ['version']);
  const version = parseGitVersion(stdout);
  if (version !== null && !isTooOld(version)) return version;
  const found = version === null ? 'of an unknown version' : formatGitVersion(version);
  throw new GitError(
    'git-too-old',
    `The git found here is ${found}, but Forkscope needs ${formatGitVersion(OLDEST_GIT)} or newer. Update git.`,
  );
}
