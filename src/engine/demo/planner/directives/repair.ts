import { quotedIn } from '../clauses.ts';
import type { Desk } from '../desk.ts';
import { change } from '../editing.ts';
import { plainText, tail } from '../file-text.ts';
import { failed, type Outcome, type Routine, takeOne } from '../routine.ts';
import { type Suspect, suspectsFor } from '../suspects.ts';
import type { ClauseReader } from '../task.ts';
import { readTestReport, type TestFailure } from '../test-report.ts';
import { bash, wasDenied } from '../tool-call.ts';
import { findTestCommand } from './run.ts';

const UNTIL_GREEN =
  /\b(?:until|till)\b.*\b(?:pass|passes|green|succeeds?|works?)\b|\b(?:make|get)\b.*\btests?\b.*\b(?:pass|green)\b/is;
const REPAIR =
  /\b(?:fix|repair|find|correct)\b.*\b(?:bugs?|fail\w*|broken|fault)\b|^(?:fix|repair|correct) (?:it|them|this|that)\b/is;

/** How often the tests are run before the planner admits that it does not find the bug. */
const MAX_RUNS = 14;

export const readRepair: ClauseReader = (clause) =>
  UNTIL_GREEN.test(clause) || REPAIR.test(clause)
    ? { key: 'repair', run: (desk) => repair(desk, quotedIn(clause)) }
    : undefined;

/** What is being tried for one failing test. */
interface Hunt {
  readonly failure: TestFailure;
  readonly suspects: Suspect[];
  tried: Suspect | undefined;
  /** The file before the change that is being tried. */
  before: string;
  misses: number;
}

/** Runs the tests, reads the first failure, tries the likeliest small change, runs them again; puts back what did not help. */
function* repair(desk: Desk, given: string | undefined): Routine<Outcome> {
  const command = given ?? (yield* findTestCommand(desk));
  const found: string[] = [];
  let hunt: Hunt | undefined;
  for (let run = 1; run <= MAX_RUNS; run += 1) {
    const result = yield* takeOne(
      bash(command),
      run === 1 ? `I run \`${command}\` to see where things stand.` : 'Did that help?',
    );
    if (wasDenied(result)) return failed(`\`${command}\` was not allowed, so I cannot see what the tests say.`);
    const report = readTestReport(plainText(result.output));
    const failure = report.failures[0];
    if (!result.isError && (report.failed ?? 0) === 0 && !failure) {
      if (hunt?.tried) found.push(accountOf(hunt, hunt.tried));
      return success(command, report.passed, run, found);
    }
    if (!failure)
      return failed(
        `\`${command}\` fails, but I cannot tell from its output which test does:\n\n\`\`\`\n${tail(plainText(result.output), 15)}\n\`\`\``,
      );
    if (hunt?.tried && failure.name !== hunt.failure.name) {
      found.push(accountOf(hunt, hunt.tried));
      hunt = undefined;
    }
    hunt ??= { failure, suspects: yield* suspectsFor(desk, failure), tried: undefined, before: '', misses: 0 };
    const problem = yield* tryNext(desk, hunt);
    if (problem !== undefined) return failed(problem);
  }
  return failed(`After ${MAX_RUNS} runs of \`${command}\` it still fails, so I stop here.`);
}

/** Makes the next change, and undoes the last one in the same edit where both are in one file. */
function* tryNext(desk: Desk, hunt: Hunt): Routine<string | undefined> {
  const last = hunt.tried;
  const next = hunt.suspects.shift();
  if (last) hunt.misses += 1;
  if (last && last.path !== next?.path) {
    const refused = yield* change(desk, last.path, hunt.before, `${last.what} was not it; I put it back.`);
    if (refused !== undefined) return `Putting \`${last.path}\` back was refused: ${refused}`;
  }
  if (!next) {
    const { name, actual, expected } = hunt.failure;
    const tried =
      hunt.misses === 0
        ? 'I found no small change that would explain it'
        : `none of the ${hunt.misses} small changes that I tried helped, and all are put back`;
    return `"${name}" fails${expected === undefined ? '' : ` (expected ${expected}, got ${actual})`}; ${tried}.`;
  }
  if (!last || last.path !== next.path) hunt.before = desk.file(next.path) ?? '';
  hunt.tried = next;
  const refused = yield* change(desk, next.path, next.content, thoughtFor(hunt, last, next));
  return refused === undefined ? undefined : `The edit of \`${next.path}\` was refused: ${refused}`;
}

function thoughtFor({ failure }: Hunt, last: Suspect | undefined, next: Suspect): string {
  if (last)
    return `${last.what} in line ${last.line} was not it, so I put it back and try line ${next.line}: ${next.what}.`;
  const difference =
    failure.expected === undefined ? '' : `The test expects ${failure.expected} and gets ${failure.actual}. `;
  return `${difference}\`${next.within}\` in ${next.path} looks suspicious; the likeliest cause is in line ${next.line}: ${next.what}.`;
}

function accountOf({ failure, misses }: Hunt, fix: Suspect): string {
  const attempts = misses === 0 ? '' : ` (found at attempt ${misses + 1}; what did not help was put back)`;
  const difference = failure.expected === undefined ? '' : `: expected ${failure.expected}, got ${failure.actual}`;
  return `"${failure.name}" failed${difference}. The bug was in \`${fix.within}\`, \`${fix.path}\` line ${fix.line}: ${fix.what}${attempts}.`;
}

function success(command: string, passed: number | undefined, runs: number, found: readonly string[]): Outcome {
  const all = passed === undefined ? 'All tests pass' : `All ${passed} tests pass`;
  const verified = `\`${command}\`: ${passed === undefined ? 'passed' : `${passed} passed, 0 failed`} (run ${runs} of ${runs}).`;
  return { said: found.length === 0 ? `${all}; there was nothing to fix.` : `${all}. ${found.join(' ')}`, verified };
}
