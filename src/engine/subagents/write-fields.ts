import { type Document, isMap, isScalar, isSeq, parseDocument, Scalar, stringify, type YAMLSeq } from 'yaml';
import type { AgentFields } from '../../shared/agent-calls.ts';
import { fieldsOfText, HEADER_FIELDS, type HeaderField, headerField } from './agent-fields.ts';
import { splitAtCommas } from './file-fields.ts';
import { type Field, type Frontmatter, readFrontmatter } from './frontmatter.ts';

export type WrittenFields = { readonly ok: true; readonly text: string } | { readonly ok: false };

/**
 * Puts fields into a file's text. Only the lines of fields that differ are written anew: unknown fields, comments, the
 * order and the line ends of the rest stay as they are, byte for byte. Not ok when the header cannot be read, or when
 * several of its fields share a line, so that none can be written without the other.
 */
export function writeFields(base: string | null, fields: AgentFields): WrittenFields {
  if (base === null) return { ok: true, text: newFile(fields) };
  const read = readFrontmatter(base);
  const before = fieldsOfText(base);
  if (!read.ok || before === null || sharesLines(read.value)) return { ok: false };
  const mark = base.startsWith('\ufeff') ? '\ufeff' : '';
  const lineEnd = base.includes('\r\n') ? '\r\n' : '\n';
  const lines = base.slice(mark.length).replace(/\r\n?/g, '\n').split('\n');
  const close = read.value.bodyLine - 2;
  const changes = HEADER_FIELDS.filter((name) => fields[name].trim() !== before[name]).map((name) => {
    const field = headerField(read.value, name);
    const from = field ? field.line - 1 : close;
    const to = field ? endOf(field, read.value, lines, close) : close;
    return { from, to, lines: fieldLines(field?.key ?? name, name, fields[name], lines.slice(from, to).join('\n')) };
  });
  const bodyIsNew = fields.body.trim() !== before.body;
  const body = bodyIsNew ? ['', ...fields.body.trim().split(/\r?\n/), ''] : lines.slice(close + 1);
  const head = lines.slice(0, close + 1);
  // From below, so that the lines above keep their numbers; of new fields at the same place the first ends up first.
  for (const change of changes.reverse().sort((a, b) => b.from - a.from)) {
    head.splice(change.from, change.to - change.from, ...change.lines);
  }
  return { ok: true, text: mark + [...head, ...body].join(lineEnd) };
}

function newFile(fields: AgentFields): string {
  const lines = HEADER_FIELDS.flatMap((name) =>
    // The two that must be there are written even when they are empty, so that the problem has a line.
    fields[name].trim() === '' && name !== 'name' && name !== 'description'
      ? []
      : fieldLines(name, name, fields[name], ''),
  );
  return ['---', ...lines, '---', '', fields.body.trim(), ''].join('\n');
}

function sharesLines({ fields }: Frontmatter): boolean {
  const lines = [...fields.values()].map(({ line }) => line);
  return new Set(lines).size < lines.length;
}

/** Index of the line below a field. Comments and blank lines in front of the next field belong to that one. */
function endOf(field: Field, { fields }: Frontmatter, lines: readonly string[], close: number): number {
  const next = Math.min(
    ...[...fields.values()].map(({ line }) => line - 1).filter((line) => line >= field.line),
    close,
  );
  let end = next;
  while (end > field.line && /^(#.*|\s*)$/.test(lines[end - 1] ?? '')) end--;
  return end;
}

const LISTS: ReadonlySet<HeaderField> = new Set<HeaderField>(['tools', 'disallowedTools', 'skills']);

/** One field as lines of YAML. Comments inside the old lines are kept where their entry is still there. */
function fieldLines(key: string, name: HeaderField, typed: string, old: string): string[] {
  const text = typed.trim();
  const isRequired = name === 'name' || name === 'description';
  if (text === '' && !isRequired) return [];
  const document = old === '' ? null : parseDocument(old, { prettyErrors: false });
  const pair = document && document.errors.length === 0 && isMap(document.contents) ? document.contents.items[0] : null;
  const value = yamlValue(name, text);
  let written: string;
  if (document && pair && isSeq(pair.value) && LISTS.has(name)) {
    const list: YAMLSeq = pair.value;
    list.items = splitAtCommas(text).map((entry) => keptEntry(document, list.items, entry));
    written = document.toString({ lineWidth: 0 });
  } else if (document && pair && isScalar(pair.value)) {
    pair.value.value = value;
    // Its old form (plain, quoted, a block) may not fit the new text.
    const form = typeof value === 'string' && value.includes('\n') ? Scalar.BLOCK_LITERAL : undefined;
    if (form) pair.value.type = form;
    else delete pair.value.type;
    written = document.toString({ lineWidth: 0 });
  } else written = stringify({ [key]: value }, { lineWidth: 0 });
  return written.replace(/\n$/, '').split('\n');
}

function keptEntry(document: Document, items: readonly unknown[], typed: string): unknown {
  const entry = typed.trim();
  return items.find((item) => isScalar(item) && item.value === entry) ?? document.createNode(entry);
}

function yamlValue(name: HeaderField, text: string): string | number | boolean {
  if (name === 'maxTurns' && /^\d{1,9}$/.test(text)) return Number(text);
  if (name === 'background' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
