import type { AgentFieldName, AgentFields } from '../../shared/agent-calls.ts';
import { type Field, type Frontmatter, readFrontmatter } from './frontmatter.ts';

/** The fields of a header, in the order in which a new file has them. */
export const HEADER_FIELDS = [
  'name',
  'description',
  'tools',
  'disallowedTools',
  'model',
  'provider',
  'permissionMode',
  'maxTurns',
  'skills',
  'isolation',
  'background',
  'effort',
  'color',
] as const satisfies readonly AgentFieldName[];
export type HeaderField = (typeof HEADER_FIELDS)[number];

/** Other programs' names of fields. */
const OTHER_NAMES: { readonly [F in HeaderField]?: string } = {
  model: 'modelId',
  provider: 'providerId',
  maxTurns: 'maxIterations',
};

/** The field of a header that says this, under whichever of its names; the first one that says something wins. */
export function headerField({ fields }: Frontmatter, name: HeaderField): Field | null {
  const own = fields.get(name);
  const other = fields.get(OTHER_NAMES[name] ?? name);
  return (own && !isEmpty(own.value) ? own : (other ?? own)) ?? null;
}

/** The name that a form has for a field of a header; null for fields that it does not know. */
export function fieldNameOf(key: string): HeaderField | null {
  return HEADER_FIELDS.find((name) => name === key || OTHER_NAMES[name] === key) ?? null;
}

/** What a form for this file would hold; null when its header cannot be read. */
export function fieldsOfText(text: string): AgentFields | null {
  const read = readFrontmatter(text);
  if (!read.ok) return null;
  const header = HEADER_FIELDS.map((name) => [name, typedValue(headerField(read.value, name)?.value)]);
  return { ...(Object.fromEntries(header) as Omit<AgentFields, 'body'>), body: read.value.body.trim() };
}

/** A value as a person would type it. What is neither text nor a list of texts is left to the text of the file. */
function typedValue(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
  return '';
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
