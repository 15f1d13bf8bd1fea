import type { Message } from '../../../core/session/message.ts';
import { spokenText } from './spoken-text.ts';

/** Characters shown in front of a match and behind it. */
const BEFORE = 28;
const AFTER = 140;

export interface Excerpt {
  /** What a transcript shows there: the message, or the call that the words belong to. */
  readonly place: string;
  readonly excerpt: string;
  readonly start: number;
  readonly length: number;
}

/** The first place of a message that contains the words (lower case), with what stands around it; null for none. */
export function findInMessage(message: Message, words: string): Excerpt | null {
  for (const { place, text } of textsOf(message)) {
    const at = text.toLowerCase().indexOf(words);
    if (at >= 0) return { place, ...excerptAt(text, at, words.length) };
  }
  return null;
}

/** What stands around a match, on one line. */
export function excerptAt(text: string, at: number, length: number): Omit<Excerpt, 'place'> {
  const from = Math.max(0, at - BEFORE);
  const lead = flat(text.slice(from, at));
  const match = flat(text.slice(at, at + length));
  const rest = flat(text.slice(at + length, at + length + AFTER));
  const opening = from > 0 ? '…' : '';
  return { excerpt: `${opening}${lead}${match}${rest}`, start: opening.length + lead.length, length: match.length };
}

/** One line of the same length: the places of a match must stay right. */
function flat(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

function* textsOf({ id, parts }: Message): Generator<{ readonly place: string; readonly text: string }> {
  for (const part of parts) {
    if (part.kind === 'text') yield { place: id, text: spokenText(part.text) };
    if (part.kind === 'result') yield { place: part.callId, text: part.text };
    if (part.kind === 'call') {
      yield { place: part.callId, text: `${part.name} ${stringsIn(part.args).join(' ')}` };
    }
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
