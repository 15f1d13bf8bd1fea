export interface Declaration {
  readonly name: string;
  readonly kind: string;
  /** From 1. */
  readonly line: number;
  /** The comment that stands above it, as one text; "" when there is none. */
  readonly comment: string;
  readonly exported: boolean;
}

const DECLARATION =
  /^(\s*)(export\s+)?(?:default\s+)?(?:pub(?:\([^)]*\))?\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|class|const|let|var|def|fn|func|struct|enum|trait|interface|type)\s+([A-Za-z_$][\w$]*)/;

/** The declarations at the outermost level of a source file, in most languages that name them by a keyword. */
export function declarationsIn(source: string): Declaration[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const [, indent = '', exported, kind, name] = DECLARATION.exec(line) ?? [];
    if (kind === undefined || name === undefined || indent !== '') return [];
    return [{ name, kind, line: index + 1, comment: commentAbove(lines, index), exported: exported !== undefined }];
  });
}

/** The comment block that ends on the line above, without its marks. */
export function commentAbove(lines: readonly string[], index: number): string {
  const block: string[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = lines[at]?.trim() ?? '';
    if (!/^(\/\/|\/\*|\*|#(?!!)|--)/.test(line)) break;
    block.unshift(line.replace(/^(\/\*\*?|\*\/|\*|\/\/+|#+|--)\s?/, '').replace(/\s*\*\/$/, ''));
  }
  return block.join(' ').trim();
}

export function firstSentence(text: string): string {
  const [, sentence = text] = /^(.*?[.!?])(?:\s|$)/s.exec(text.trim()) ?? [];
  return sentence.replaceAll(/\s+/g, ' ').trim();
}

/** Where a declaration that starts on line index `start` ends, as an index after its last line: by brackets, or by indentation. */
export function endOfBlock(lines: readonly string[], start: number): number {
  const byIndentation = /:\s*$/.test(lines[start] ?? '');
  let depth = 0;
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (byIndentation) {
      if (index > start && /^\S/.test(line)) return index;
      continue;
    }
    for (const character of withoutStrings(line)) {
      if ('{(['.includes(character)) depth += 1;
      if ('})]'.includes(character)) depth -= 1;
    }
    const goesOn = /(=>|[=+?:&|])\s*$/.test(line);
    if (depth <= 0 && !goesOn) return index + 1;
  }
  return lines.length;
}

/** The line with strings and comments blanked, same length, so that marks inside them do not count. */
export function withoutStrings(line: string): string {
  return line.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/.*$|\/\*.*?\*\//g, (text) =>
    ' '.repeat(text.length),
  );
}

/** A file in a sentence or two, and its parts as a list. */
export function explainFile(path: string, content: string): string {
  const lines = content.trimEnd().split('\n').length;
  if (path.endsWith('.md')) return explainMarkdown(path, content, lines);
  if (path.endsWith('.json')) return explainJson(path, content, lines);
  const declarations = declarationsIn(content).filter(
    ({ kind, exported, comment }) => exported || comment !== '' || !/const|let|var/.test(kind),
  );
  const head = `\`${path}\` has ${plural(lines, 'line')}`;
  const tests = [...content.matchAll(/^\s*(?:test|it)\(\s*['"`](.+?)['"`],/gm)].map(([, name]) => `- ${name}`);
  if (tests.length > 0) return `${head} and ${plural(tests.length, 'test')}:\n${tests.slice(0, 12).join('\n')}`;
  if (declarations.length === 0)
    return `${head}: ${firstSentence(commentAtTop(content)) || 'it declares nothing by name; it runs from top to bottom'}`;
  const items = declarations
    .slice(0, 8)
    .map(({ name, kind, comment }) => `- \`${name}\` (${kind})${comment ? `: ${firstSentence(comment)}` : ''}`);
  return `${head} and declares ${plural(declarations.length, 'thing')}:\n${items.join('\n')}`;
}

function explainMarkdown(path: string, content: string, lines: number): string {
  const headings = [...content.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading]) => heading);
  const paragraph = content.split(/\n\s*\n/).find((block) => /^[A-Z]/.test(block.trim())) ?? '';
  const about = headings.length > 1 ? ` Its sections: ${headings.slice(1).join(', ')}.` : '';
  return `\`${path}\` (${plural(lines, 'line')})${headings[0] ? `, "${headings[0]}"` : ''}: ${firstSentence(paragraph)}${about}`;
}

function explainJson(path: string, content: string, lines: number): string {
  try {
    const value: unknown = JSON.parse(content);
    if (Array.isArray(value)) return `\`${path}\` is a list of ${plural(value.length, 'entry')}.`;
    if (typeof value === 'object' && value !== null)
      return `\`${path}\` holds ${Object.keys(value)
        .map((key) => `\`${key}\``)
        .join(', ')}.`;
  } catch {
    // Told below: a broken file is still a file with lines.
  }
  return `\`${path}\` has ${plural(lines, 'line')}.`;
}

/** The comment that a file begins with, when it is about the file: a blank line or an import follows. */
export function commentAtTop(content: string): string {
  const lines = content.split('\n').filter((line) => !line.startsWith('#!'));
  const end = lines.findIndex((line) => !/^\s*(\/\/|\/\*|\*|#)/.test(line));
  return end > 0 && /^\s*$|^(import|from|use|package|const .*require\()\b/.test(lines[end] ?? '')
    ? commentAbove(lines, end)
    : '';
}

export function plural(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.replace(/y$/, 'ie')}s`;
}
