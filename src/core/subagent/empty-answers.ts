/** Turns in a row without a tool call that are asked again; the next one fails the run. */
export const MAX_EMPTY_ASSISTANT_RETRIES = 3;

/** Attempts at the first chunk of one request, with compaction in between when the context was too large. */
export const MAX_INITIAL_STREAM_ATTEMPTS = 3;

export type EmptyAnswerPlan =
  /** Ask again; with `standIn`, the stand-in message goes into the history first. */
  | { readonly action: 'nudge'; readonly standIn: boolean; readonly retries: number }
  | { readonly action: 'fail'; readonly reason: string };

/**
 * What to do about an answer without a tool call. `retries` is how many came before it without a call in between: any
 * call, also one that was refused or denied, sets it back to 0. An `attempt_completion` without a result is a call.
 */
export function planForEmptyAnswer(text: string, retries: number): EmptyAnswerPlan {
  if (retries >= MAX_EMPTY_ASSISTANT_RETRIES) {
    return {
      action: 'fail',
      reason: `The model used no tool in ${retries + 1} answers in a row and never called attempt_completion. Start it again, or choose another model.`,
    };
  }
  return { action: 'nudge', standIn: text.trim() === '', retries: retries + 1 };
}
