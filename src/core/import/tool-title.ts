import { isRow, titleLine } from './foreign-value.ts';

/** Arguments that tell a person what a call is about, the most telling first. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'absolute_path',
  'absolutePath',
  'path',
  'pattern',
  'query',
  'description',
  'url',
  'prompt',
  'plan',
];

/** One line for a card, e.g. `Bash npm test`. */
export function toolTitle(name: string, args: unknown): string {
  if (!isRow(args)) return name;
  for (const key of TELLING) {
    const value = args[key];
    const text = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(' ') : value;
    if (typeof text === 'string' && text.trim() !== '') return `${name} ${titleLine(text)}`;
  }
  return name;
}
