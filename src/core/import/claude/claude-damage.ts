import type { Problem } from '../../session/state.ts';
import { isRow, type Row, timeOf } from '../foreign-value.ts';
import type { RowLink } from './claude-nodes.ts';

/** More than this are noise: a file of it would list nothing else. */
const MOST = 1_000;

/** What is wrong inside rows that are whole JSON. Each row is told of once, by its line. */
export class ClaudeDamage {
  readonly #problems: Problem[] = [];

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** True when the row cannot be used, and is left out. */
  look(row: Row, line: number, file: string): boolean {
    const isMessage = row.type === 'user' || row.type === 'assistant';
    if ('type' in row && typeof row.type !== 'string') {
      this.#add(line, file, 'the row does not say what it is, and was left out');
      return true;
    }
    if (isMessage && !isRow(row.message)) {
      this.#add(line, file, 'the row holds no message, and was left out');
      return true;
    }
    const { timestamp } = row;
    if (timestamp !== undefined && timestamp !== null && timeOf(timestamp) === null)
      this.#add(line, file, 'the time of the row is no date; the row is shown without one');
    return false;
  }

  /** Rows whose parents run in a circle, once for each circle: at its first row. */
  findCircles(links: ReadonlyMap<string, RowLink>): void {
    const settled = new Set<RowLink>();
    for (const start of links.values()) {
      const path = new Set<RowLink>();
      let at: RowLink | undefined = start;
      while (at && !settled.has(at) && !path.has(at)) {
        path.add(at);
        at = at.parent === null ? undefined : links.get(at.parent);
      }
      // Links stand in the order of their rows, so that the first that is met of a circle is not always its first row.
      if (at && path.has(at)) {
        const all = [...path];
        const circle = all.slice(all.indexOf(at));
        const { line, file } = circle.reduce((a, b) => (b.order < a.order ? b : a));
        const what =
          circle.length === 1
            ? 'the row names itself as the one before it'
            : `${circle.length} rows name each other in a circle as the ones before them`;
        this.#add(line, file, `${what}; the conversation begins anew there`);
      }
      for (const each of path) settled.add(each);
    }
  }

  #add(line: number, file: string, reason: string): void {
    if (this.#problems.length < MOST)
      this.#problems.push({ line, reason: file === '' ? reason : `${file}: ${reason}` });
  }
}
