import type { CallResult, ToolCall } from './tool-call.ts';

/** One answer that asks for tools: what the model thinks, says to the person, and calls. */
export interface Step {
  readonly thought?: string;
  readonly say?: string;
  readonly calls: readonly ToolCall[];
}

/** What the conversation holds for a step that was already made. */
export interface Reply {
  /** One for each call, in the calls' order. */
  readonly results: readonly CallResult[];
  /** What else arrived with the results: a person's steering, or reports of forks. */
  readonly interjection: string;
}

/**
 * The planner's work is written as generators: they yield steps and get replies. Nothing is kept between requests; each
 * request replays the generator over the conversation, and the first step without a recorded reply is the answer. So
 * every decision depends on the conversation alone.
 */
export type Routine<T> = Generator<Step, T, Reply>;

/** Yields one step and hands back its results. */
export function* take(step: Step): Routine<readonly CallResult[]> {
  const reply = yield step;
  return reply.results;
}

/** The same for a step with one call. */
export function* takeOne(call: ToolCall, thought?: string): Routine<CallResult> {
  const [result] = yield* take({ calls: [call], ...(thought === undefined ? {} : { thought }) });
  return result ?? { call, output: 'No result.', isError: true };
}

/** What a task came to, in words for the person or for the report. */
export interface Outcome {
  readonly said: string;
  /** How it was checked, e.g. "`npm test`: 11 passed". */
  readonly verified?: string;
  /** True when the task could not be done; `said` tells why. */
  readonly failed?: boolean;
  /** True when the words were not understood at all. */
  readonly unknown?: boolean;
}

export function failed(said: string): Outcome {
  return { said, failed: true };
}

/** For a task that needs no tool. */
export function* atOnce(outcome: Outcome): Routine<Outcome> {
  yield* [];
  return outcome;
}
