import { filesIn } from '../clauses.ts';
import { declarationsIn, firstSentence, plural } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { change } from '../editing.ts';
import { listing, matchPath, readFresh } from '../locate.ts';
import { commandOptions } from '../parse-args.ts';
import { packageFile, programFile } from '../project.ts';
import { failed, type Outcome, type Routine } from '../routine.ts';
import type { ClauseReader } from '../task.ts';

const DOCUMENT = /\bdocument\b\s+([\s\S]+)$/i;
const DESCRIBE_IN_README = /\b(?:describe|explain|write down|write up|list)\b\s+(.+?)\s+in (?:the )?readme\b/is;
const NOT_A_SUBJECT = /\s+(?:in|of|to|into) (?:the )?(?:readme(?:\.md)?|command line|cli|program|project)\b/gi;

export const readDocument: ClauseReader = (clause) => {
  const [, words] = DOCUMENT.exec(clause) ?? DESCRIBE_IN_README.exec(clause) ?? [];
  if (words === undefined) return undefined;
  const file = filesIn(clause).find((name) => /\.md$|^readme$/i.test(name)) ?? 'README';
  const subjects = words
    .replaceAll(NOT_A_SUBJECT, '')
    .split(/,|\band\b/)
    .map((subject) => subject.trim().replace(/^(?:the|its|our|all|each|every)\s+/i, ''))
    .filter((subject) => /^[\w -]+$/.test(subject));
  return { key: `document ${words}`, run: (desk) => documentSubjects(desk, file, subjects) };
};

function* documentSubjects(desk: Desk, file: string, subjects: readonly string[]): Routine<Outcome> {
  const all = yield* listing(desk);
  const readme = matchPath(all, file);
  if (readme === undefined) return failed(`There is no ${file} here to write into.`);
  const places = subjects.map((subject) => ({ subject, source: sourceOf(desk, all, subject) }));
  const sources = places.map(({ source }) => source).filter((path) => path !== undefined);
  yield* readFresh(
    desk,
    [readme, ...sources],
    'I read the README and what it should tell about, so that every line is true.',
  );

  const [written, unknown]: [string[], string[]] = [[], []];
  for (const { subject, source } of places) {
    const table = source === undefined ? undefined : tableOf(desk, source, subject);
    if (table === undefined) {
      unknown.push(subject);
      continue;
    }
    const content = withSection(desk.file(readme) ?? '', subject, table);
    const problem = yield* change(desk, readme, content, `I write the section about ${subject}, from ${source}.`);
    if (problem !== undefined) return failed(`The edit of \`${readme}\` was refused: ${problem}`);
    written.push(`${subject} (${plural(table.split('\n').length - 2, 'entry')}, from \`${source}\`)`);
  }
  if (written.length === 0)
    return failed(`I found nothing in the code to say about ${subjects.join(' and ') || 'it'}.`);
  const gap = unknown.length === 0 ? '' : ` I found no source for ${unknown.join(' and ')}.`;
  return { said: `\`${readme}\` now documents ${written.join(' and ')}.${gap}` };
}

const OPTIONS = /\b(options?|flags?|arguments?)\b/i;
const SCRIPTS = /\b(scripts?|commands?)\b/i;

/** The file that knows: the program for its options, package.json for scripts, else the file that is named like the subject. */
function sourceOf(desk: Desk, all: readonly string[], subject: string): string | undefined {
  if (OPTIONS.test(subject)) return programFile(desk, all);
  if (SCRIPTS.test(subject)) return matchPath(all, 'package.json');
  const singular = subject.toLowerCase().replace(/s$/, '');
  const named = all.filter((path) => new RegExp(`(^|/)${singular}s?\\.(json|[cm]?[jt]s|py)$`, 'i').test(path));
  return named.find((path) => path.endsWith('.json')) ?? named[0];
}

/** A Markdown table about the subject, or undefined when its source says nothing. */
function tableOf(desk: Desk, source: string, subject: string): string | undefined {
  const content = desk.file(source) ?? '';
  if (OPTIONS.test(subject)) {
    const rows = commandOptions(content).map(({ name, type, short, comment }) => {
      const spelled = `--${name}${type === 'string' ? ` ${name.toUpperCase()}` : ''}`;
      return [`\`${short === undefined ? '' : `-${short}, `}${spelled}\``, comment || 'On or off.'];
    });
    return table(['Option', 'Meaning'], rows);
  }
  if (source.endsWith('package.json')) {
    const scripts = Object.entries(packageFile(desk)?.scripts ?? {});
    return table(
      ['Command', 'Runs'],
      scripts.map(([name, line]) => [`\`npm run ${name}\``, `\`${line}\``]),
    );
  }
  if (source.endsWith('.json')) return tableOfEntries(content);
  const told = declarationsIn(content).filter(({ exported }) => exported);
  return table(
    ['Name', 'What it is'],
    told.map(({ name, comment }) => [`\`${name}\``, firstSentence(comment) || '–']),
  );
}

/** A list of objects as a table of the texts in them. */
function tableOfEntries(content: string): string | undefined {
  let entries: unknown;
  try {
    entries = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (!Array.isArray(entries)) return undefined;
  const objects = entries.filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
  );
  const isText = (key: string) => objects.every((entry) => typeof entry[key] === 'string');
  const keys = Object.keys(objects[0] ?? {})
    .filter(isText)
    .slice(0, 4);
  if (keys.length === 0) return undefined;
  const heading = keys.map((key) => spaced(key));
  return table(
    heading,
    objects.map((entry) => keys.map((key) => (key === 'id' ? `\`${entry[key]}\`` : String(entry[key])))),
  );
}

function spaced(key: string): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return key === 'id' ? 'Id' : words.charAt(0).toUpperCase() + words.slice(1);
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  if (rows.length === 0) return undefined;
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Puts the table under the heading that names the subject, in place of a "TODO" there, or in a new section at the end. */
function withSection(readme: string, subject: string, content: string): string {
  const lines = readme.split('\n');
  const word = subject.toLowerCase().split(' ')[0] ?? subject;
  const heading = lines.findIndex((line) => /^#{2,4}\s/.test(line) && line.toLowerCase().includes(word));
  if (heading < 0) {
    const title = subject.charAt(0).toUpperCase() + subject.slice(1);
    return `${readme.trimEnd()}\n\n## ${title}\n\n${content}\n`;
  }
  const next = lines.findIndex((line, index) => index > heading && /^#{1,4}\s/.test(line));
  const end = next < 0 ? lines.length : next;
  const kept = lines
    .slice(heading + 1, end)
    .filter((line) => !/\b(TODO|TBD|to be written)\b/i.test(line))
    .join('\n')
    .trim();
  const body = [lines[heading] ?? '', '', ...(kept === '' ? [] : [kept, '']), content, ''];
  return [...lines.slice(0, heading), ...body, ...lines.slice(end)].join('\n');
}
