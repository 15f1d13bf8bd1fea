import { plural } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { listing } from '../locate.ts';
import { failed, type Outcome, type Routine } from '../routine.ts';
import type { ClauseReader } from '../task.ts';

const LIST =
  /\b(?:list|show)\b.*\b(?:files|folders?|director(?:y|ies)|structure|tree)\b|^ls\b|^(?:what|which) files\b/i;
const FOLDER = /\b(?:in|of|under|inside)\s+(?:the\s+)?`?([\w./-]+?)\/?`?(?:\s+(?:folder|directory))?\??$/i;
const MAX_SHOWN = 40;

export const readList: ClauseReader = (clause) =>
  LIST.test(clause) ? { key: 'list', run: (desk) => list(desk, FOLDER.exec(clause)?.[1]) } : undefined;

function* list(desk: Desk, folder: string | undefined): Routine<Outcome> {
  const all = yield* listing(desk);
  const isHere = folder === undefined || /^(\.|here|this|project|repo(sitory)?)$/.test(folder);
  const paths = isHere ? all : all.filter((path) => path.startsWith(`${folder}/`));
  if (paths.length === 0) return failed(isHere ? 'The list came back empty.' : `There is nothing in "${folder}".`);
  const more = paths.length > MAX_SHOWN ? `\n- and ${paths.length - MAX_SHOWN} more` : '';
  const shown = paths
    .slice(0, MAX_SHOWN)
    .map((path) => `- \`${path}\``)
    .join('\n');
  return { said: `${plural(paths.length, 'file')}${isHere ? '' : ` in \`${folder}\``}:\n${shown}${more}` };
}
