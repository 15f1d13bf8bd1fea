import { estimateTokens } from './tokens.ts';

/** What a model answers, before it is cut into chunks. The planner and tests write these. */
export type AnswerPart =
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly args: Readonly<Record<string, unknown>> };

export interface Answer {
  readonly parts: readonly AnswerPart[];
  /** Default: STOP. */
  readonly finishReason?: string;
  readonly finishMessage?: string;
}

export interface AnswerTokens {
  readonly candidates: number;
  readonly thoughts: number;
}

/** Output tokens by the server's rule, for each part alone. */
export function answerTokens(answer: Answer): AnswerTokens {
  let [candidates, thoughts] = [0, 0];
  for (const part of answer.parts) {
    if (part.type === 'thought') thoughts += estimateTokens(part.text);
    else candidates += estimateTokens(part.type === 'text' ? part.text : JSON.stringify([part.name, part.args]));
  }
  return { candidates, thoughts };
}

/** Cuts an answer that is longer than the request allows: what does not fit is lost, and the finish reason says so. */
export function capAnswer(answer: Answer, maxTokens: number | undefined): Answer {
  if (maxTokens === undefined) return answer;
  const kept: AnswerPart[] = [];
  let left = maxTokens;
  for (const part of answer.parts) {
    const { candidates, thoughts } = answerTokens({ parts: [part] });
    if (candidates + thoughts <= left) {
      kept.push(part);
      left -= candidates + thoughts;
      continue;
    }
    if (part.type !== 'call' && left > 0) kept.push({ ...part, text: part.text.slice(0, left * 4) });
    return { parts: kept, finishReason: 'MAX_TOKENS' };
  }
  return answer;
}
