import type { Message } from '../session/message.ts';
import { toolUsesIn } from './tool-uses.ts';

/** Characters of a digest: what is gone must not take the room that was made. */
const MOST_CHARACTERS = 1_500;
const LONGEST_COMMAND = 100;

/** What a run of messages held, in a few lines for the model: files read, files changed, commands, other calls. */
export function digestOf(messages: readonly Message[]): string {
  const uses = toolUsesIn(messages);
  const paths = (names: readonly string[]) => [
    ...new Set(uses.filter(({ name }) => names.includes(name)).flatMap(({ args }) => asText(args.path))),
  ];
  const commands = uses
    .filter(({ name }) => name === 'bash')
    .flatMap(({ args }) => asText(args.command).map(oneLine))
    .filter((command, index, all) => all.indexOf(command) === index);
  const lines = [
    listed('Files read', paths(['read_file'])),
    listed('Files changed', paths(['edit_file', 'write_file'])),
    listed('Commands run', commands),
  ].filter((line) => line !== '');
  const text = lines.join('\n');
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')} …`;
}

function asText(value: unknown): string[] {
  return typeof value === 'string' ? [value] : [];
}

function oneLine(command: string): string {
  const line = command.trim().replace(/\s+/g, ' ');
  return line.length <= LONGEST_COMMAND ? line : `${line.slice(0, LONGEST_COMMAND)}…`;
}

function listed(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}: ${items.map((item) => `\`${item}\``).join(', ')}.`;
}
