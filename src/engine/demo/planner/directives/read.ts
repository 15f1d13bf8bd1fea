import { filesIn } from '../clauses.ts';
import { explainFile, plural } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { listing, matchPath, readFresh, readNamed } from '../locate.ts';
import { explainProject } from '../project.ts';
import { failed, type Outcome, type Routine } from '../routine.ts';
import type { ClauseReader } from '../task.ts';

const READ = /\b(?:read|open|look (?:at|through|into)|get to know|study|go through|show me|cat)\b\s*(.*)$/is;
const EVERYTHING =
  /\b(?:everything|all (?:of )?(?:its |the |our )?files|all of (?:it|them)|(?:this|the|our) (?:project|repo(?:sitory)?|code ?base|code|sources?))\b/i;
const TESTS = /\btests?\b/i;
const FOLDER =
  /\b(?:everything|all(?: the)? files|the files|what is)? ?\b(?:in|under|inside|of)\s+(?:the\s+)?`?([\w./-]+?)\/?`?(?:\s+(?:folder|directory))?$/i;

const TEXT_FILE =
  /\.(?:[cm]?[jt]sx?|json|md|txt|py|rb|go|rs|java|kt|c|h|cc|cpp|cs|php|swift|sh|ya?ml|toml|html|css|sql)$|(^|\/)(README|LICENSE|Makefile|Dockerfile)$/i;
const NOT_WORTH_READING = /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|[^/]*\.min\.\w+)$/;

/** Most files read for one directive; beyond that the most telling ones are taken. */
const MAX_FILES = 24;

export const readRead: ClauseReader = (clause) => {
  const [, wanted] = READ.exec(clause) ?? [];
  if (wanted === undefined || wanted.trim() === '') return undefined;
  return { key: `read ${wanted}`, run: (desk) => read(desk, wanted) };
};

function* read(desk: Desk, wanted: string): Routine<Outcome> {
  const names = filesIn(wanted);
  const [only] = names;
  if (only !== undefined && names.length === 1 && !EVERYTHING.test(wanted) && !/,|\band\b/.test(wanted)) {
    const path = yield* readNamed(desk, only, `I read ${only}.`);
    if (path === undefined)
      return failed(`There is no file "${only}" here. Ask me to list the files to see their names.`);
    desk.focus = { path };
    return { said: explainFile(path, desk.file(path) ?? '') };
  }
  const all = yield* listing(desk);
  const paths = choose(all, wanted);
  if (paths.length === 0)
    return failed(`I found nothing to read for "${wanted}". Ask me to list the files to see what is there.`);
  yield* readFresh(
    desk,
    paths,
    `${plural(paths.length, 'file')} to read; they do not depend on each other, so I read them at once.`,
  );
  const [first] = paths;
  if (first !== undefined) desk.focus = { path: first };
  if (EVERYTHING.test(wanted)) return { said: explainProject(desk, all) };
  return { said: `I have read ${paths.map((path) => `\`${path}\``).join(', ')}.` };
}

/** The files that the words mean, from those that exist. */
function choose(all: readonly string[], wanted: string): string[] {
  const readable = all.filter((path) => TEXT_FILE.test(path) && !NOT_WORTH_READING.test(path));
  if (EVERYTHING.test(wanted) && !FOLDER.test(wanted)) return mostTelling(readable);
  const chosen = new Set<string>();
  for (const piece of wanted.split(/,|\band\b/).map((text) => text.trim())) {
    const named = filesIn(piece)
      .map((name) => matchPath(all, name))
      .filter((path) => path !== undefined);
    for (const path of named) chosen.add(path);
    if (named.length > 0) continue;
    const folder =
      FOLDER.exec(piece)?.[1] ?? /^(?:the )?`?([\w./-]+?)\/?`?(?: (?:folder|directory))?$/.exec(piece)?.[1];
    const inside = readable.filter((path) => folder !== undefined && `/${path}`.includes(`/${folder}/`));
    const tests = TESTS.test(piece)
      ? readable.filter((path) => /(^|\/)(tests?|__tests__)\/|[._](test|spec)\./.test(path))
      : [];
    for (const path of inside.length > 0 ? inside : tests) chosen.add(path);
  }
  return mostTelling([...chosen]);
}

/** Keeps the shallow ones when there are too many. */
function mostTelling(paths: readonly string[]): string[] {
  if (paths.length <= MAX_FILES) return [...paths];
  const depth = (path: string) => path.split('/').length;
  return [...paths]
    .sort((a, b) => depth(a) - depth(b))
    .slice(0, MAX_FILES)
    .sort();
}
