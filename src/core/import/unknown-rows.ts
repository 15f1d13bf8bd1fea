import { boundedValue } from './bounded-value.ts';
import { type Row, shortCopy } from './foreign-value.ts';

/** Characters of an unknown row that its notice shows. */
const SHOWN = 600;

/** Counts the rows that a translator does not know, by type, so that they are listed and not forgotten. */
export class UnknownRows {
  readonly #kinds = new Map<string, { count: number; line: number; source: string; first: string }>();

  add(kind: string, line: number, row: Row, source = ''): void {
    const name = kind.slice(0, 60);
    const known = this.#kinds.get(name);
    if (known) known.count++;
    else if (this.#kinds.size < 100)
      this.#kinds.set(name, { count: 1, line, source, first: shortCopy(JSON.stringify(boundedValue(row)), SHOWN) });
  }

  notices(): { level: 'info'; text: string }[] {
    return [...this.#kinds].map(([kind, { count, line, source, first }]) => {
      const where = `${source === '' ? '' : `${source}, `}line ${line}`;
      const text =
        count === 1
          ? `One row of a kind that is not known (${kind}, ${where}) is not part of the conversation: ${first}`
          : `${count} rows of a kind that is not known (${kind}, first in ${where}) are not part of the conversation. The first: ${first}`;
      return { level: 'info', text };
    });
  }
}
