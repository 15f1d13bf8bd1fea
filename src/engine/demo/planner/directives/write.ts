import { filesIn, quotedAll, quotedIn } from '../clauses.ts';
import { plural } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { change } from '../editing.ts';
import { readNamed } from '../locate.ts';
import { packageFile } from '../project.ts';
import { failed, type Outcome, type Routine, takeOne } from '../routine.ts';
import type { ClauseReader } from '../task.ts';
import { writeFile } from '../tool-call.ts';

const WRITE = /\b(?:write|create|make)\b(.*)$/is;
const CONTENT = /\b(?:with|containing|that says|saying)(?: the)?(?: content| text| line)?:?\s*([\s\S]+)$/i;
const APPEND =
  /\b(?:add|append|insert)\b([\s\S]*)\b(?:to|at)\b(?: the)?(?: (?:end|bottom) of)?(?: the)?\s+(`?[\w./@-]+`?)(?: file)?$/i;

/** "write FILE with CONTENT", "write CONTENT to FILE". */
export const readWrite: ClauseReader = (clause) => {
  const [, rest] = WRITE.exec(clause) ?? [];
  if (rest === undefined) return undefined;
  const quoted = quotedAll(rest);
  const [file] = filesIn(withoutQuotes(rest)).concat(quoted.filter((text) => /^[\w./-]+\.\w+$/.test(text)));
  if (file === undefined) return undefined;
  const content = quoted.filter((text) => text !== file).at(-1) ?? CONTENT.exec(rest)?.[1]?.trim();
  return { key: `write ${file}`, run: () => write(file, content) };
};

/** "add the line LINE to FILE", "add a line to README". */
export const readAppend: ClauseReader = (clause) => {
  const [, what, target] = APPEND.exec(clause) ?? [];
  if (what === undefined || target === undefined) return undefined;
  const [file] = filesIn(target);
  if (file === undefined || /--\w/.test(withoutQuotes(what))) return undefined;
  const line =
    quotedIn(what) ?? /(?:line|sentence|note|text)s?:?\s+(?:saying\s+|that says\s+)?(\S.*?)\s*$/is.exec(what)?.[1];
  return { key: `append ${file} ${line}`, run: (desk) => append(desk, file, line) };
};

function withoutQuotes(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|"[^"]*"|“[^”]*”/g, ' ');
}

function* write(file: string, content: string | undefined): Routine<Outcome> {
  if (content === undefined)
    return failed(`What should stand in ${file}? Say for example: write ${file} with "A first line".`);
  const text = content.endsWith('\n') ? content : `${content}\n`;
  const result = yield* takeOne(writeFile(file, text), `I write ${file}.`);
  if (result.isError) return failed(`Writing \`${file}\` was refused: ${result.output}`);
  return { said: `I wrote \`${file}\` (${plural(text.trimEnd().split('\n').length, 'line')}).` };
}

function* append(desk: Desk, file: string, wanted: string | undefined): Routine<Outcome> {
  const path = yield* readNamed(desk, file, `I read ${file} to see how it ends.`);
  if (path === undefined) return failed(`There is no file "${file}" here. Say "write ${file} with …" to make it.`);
  const content = desk.file(path) ?? '';
  const line = wanted ?? lineFor(desk, path);
  const gap = content === '' ? '' : path.endsWith('.md') ? '\n\n' : '\n';
  const problem = yield* change(desk, path, `${content.trimEnd()}${gap}${line}\n`, 'It goes to the end.');
  if (problem !== undefined) return failed(`The edit of \`${path}\` was refused: ${problem}`);
  return { said: `I added this at the end of \`${path}\`:\n\n> ${line}` };
}

/** When nobody says what the line should be: something true about the project. */
function lineFor(desk: Desk, path: string): string {
  const name = packageFile(desk)?.name ?? /^#\s+(.+)$/m.exec(desk.file(path) ?? '')?.[1];
  return name === undefined ? 'This line was added on request.' : `Thank you for reading about ${name}.`;
}
