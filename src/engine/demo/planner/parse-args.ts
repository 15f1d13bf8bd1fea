import { endOfBlock } from './code-insight.ts';

/** An option of a program that uses `parseArgs` from node:util. */
export interface CommandOption {
  readonly name: string;
  readonly type: string;
  readonly short: string | undefined;
  /** The comment above it, as one text. */
  readonly comment: string;
}

interface OptionsBlock {
  /** Line indexes: the first line inside the braces, and the line of the closing brace. */
  readonly start: number;
  readonly end: number;
}

function optionsBlock(lines: readonly string[]): OptionsBlock | undefined {
  const parse = lines.findIndex((line) => /\bparseArgs\(/.test(line));
  const offset = parse < 0 ? -1 : lines.slice(parse).findIndex((line) => /\boptions:\s*\{\s*$/.test(line));
  if (offset < 0) return undefined;
  const open = parse + offset;
  return { start: open + 1, end: endOfBlock(lines, open) - 1 };
}

/** The options that a program declares, in their order. Empty when it has none that can be read. */
export function commandOptions(source: string): CommandOption[] {
  const lines = source.split('\n');
  const block = optionsBlock(lines);
  if (!block) return [];
  const options: CommandOption[] = [];
  let comment: string[] = [];
  for (const line of lines.slice(block.start, block.end)) {
    const [, note] = /^\s*\/\/\s?(.*)$/.exec(line) ?? [];
    const [, name, body = ''] = /^\s*'?([\w-]+)'?:\s*\{(.*)\}/.exec(line) ?? [];
    if (note !== undefined) comment.push(note);
    if (name === undefined) continue;
    const type = /type:\s*['"](\w+)['"]/.exec(body)?.[1] ?? 'boolean';
    options.push({ name, type, short: /short:\s*['"](\w)['"]/.exec(body)?.[1], comment: comment.join(' ').trim() });
    comment = [];
  }
  return options;
}

/** The program with one more on/off option, written like the ones that are there. Undefined when it has no `parseArgs` options. */
export function withFlag(source: string, name: string, comment: string): string | undefined {
  const lines = source.split('\n');
  const block = optionsBlock(lines);
  if (!block) return undefined;
  const indent = /^\s*/.exec(lines[block.start] ?? '')?.[0] ?? '    ';
  const added = [`${indent}// ${comment}`, `${indent}${name}: { type: 'boolean', default: false },`];
  return [...lines.slice(0, block.end), ...added, ...lines.slice(block.end)].join('\n');
}

/** The program with one more line in its usage text, below the last option there. Undefined when it has no such text. */
export function withUsageLine(source: string, name: string, text: string): string | undefined {
  const lines = source.split('\n');
  const last = lines.findLastIndex((line) => /^\s+(-\w, )?--\w/.test(line));
  const [, head = '', option = '', gap = '', rest = ''] = /^(\s+)(\S.*?)(\s{2,})(\S.*)$/.exec(lines[last] ?? '') ?? [];
  if (option === '') return undefined;
  const closing = /(`[;,)]*)$/.exec(rest)?.[1] ?? '';
  const width = option.length + gap.length;
  const above = closing === '' ? (lines[last] ?? '') : (lines[last] ?? '').slice(0, -closing.length);
  return [
    ...lines.slice(0, last),
    above,
    `${head}${`--${name}`.padEnd(width)}${text}${closing}`,
    ...lines.slice(last + 1),
  ].join('\n');
}

export interface PrintStatement {
  /** The whole statement. */
  readonly statement: string;
  /** The value that is printed, before it is made readable. */
  readonly value: string;
  /** The expression that makes it readable. */
  readonly readable: string;
}

/** The last `console.log(format(value, …))` of a program. */
export function printStatement(source: string): PrintStatement | undefined {
  const found = [...source.matchAll(/console\.log\(((\w+)\((\w+)(?:,[^()]*)?\))\);?/g)].at(-1);
  if (!found) return undefined;
  const [statement, readable = '', , value = ''] = found;
  return { statement, value, readable };
}

/** The variable that `parseArgs` gives the option values: "values", or what they were renamed to. */
export function valuesName(source: string): string {
  return /\bvalues:\s*(\w+)[^=]*=\s*parseArgs\(/.exec(source)?.[1] ?? 'values';
}
