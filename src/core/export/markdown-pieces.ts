import { inertLine, inertMarkdown } from './inert-markdown.ts';

/** A block whose fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

export function quoted(text: string): string {
  return inertMarkdown(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

export function plain(text: string): string {
  return inertLine(oneLine(text));
}

export function code(text: string): string {
  return `\`${oneLine(text).replace(/`/g, "'")}\``;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
