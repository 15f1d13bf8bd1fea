import type { AgentFileProblem } from '../../core/subagent/agent-config.ts';
import type { Field, Frontmatter } from './frontmatter.ts';

/** An entry of a list, with its line. */
export interface ListEntry {
  readonly text: string;
  readonly line: number;
}

/** Reads the fields of one file's header, and keeps what it finds wrong, each with its line. */
export class FileFields {
  readonly problems: AgentFileProblem[] = [];
  readonly #path: string;
  readonly #fields: ReadonlyMap<string, Field>;

  constructor(path: string, { fields }: Frontmatter) {
    this.#path = path;
    this.#fields = fields;
  }

  report(severity: AgentFileProblem['severity'], line: number, reason: string): void {
    this.problems.push({ path: this.#path, line, severity, reason });
  }

  has(key: string): boolean {
    return this.#fields.has(key);
  }

  lineOf(key: string): number {
    return this.#fields.get(key)?.line ?? 1;
  }

  /** Warns of every field that is in none of the lists. `ignored` ones belong to other programs. */
  warnOfOthers(known: readonly string[], ignored: readonly string[]): void {
    for (const { key, line } of this.#fields.values()) {
      if (known.includes(key)) continue;
      const what = ignored.includes(key) ? 'belongs to another program' : 'is not known';
      this.report('warning', line, `The field \`${key}\` ${what} and has no effect here.`);
    }
  }

  /** Text that must be there. */
  required(key: string, what: string): string | null {
    if (this.#first([key])) return this.text(key);
    this.report('error', this.lineOf(key), `\`${key}\` is missing. Say ${what}.`);
    return null;
  }

  /** Text on any number of lines, trimmed; null when the field is absent or left empty. Another value is an error. */
  text(...keys: readonly string[]): string | null {
    const field = this.#first(keys);
    if (!field) return null;
    if (typeof field.value === 'number' || typeof field.value === 'boolean') return String(field.value);
    if (typeof field.value === 'string') return field.value.trim();
    this.report('error', field.line, `\`${field.key}\` must be text. Write it on this line, or leave the field out.`);
    return null;
  }

  /** A list, or text with commas; null when the field is absent. Commas in parentheses belong to the entry. */
  list(key: string): readonly ListEntry[] | null {
    const field = this.#fields.get(key);
    if (!field) return null;
    const { value, line, entryLines } = field;
    if (value === null) return [];
    const entries = Array.isArray(value) ? value : typeof value === 'string' ? splitAtCommas(value) : null;
    if (entries?.every((entry) => typeof entry === 'string')) {
      return entries
        .map((entry, index) => ({ text: entry.trim(), line: entryLines[index] ?? line }))
        .filter(({ text }) => text !== '');
    }
    this.report('error', line, `\`${key}\` must be a list of names, or names with commas between them.`);
    return null;
  }

  /** One of a few words; null when the field is absent. */
  oneOf<Word extends string>(key: string, words: readonly Word[]): Word | null {
    const text = this.text(key);
    const found = text === null ? undefined : words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (text !== null && found === undefined) {
      this.report('error', this.lineOf(key), `\`${key}\` cannot be "${text}". Use one of ${words.join(', ')}.`);
    }
    return found ?? null;
  }

  wholeNumber(...keys: readonly string[]): number | null {
    const field = this.#first(keys);
    if (!field) return null;
    const value =
      typeof field.value === 'string' && /^\d+$/.test(field.value.trim()) ? Number(field.value) : field.value;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
    this.report('error', field.line, `\`${field.key}\` must be a whole number of at least 1.`);
    return null;
  }

  truth(key: string): boolean {
    const field = this.#first([key]);
    if (!field) return false;
    if (typeof field.value === 'boolean') return field.value;
    if (field.value === 'true' || field.value === 'false') return field.value === 'true';
    this.report('error', field.line, `\`${key}\` must be true or false.`);
    return false;
  }

  /** The first of these fields that says something. */
  #first(keys: readonly string[]): Field | null {
    for (const key of keys) {
      const field = this.#fields.get(key);
      const isEmpty = field?.value === null || (typeof field?.value === 'string' && field.value.trim() === '');
      if (field && !isEmpty) return field;
    }
    return null;
  }
}

/** Commas in parentheses belong to the entry. */
export function splitAtCommas(text: string): string[] {
  return text.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [];
}
