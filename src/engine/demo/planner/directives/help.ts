import { atOnce } from '../routine.ts';
import type { ClauseReader, Task } from '../task.ts';

const ABILITIES = [
  'I am the demo model: a small program that reads our conversation and works on your repository with real tools. I am no large language model, so plain directives suit me best. I understand, for example:',
  '',
  '- read `src/app.js`, or: read all files',
  '- list the files',
  '- search for `parseArgs`',
  '- find where `parseArgs` is defined and explain it',
  '- explain `src/app.js`, or: what does this project do?',
  '- replace `teh` with `the` in README.md',
  '- write notes.md with "A first line"',
  '- add the line "Made with care." to README.md',
  '- run `npm test`',
  '- run the tests until they pass',
  '- document the options in the README',
  '- fork into two: run the tests until they pass; document the options in the README',
  '',
  'Several of them may stand in one message, one after another or as a list. For anything beyond that, choose a real model in the settings.',
].join('\n');

export function helpText(): string {
  return ABILITIES;
}

export const readHelp: ClauseReader = (clause) =>
  /^(help|hi|hello|hey|who are you|what can (you|i) )\b/i.test(clause)
    ? { key: 'help', run: () => atOnce({ said: ABILITIES }) }
    : undefined;

/** Words that ask for nothing now: what happens after the forks, thanks, and the like. */
const REMARK =
  /\b(?:when|once|after|as soon as) (?:they|all|the forks|both|everything|each)\b|^(?:sum (?:it |them |everything )?up|wait\b|thanks?\b|thank you|good|great|perfect|one of them fails|that is all|report(?: back)?$)/i;

export const readRemark: ClauseReader = (clause) =>
  REMARK.test(clause) ? { key: 'remark', run: () => atOnce({ said: '' }) } : undefined;

/** For a clause that no reader knows. */
export function notUnderstood(clause: string): Task {
  return {
    key: `unknown ${clause}`,
    run: () => atOnce({ said: `I did not understand "${clause}".`, failed: true, unknown: true }),
  };
}
