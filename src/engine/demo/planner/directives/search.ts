import { quotedIn } from '../clauses.ts';
import { plural } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { plainText } from '../file-text.ts';
import { failed, type Outcome, type Routine, takeOne } from '../routine.ts';
import type { ClauseReader } from '../task.ts';
import { searchFor } from '../tool-call.ts';

const SEARCH =
  /\b(?:search(?: for)?|grep(?: for)?|look for|find(?: (?:all|every|the))?(?: (?:uses?|usages?|places|occurrences|references|mentions))?(?: (?:of|to|where))?)\s+(.+)$/is;
const PLACE = /\s+(?:in|under|inside)\s+(?:the\s+)?`?([\w./-]+)`?(?:\s+(?:folder|directory))?$/i;

export interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export const readSearch: ClauseReader = (clause) => {
  const [, rest] = SEARCH.exec(clause) ?? [];
  if (rest === undefined) return undefined;
  const pattern = quotedIn(rest) ?? rest.replace(PLACE, '').trim();
  const place = PLACE.exec(rest)?.[1];
  const path = place !== undefined && !/^(code|project|repo|repository|files?|it)$/.test(place) ? place : undefined;
  return { key: `search ${pattern}`, run: (desk) => search(desk, pattern, path) };
};

/** "path:line:text", as grep and ripgrep print it. */
export function matchesIn(output: string): Match[] {
  return plainText(output)
    .split('\n')
    .flatMap((row) => {
      const [, path, line, text] = /^(?:\.\/)?([^\s:][^:]*):(\d+)[:-](.*)$/.exec(row) ?? [];
      return path === undefined ? [] : [{ path, line: Number(line), text: (text ?? '').trim() }];
    });
}

function* search(desk: Desk, pattern: string, path: string | undefined): Routine<Outcome> {
  const result = yield* takeOne(searchFor(pattern, path), `I search for "${pattern}".`);
  if (result.isError) return failed(`The search for "${pattern}" failed: ${result.output}`);
  const matches = matchesIn(result.output);
  const [first] = matches;
  if (!first) return { said: `Nothing in this repository matches "${pattern}".` };
  desk.focus = { path: first.path };
  const files = new Set(matches.map((match) => match.path));
  const shown = matches.slice(0, 10).map((match) => `- \`${match.path}:${match.line}\` ${match.text}`);
  const more = matches.length > 10 ? `\n- and ${matches.length - 10} more` : '';
  return {
    said: `"${pattern}" stands in ${plural(matches.length, 'line')} of ${plural(files.size, 'file')}:\n${shown.join('\n')}${more}`,
  };
}
