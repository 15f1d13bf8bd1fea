import { MISSING_RESULT } from './texts.ts';

/** What an `attempt_completion` call brings: an accepted result, trimmed, or the error to answer it with. */
export type Completion =
  | { readonly accepted: true; readonly result: string }
  | { readonly accepted: false; readonly error: string };

/** Reads the arguments of `attempt_completion`. Only text that is not blank is a result; nothing is guessed. */
export function readCompletion(args: unknown): Completion {
  const result = typeof args === 'object' && args !== null ? (args as { result?: unknown }).result : undefined;
  if (typeof result !== 'string' || result.trim() === '') return { accepted: false, error: MISSING_RESULT };
  return { accepted: true, result: result.trim() };
}
