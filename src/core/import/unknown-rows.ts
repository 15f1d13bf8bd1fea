/** Counts the rows that a translator does not know, by type, so that they are listed and not forgotten. */
export class UnknownRows {
  readonly #kinds = new Map<string, { count: number; line: number; source: string }>();

  add(kind: string, line: number, source = ''): void {
    const name = kind.slice(0, 60);
    const known = this.#kinds.get(name);
    if (known) known.count++;
    else if (this.#kinds.size < 100) this.#kinds.set(name, { count: 1, line, source });
  }

  notices(): { level: 'info'; text: string }[] {
    return [...this.#kinds].map(([kind, { count, line, source }]) => {
      const where = `${source === '' ? '' : `${source}, `}line ${line}`;
      const text =
        count === 1
          ? `One row of a kind that is not known (${kind}, ${where}) is not shown; it stays in the source file.`
          : `${count} rows of a kind that is not known (${kind}, first in ${where}) are not shown; they stay in the source file.`;
      return { level: 'info', text };
    });
  }
}
