import { filesIn, quotedIn } from '../clauses.ts';
import { plural } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { change } from '../editing.ts';
import { readNamed } from '../locate.ts';
import { failed, type Outcome, type Routine } from '../routine.ts';
import type { ClauseReader } from '../task.ts';

const WORD = '(?:`[^`]*`|"[^"]*"|“[^”]*”|\\S+)';
const REPLACE = new RegExp(
  String.raw`\b(?:replace|change|swap|rename)\s+(?:all\s+|every\s+)?(?:the\s+(?:word|text|string|line)\s+)?(${WORD})\s+(?:with|to|by|into|for)\s+(?:the\s+(?:word|text|string|line)\s+)?(${WORD})\s+(?:everywhere\s+)?(?:in|inside|within)\s+(.+)$`,
  'is',
);

export const readReplace: ClauseReader = (clause) => {
  const [, from, to, where] = REPLACE.exec(clause) ?? [];
  const [file] = filesIn(where ?? '');
  if (from === undefined || to === undefined || file === undefined) return undefined;
  const [before, after] = [quotedIn(from) ?? from, quotedIn(to) ?? to];
  return { key: `replace ${before} ${file}`, run: (desk) => replace(desk, file, before, after) };
};

function* replace(desk: Desk, file: string, before: string, after: string): Routine<Outcome> {
  const path = yield* readNamed(desk, file, `I read ${file} before I change it.`);
  if (path === undefined) return failed(`There is no file "${file}" here, so nothing was replaced.`);
  const content = desk.file(path) ?? '';
  const places = content.split(before).length - 1;
  if (before === '' || places === 0)
    return failed(`\`${path}\` does not contain "${before}", so nothing was replaced.`);
  const problem = yield* change(
    desk,
    path,
    content.replaceAll(before, () => after),
    `"${before}" stands there ${plural(places, 'time')}.`,
  );
  if (problem !== undefined) return failed(`The edit of \`${path}\` was refused: ${problem}`);
  return { said: `I replaced "${before}" with "${after}" in \`${path}\`, ${plural(places, 'time')}.` };
}
