import { DIRECTIVE_PREFIX, FORK_BOILERPLATE_TAG } from '../../../core/fork/fork-agent.ts';
import type { Message } from '../../../core/session/message.ts';

/** A fork's first own message, taken apart for a reader: what is constant is counted or set aside. */
export interface ForkStart {
  readonly directive: string;
  /** From 1; null when the message does not say which fork it is. */
  readonly number: number | null;
  readonly count: number | null;
  /** What a person had said last in the parent, carried over in front of the directive; '' when nothing was. */
  readonly carried: string;
  /** How many open calls were answered with the placeholder. */
  readonly placeholders: number;
  /** What follows the directive: who the fork is, where it works. */
  readonly notices: readonly string[];
  /** The constant rules every fork gets. */
  readonly rules: string;
}

const OPENING = `<${FORK_BOILERPLATE_TAG}>`;
const CLOSING = `</${FORK_BOILERPLATE_TAG}>`;
const IDENTITY = /^You are fork (\d+) of (\d+)/;

/** Null when the message is not the one with the rules (for example the acknowledgement that follows it). */
export function parseForkStart(message: Message): ForkStart | null {
  const texts = message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const at = texts.findIndex((text) => text.startsWith(OPENING));
  const whole = texts[at];
  if (whole === undefined) return null;
  const end = whole.indexOf(CLOSING);
  if (end < 0) return null;
  const body = whole.slice(end + CLOSING.length).trim();
  const paragraphs = body.split('\n\n');
  const identityAt = paragraphs.findLastIndex((paragraph) => IDENTITY.test(paragraph));
  const directive = (identityAt < 0 ? paragraphs : paragraphs.slice(0, identityAt)).join('\n\n');
  const identity = IDENTITY.exec(paragraphs[identityAt] ?? '');
  return {
    directive: directive.startsWith(DIRECTIVE_PREFIX) ? directive.slice(DIRECTIVE_PREFIX.length) : directive,
    number: identity ? Number(identity[1]) : null,
    count: identity ? Number(identity[2]) : null,
    carried: texts.slice(0, at).join('\n\n'),
    placeholders: message.parts.filter((part) => part.kind === 'result').length,
    notices: identityAt < 0 ? [] : paragraphs.slice(identityAt),
    rules: whole.slice(OPENING.length, end).trim(),
  };
}
