import type { ForkShape } from '../providers/dialect.ts';
import { callsOf, type Message, type Part, type ResultPart } from '../session/message.ts';
import { FORK_ACKNOWLEDGEMENT, FORK_BEGIN, FORK_PLACEHOLDER_RESULT } from './fork-agent.ts';

/** The messages that a fork adds to the ones it inherits. The inherited ones are kept as they are. */
export interface ForkedMessages {
  /** How many of the parent's messages are shared, from the first on. */
  readonly shared: number;
  readonly added: readonly Message[];
  /** Plain words for the card when something was moved, e.g. a trailing user message. */
  readonly notice: string | null;
}

/**
 * A fork's first messages, by how the parent's history ends:
 * - with an answer that asks for tools: every open call gets the same placeholder, then the child text;
 * - with an answer: the child text is the next user message;
 * - with a user message (unusual): it is not lost; its parts stand in front of the child text. An empty one has nothing
 *   to keep, and one of reminders alone asked for nothing, so nothing needs to be said of it.
 * `shape` is the provider's: `acknowledged` closes the directive with a model message and begins anew, `direct` ends on it.
 */
export function buildForkedMessages(
  history: readonly Message[],
  childText: string,
  shape: ForkShape,
  ids: (purpose: string) => string,
): ForkedMessages {
  const last = history.at(-1);
  if (last?.role === 'user') {
    const kept = last.parts.filter((part) => !isBlank(part));
    return {
      shared: history.length - 1,
      added: [{ id: ids('start'), role: 'user', parts: [...kept, text(childText)] }],
      notice: kept.every(isReminder) ? null : UNANSWERED,
    };
  }
  const open = last ? callsOf(last) : [];
  if (open.length === 0) {
    return {
      shared: history.length,
      added: [{ id: ids('start'), role: 'user', parts: [text(childText)] }],
      notice: null,
    };
  }
  const start: Message = { id: ids('start'), role: 'user', parts: [...open.map(placeholderFor), text(childText)] };
  if (shape === 'direct') return { shared: history.length, added: [start], notice: null };
  const added: Message[] = [
    start,
    { id: ids('acknowledgement'), role: 'model', parts: [text(FORK_ACKNOWLEDGEMENT)] },
    { id: ids('begin'), role: 'user', parts: [text(FORK_BEGIN)] },
  ];
  return { shared: history.length, added, notice: null };
}

export function placeholderFor(call: { callId: string; wireId?: string; name: string }): ResultPart {
  return {
    kind: 'result',
    callId: call.callId,
    ...(call.wireId === undefined ? {} : { wireId: call.wireId }),
    name: call.name,
    text: FORK_PLACEHOLDER_RESULT,
    isError: false,
  };
}

function text(value: string): Part {
  return { kind: 'text', text: value };
}

const UNANSWERED = "The parent's last message had no answer yet: it stands in front of this fork's directive.";

function isBlank(part: Part): boolean {
  return part.kind === 'text' && part.text.trim() === '';
}

/** Text that a program put there, not a person: Claude Code's and Qwen Code's reminders, and our notifications. */
function isReminder(part: Part): boolean {
  if (part.kind !== 'text') return false;
  return (
    /^<(system-reminder|workspace)\b[\s\S]*<\/\1>$/.test(part.text.trim()) || part.text.includes('<task-notification>')
  );
}
