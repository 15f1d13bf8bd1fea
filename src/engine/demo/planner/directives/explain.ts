import { filesIn } from '../clauses.ts';
import { explainFile } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { listing, matchPath, readFresh, readNamed } from '../locate.ts';
import { explainProject } from '../project.ts';
import { failed, type Outcome, type Routine } from '../routine.ts';
import type { ClauseReader } from '../task.ts';
import { explainName, readDefine } from './define.ts';

const EXPLAIN =
  /\b(?:explain|describe|summari[sz]e|(?:a )?summary of|what (?:does|do|is|are)|tell me (?:about|what|how)|how does)\b\s*(.*)$/is;
const PROJECT = /\b(?:project|repo(?:sitory)?|code ?base|program|app|everything|here)\b/i;
const IT = /^(?:it|them|this|that|what it does|how it works|what they do)?\s*(?:to me|briefly|in short|do|does)?\??$/i;
const WHAT_WAS_READ = /\bwhat (?:you|was|we|i) (?:have )?read\b|\bwhat you (?:have )?(?:found|saw|learned)\b/i;

export const readExplain: ClauseReader = (clause) => {
  const [, wanted] = EXPLAIN.exec(clause) ?? [];
  if (wanted === undefined) return undefined;
  return { key: `explain ${wanted}`, run: (desk) => explain(desk, wanted.trim()) };
};

function* explain(desk: Desk, wanted: string): Routine<Outcome> {
  const [file] = filesIn(wanted);
  if (file !== undefined) {
    const path = yield* readNamed(desk, file, `I read ${file} to explain it.`);
    return path === undefined
      ? failed(`There is no file "${file}" here.`)
      : { said: explainFile(path, desk.file(path) ?? '') };
  }
  if (WHAT_WAS_READ.test(wanted) || IT.test(wanted)) {
    const said = whatWasRead(desk);
    if (said !== undefined) return { said };
  }
  const [, name] =
    /^(?:the )?(?:function |class |type |constant )?`?([\w$]+)`?(?: (?:do(?:es)?|works?))?\??$/.exec(wanted) ?? [];
  if (name !== undefined && !PROJECT.test(wanted) && !IT.test(wanted)) {
    const task = readDefine(`where is \`${name}\` defined`);
    if (task) return yield* task.run(desk);
  }
  const all = yield* listing(desk);
  const telling = [matchPath(all, 'package.json'), matchPath(all, 'README')].filter((path) => path !== undefined);
  const sources = all.filter((path) => /^(src|lib|bin|app)\/[^/]+\.\w+$/.test(path)).slice(0, 8);
  yield* readFresh(
    desk,
    [...telling, ...sources],
    'The files at the top say most about a project; I read them together.',
  );
  return { said: explainProject(desk, all) };
}

function whatWasRead(desk: Desk): string | undefined {
  const { focus } = desk;
  if (focus?.name !== undefined) return explainName(desk, focus.name);
  const paths = desk.readNow.length > 0 ? desk.readNow : [...desk.knownFiles.keys()];
  if (paths.length === 0) return undefined;
  if (paths.length > 6) return explainProject(desk, desk.paths ?? paths);
  return paths.map((path) => explainFile(path, desk.file(path) ?? '')).join('\n\n');
}
