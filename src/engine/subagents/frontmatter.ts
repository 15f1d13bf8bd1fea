import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** One field of a header. */
export interface Field {
  readonly key: string;
  readonly value: unknown;
  /** Lines of the file, from 1: of the key, and of each entry when the value is a list. */
  readonly line: number;
  readonly entryLines: readonly number[];
}

export interface Frontmatter {
  readonly fields: ReadonlyMap<string, Field>;
  /** The text below the header, with plain line ends. */
  readonly body: string;
  /** Line at which the body begins. */
  readonly bodyLine: number;
}

export type FrontmatterResult =
  | { readonly ok: true; readonly value: Frontmatter }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/**
 * Splits a Markdown file with a YAML header between two lines of `---`. A byte order mark and Windows line ends are
 * taken. Headers as people write them for other programs are taken too: a one-line value that is no YAML because of a
 * colon or a quote in it counts as plain text.
 */
export function readFrontmatter(source: string): FrontmatterResult {
  const lines = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  if (lines[0]?.trimEnd() !== '---') {
    return fail(1, 'It does not begin with a line `---`. Put a header with name and description at its top.');
  }
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (close < 0) return fail(lines.length, 'Its header does not end. Put a line `---` below the last field.');
  const header = lines.slice(1, close);
  const strict = readHeader(header.join('\n'));
  const read = strict.ok ? strict : readHeader(quoted(header).join('\n'));
  if (!read.ok) return strict.ok ? read : fail(strict.line, strict.reason);
  return {
    ok: true,
    value: { fields: read.fields, body: lines.slice(close + 1).join('\n'), bodyLine: close + 2 },
  };
}

type HeaderResult =
  | { readonly ok: true; readonly fields: Map<string, Field> }
  | { readonly ok: false; readonly line: number; readonly reason: string };

function readHeader(text: string): HeaderResult {
  const counter = new LineCounter();
  // The core schema without merge keys; aliases of aliases could grow without end.
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true, prettyErrors: false });
  // The header begins on the file's second line.
  const lineAt = (offset: number | undefined) => counter.linePos(offset ?? 0).line + 1;
  const [error] = document.errors;
  if (error)
    return fail(lineAt(error.pos[0]), `Its header is no YAML: ${firstSentence(error.message)}. Correct this line.`);
  const { contents } = document;
  if (contents === null) return { ok: true, fields: new Map() };
  if (!isMap(contents)) return fail(2, 'Its header holds no fields. Write them as `name: value`.');
  const fields = new Map<string, Field>();
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || typeof key.value !== 'string') {
      return fail(
        lineAt(isScalar(key) ? key.range?.[0] : 0),
        'A name of a field in its header is no text. Correct this line.',
      );
    }
    let plain: unknown;
    try {
      plain =
        value === null
          ? null
          : (value as { toJS(document: unknown, options: object): unknown }).toJS(document, { maxAliasCount: 20 });
    } catch (thrown) {
      return fail(
        lineAt(key.range?.[0]),
        `Its header cannot be read: ${(thrown as Error).message}. Correct this line.`,
      );
    }
    const entries = isSeq(value) ? value.items : [];
    fields.set(key.value, {
      key: key.value,
      value: plain,
      line: lineAt(key.range?.[0]),
      entryLines: entries.map((entry) => lineAt(entry.range?.[0] ?? key.range?.[0])),
    });
  }
  return { ok: true, fields };
}

/**
 * `key: some: text` becomes `key: "some: text"`, with the indented lines below it, on as many lines as before; anything
 * that is meant as YAML stays.
 */
function quoted(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, key, value] = /^([A-Za-z_][\w-]*):\s+(\S.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined || /^[[{|>&*!]/.test(value) || /^(["']).*\1$/.test(value)) {
      result.push(line);
      continue;
    }
    const texts = [value];
    while (index + 1 < lines.length && /^\s|^$/.test(lines[index + 1] ?? '')) texts.push((lines[++index] ?? '').trim());
    result.push(`${key}: ${JSON.stringify(texts.join('\n'))}`, ...texts.slice(1).map(() => ''));
  }
  return result;
}

function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/\.$/, '');
}

function fail(line: number, reason: string): { ok: false; line: number; reason: string } {
  return { ok: false, line, reason };
}
