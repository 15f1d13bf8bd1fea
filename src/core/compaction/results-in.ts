import type { Message } from '../session/message.ts';
import { textResultsIn } from './text-results.ts';

/** A result of a call in a user message, whichever way it stands there. */
export interface PlacedResult {
  readonly tool: string;
  readonly isError: boolean;
  /** Null for one that stands as text. */
  readonly callId: string | null;
  /** Index among the message's parts, and its text there, in UTF-16 units. */
  readonly part: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** All results in a message, in order. */
export function resultsIn({ role, parts }: Message): PlacedResult[] {
  if (role !== 'user') return [];
  return parts.flatMap((part, index): PlacedResult[] => {
    if (part.kind === 'result') {
      const { name: tool, isError, callId, text } = part;
      return [{ tool, isError, callId, part: index, from: 0, to: text.length, text }];
    }
    if (part.kind !== 'text') return [];
    return textResultsIn(part.text).map(({ from, to, ...result }) => ({
      ...result,
      callId: null,
      part: index,
      from,
      to,
      text: part.text.slice(from, to),
    }));
  });
}

/** True for a message that answers calls: it must not lose the message in front of it. */
export function holdsResults(message: Message | undefined): boolean {
  return message !== undefined && resultsIn(message).length > 0;
}
