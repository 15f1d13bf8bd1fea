import { withoutControlSequences } from './control-sequences.ts';
import { type FindOptions, findSecrets } from './find-secrets.ts';
import { kindOfNamedValue } from './named-values.ts';
import { type Finding, SECRET_KINDS, SECRET_WORDS, type SecretKind } from './secret-kinds.ts';

export interface RedactorOptions extends FindOptions {
  /** Names of secrets (`RedactedSecret.id`) that a person looked at and wants to keep. */
  readonly keep: ReadonlySet<string>;
}

/** One secret, wherever it stands: how often, what is written for it, and an example of a place. */
export interface RedactedSecret {
  /** The same for the same secret in every run; it does not tell the secret. */
  readonly id: string;
  readonly kind: SecretKind;
  /** What is written in its place, e.g. `[redacted: GitHub token #1]`. */
  readonly mark: string;
  readonly count: number;
  readonly isKept: boolean;
  /** The first place: the text around it, and the secret itself, for the person who decides. */
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

/** Characters of context on either side of an example, and of the secret itself. */
const CONTEXT = 60;
const SHOWN = 80;

/**
 * Takes secrets out of texts and of values of any shape. The same secret has the same mark wherever it stands, so that
 * what is left can still be followed.
 */
export class Redactor {
  readonly #options: RedactorOptions;
  readonly #secrets = new Map<string, RedactedSecret>();
  readonly #numbers = new Map<SecretKind, number>();

  constructor(options: RedactorOptions) {
    this.#options = options;
  }

  /** Every secret found so far, by kind and then in the order in which they were found. */
  get secrets(): readonly RedactedSecret[] {
    const order = (secret: RedactedSecret) => SECRET_KINDS.indexOf(secret.kind);
    return [...this.#secrets.values()].sort((a, b) => order(a) - order(b));
  }

  /** The places to change in a text, with what to write there. Each is counted. */
  edits(text: string): readonly (Finding & { readonly mark: string })[] {
    return findSecrets(text, this.#options).flatMap((finding) => {
      const { isKept, mark } = this.#note(finding, text);
      return isKept ? [] : [{ ...finding, mark }];
    });
  }

  text(text: string): string {
    const edits = this.edits(text);
    if (edits.length === 0) return text;
    let result = '';
    let from = 0;
    for (const { start, end, mark } of edits) {
      result += text.slice(from, start) + mark;
      from = end;
    }
    return result + text.slice(from);
  }

  /** A copy without secrets, names of fields included; the value itself when there are none. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) {
      const copy = value.map((item) => this.value(item));
      return copy.some((item, index) => item !== value[index]) ? copy : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const copy = entries.map(([name, item]): [string, unknown] => [this.text(name), this.#named(name, item)]);
    const isSame = copy.every(([name, item], index) => name === entries[index]?.[0] && item === entries[index][1]);
    return isSame ? value : Object.fromEntries(copy);
  }

  /** A text that may be JSON: then what stands inside its quotes is redacted, and it is JSON afterwards. */
  json(text: string): string {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.text(text);
    }
    const redacted = this.value(value);
    return redacted === value ? text : JSON.stringify(redacted);
  }

  #named(name: string, item: unknown): unknown {
    const kind = typeof item === 'string' ? kindOfNamedValue(name, item) : null;
    if (kind === null || typeof item !== 'string') return this.value(item);
    const byShape = this.text(item);
    if (byShape !== item) return byShape;
    const { isKept, mark } = this.#note({ kind, start: 0, end: item.length }, item, `${name}: `);
    return isKept ? item : mark;
  }

  #note({ kind, start, end }: Finding, text: string, label = ''): RedactedSecret {
    // The same secret, whatever its colours.
    const secret = withoutControlSequences(text.slice(start, end));
    const id = `${kind}-${hashOf(secret)}`;
    const known = this.#secrets.get(id);
    const noted: RedactedSecret = known
      ? { ...known, count: known.count + 1 }
      : {
          id,
          kind,
          mark: this.#markOf(kind),
          count: 1,
          isKept: this.#options.keep.has(id),
          before: label + text.slice(Math.max(0, start - CONTEXT), start),
          secret: secret.slice(0, SHOWN),
          after: text.slice(end, end + CONTEXT),
        };
    this.#secrets.set(id, noted);
    return noted;
  }

  #markOf(kind: SecretKind): string {
    if (kind === 'home-path') return '~';
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return `[redacted: ${SECRET_WORDS[kind]} #${number}]`;
  }
}

/** 53 bits of a text (the public-domain cyrb53): to name a secret between two runs without telling it. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
