/** What a person has set for the forks' worktrees of one repository. */
export interface SetupSetting {
  /** Runs in each new worktree; absent or empty where the repository's own command is meant. */
  readonly command?: string | undefined;
  /** Whether a fork goes on when the command fails, and is told so, or ends; `go-on` when absent. */
  readonly whenItFails?: WhenSetupFails | undefined;
}
export type WhenSetupFails = 'go-on' | 'end';

/** What runs in a new worktree: the person's own command at once, the repository's only when it was allowed. */
export type SetupChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'run' | 'ask'; readonly command: string; readonly whenItFails: WhenSetupFails };

/** `allowed`: the commands that the person has allowed this repository, word for word. */
export function chooseSetup(
  own: SetupSetting | undefined,
  fromRepository: string | null,
  allowed: readonly string[],
): SetupChoice {
  const whenItFails = own?.whenItFails ?? 'go-on';
  if (own?.command?.trim()) return { kind: 'run', command: own.command, whenItFails };
  if (fromRepository === null) return { kind: 'none' };
  return { kind: allowed.includes(fromRepository) ? 'run' : 'ask', command: fromRepository, whenItFails };
}

/** Longest first line of a command that a card shows. */
const LONGEST_TITLE = 120;

/** One line for the card, e.g. `setup: npm ci`. */
export function setupTitle(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  return `setup: ${line.slice(0, LONGEST_TITLE)}${line.length > LONGEST_TITLE || more.length > 0 ? ' …' : ''}`;
}

/** How a setup command ended, as far as others must know. */
export interface SetupEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** What its terminal showed at the end. */
  readonly output: string;
}

export function setupSucceeded({ exitCode, timedOut }: SetupEnd): boolean {
  return exitCode === 0 && !timedOut;
}

/** Of a failed command's output: enough for its last error, far below what a shared prefix saves. */
const TOLD_CHARACTERS = 1_500;

/** What the fork is told, in its own last message. */
export function setupNotice(command: string, end: SetupEnd): string {
  if (setupSucceeded(end)) return `The setup command of this repository has run in your working copy: \`${command}\`.`;
  const output = end.output.trim().slice(-TOLD_CHARACTERS);
  const shown = output === '' ? '' : ` The end of its output:\n${output}`;
  return `The setup command of this repository, \`${command}\`, ran in your working copy and ${failureWords(end)}. What it should have made ready may be missing.${shown}`;
}

/** Why a fork ended because of it, with the next step. */
export function setupFailure(command: string, end: SetupEnd): string {
  return `The setup command \`${command}\` ${failureWords(end)}. Look at this branch's terminal, correct the command in Settings under Worktrees, and fork again.`;
}

export function deniedNotice(command: string): string {
  return `The person did not allow the setup command that this repository asks for, \`${command}\`, so it has not run in your working copy.`;
}

function failureWords({ exitCode, signal, timedOut }: SetupEnd): string {
  if (timedOut) return 'was stopped at its time limit';
  if (signal !== null) return `was ended by signal ${signal}`;
  return exitCode === null ? 'could not be started' : `failed with exit code ${exitCode}`;
}
