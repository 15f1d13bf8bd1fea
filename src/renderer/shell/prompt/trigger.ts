/** What a person is in the middle of writing, for which there are suggestions. */
export interface Trigger {
  readonly kind: 'file' | 'command';
  readonly query: string;
  /** The part of the text that a choice replaces. */
  readonly from: number;
  readonly to: number;
}

/** A file begins with `@` after a blank or at the start; a command is the first word when it begins with `/`. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) return { kind: 'command', query: command[1] ?? '', from: 0, to: caret };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (!file) return null;
  const query = file[1] ?? '';
  return { kind: 'file', query, from: caret - query.length - 1, to: caret };
}

/** The text with a choice put in, and where the caret stands then. */
export function withChoice(text: string, trigger: Trigger, choice: string): { text: string; caret: number } {
  const rest = text.slice(trigger.to);
  const joint = rest.startsWith(' ') ? '' : ' ';
  const head = `${text.slice(0, trigger.from)}${choice}${joint}`;
  return { text: head + rest, caret: head.length + (joint === '' ? 1 : 0) };
}
