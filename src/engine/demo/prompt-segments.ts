import { estimateTokens } from './tokens.ts';
import type { WireRequest } from './wire.ts';

/** A piece of the prompt: compact JSON with the keys in the order they came in, since real providers see that order too. */
export interface PromptSegment {
  readonly text: string;
  readonly tokens: number;
}

/** The prompt in the order in which it is read: tools, system, then each message. What is absent costs nothing. */
export function segmentsOf(request: WireRequest): PromptSegment[] {
  const values: unknown[] = [request.tools, request.systemInstruction, ...(request.contents ?? [])];
  return values.map((value) => {
    const text = value === undefined ? '' : JSON.stringify(value);
    return { text, tokens: estimateTokens(text) };
  });
}

export function countTokens(segments: readonly PromptSegment[]): number {
  return segments.reduce((total, segment) => total + segment.tokens, 0);
}
