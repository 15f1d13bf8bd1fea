import type { IdenticalCallLimits } from './identical-calls.ts';

/** How far one subagent may go. Every field is a setting; null means no limit of its own. */
export interface SubagentBounds {
  /** Model requests that brought an answer. */
  readonly steps: number;
  readonly wallClockMs: number;
  /** Tokens of all its requests, input and output, broken ones included. */
  readonly tokens: number | null;
  /** USD, of all its requests, broken ones included. */
  readonly cost: number | null;
  readonly identicalCalls: IdenticalCallLimits;
  /** How long the model may send nothing while an answer is awaited. */
  readonly silentModelMs: number;
  /** How long one command may run, the wait for a person's consent not counted. */
  readonly commandMs: number;
}

/** Ten minutes for a command: the most that the `bash` tool allows anyway. */
export const DEFAULT_BOUNDS: SubagentBounds = {
  steps: 50,
  wallClockMs: 20 * 60_000,
  tokens: null,
  cost: null,
  identicalCalls: { warn: 3, stop: 5 },
  silentModelMs: 120_000,
  commandMs: 600_000,
};

export type BoundKind =
  | 'cost'
  | 'tokens'
  | 'wall-clock'
  | 'steps'
  | 'identical-calls'
  | 'silent-model'
  | 'command-time';

/** How far a run has come. What does not apply at the moment is 0. */
export interface BoundState {
  readonly steps: number;
  readonly elapsedMs: number;
  readonly tokens: number;
  /** USD; null when a price is unknown: such a run has no limit of cost. */
  readonly cost: number | null;
  /** Equal calls in a row. */
  readonly identicalCalls: number;
  readonly modelSilentMs: number;
  readonly commandMs: number;
}

export interface BoundReached {
  readonly kind: BoundKind;
  /** One whole sentence for the model, the card and the parent. */
  readonly words: string;
}

/** The first bound that was reached, money first; null while the run may go on. A bound is reached, not overstepped. */
export function boundReached(state: BoundState, bounds: SubagentBounds): BoundReached | null {
  const checks: readonly [BoundKind, boolean, () => string][] = [
    [
      'cost',
      bounds.cost !== null && state.cost !== null && state.cost >= bounds.cost,
      () => `cost of $${money(bounds.cost ?? 0)} ($${money(state.cost ?? 0)} spent)`,
    ],
    [
      'tokens',
      bounds.tokens !== null && state.tokens >= bounds.tokens,
      () => `${count(bounds.tokens ?? 0, 'token')} (${count(state.tokens, 'token')} used)`,
    ],
    ['wall-clock', state.elapsedMs >= bounds.wallClockMs, () => `${duration(bounds.wallClockMs)} in all`],
    ['steps', state.steps >= bounds.steps, () => count(bounds.steps, 'step')],
    [
      'identical-calls',
      state.identicalCalls >= bounds.identicalCalls.stop,
      () => `${count(bounds.identicalCalls.stop, 'equal call')} in a row`,
    ],
    [
      'silent-model',
      state.modelSilentMs >= bounds.silentModelMs,
      () => `${duration(bounds.silentModelMs)} without a word of the model`,
    ],
    ['command-time', state.commandMs >= bounds.commandMs, () => `${duration(bounds.commandMs)} for one command`],
  ];
  const found = checks.find(([, reached]) => reached);
  return found ? { kind: found[0], words: `The limit of ${found[2]()} was reached.` } : null;
}

/** The bounds of the settings with what an agent's file says: it can only make them narrower. */
export function narrowBounds(
  bounds: SubagentBounds,
  { maxTurns }: { readonly maxTurns: number | null },
): SubagentBounds {
  return maxTurns === null ? bounds : { ...bounds, steps: Math.min(bounds.steps, maxTurns) };
}

function count(value: number, word: string): string {
  return `${value.toLocaleString('en-US')} ${word}${value === 1 ? '' : 's'}`;
}

/** Two digits after the point, four below a cent. */
function money(value: number): string {
  return value.toFixed(value !== 0 && value < 0.01 ? 4 : 2);
}

function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  const seconds = Math.round(milliseconds / 1_000);
  return seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second');
}
