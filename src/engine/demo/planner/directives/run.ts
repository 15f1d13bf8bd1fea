import { quotedIn } from '../clauses.ts';
import type { Desk } from '../desk.ts';
import { plainText, tail } from '../file-text.ts';
import { listing, readFresh } from '../locate.ts';
import { packageFile, testCommand } from '../project.ts';
import { failed, type Outcome, type Routine, takeOne } from '../routine.ts';
import { repositoryPath } from '../suspects.ts';
import type { ClauseReader } from '../task.ts';
import { readTestReport, type TestFailure } from '../test-report.ts';
import { bash, wasDenied } from '../tool-call.ts';

const PROGRAMS =
  'npm|npx|node|yarn|pnpm|bun|deno|git|ls|cat|make|cargo|go|python3?|pytest|ruby|bash|sh|echo|printf|wc|head|tail|grep|rg|find|sleep|date|pwd|true|false|seq|env|uname|du|df|tsc|eslint';
const RUN = /\b(?:run|execute|start)\b\s+(?:the\s+)?(?:command\s+|script\s+)?(.+)$/is;
const RUN_TESTS =
  /\brun\b(?: all)?(?: of)?(?: the| its| our| my)?(?: unit)? tests?\b(?! file)|\brun\b(?: the)? test suite\b/i;
const RUN_NEW_TEST = /\brun\b (?:that|the new|this|your(?: new)?|its own) tests?\b/i;
const BARE = new RegExp(String.raw`^(?:(?:${PROGRAMS})\b|\./)`, 'i');

/** "run `npm test`", "run npm test", "`npm test`". */
export const readRun: ClauseReader = (clause) => {
  const [, rest] = RUN.exec(clause) ?? [];
  const command = rest === undefined ? /^`([^`]+)`$/.exec(clause)?.[1] : (quotedIn(rest) ?? bareCommand(rest));
  if (command === undefined || command.trim() === '') return undefined;
  return { key: `run ${command}`, run: (desk) => runCommand(desk, command.trim()) };
};

/** "run the tests", once. */
export const readRunTests: ClauseReader = (clause) => {
  if (RUN_NEW_TEST.test(clause)) return { key: 'run new test', run: runNewTest };
  if (!RUN_TESTS.test(clause) || quotedIn(clause) !== undefined) return undefined;
  return { key: 'run tests', run: runTests };
};

function bareCommand(rest: string): string | undefined {
  const words = rest.replace(/\s+(?:to (?:see|check|find|make)|so that|again|once)\b.*$/is, '').trim();
  return BARE.test(words) ? words : undefined;
}

function* runNewTest(desk: Desk): Routine<Outcome> {
  const written = desk.changes
    .map(({ path }) => path)
    .findLast((path) => /(^|\/)tests?\/|[._](test|spec)\./.test(path));
  return written === undefined ? yield* runTests(desk) : yield* runCommand(desk, `node --test ${written}`);
}

function* runTests(desk: Desk): Routine<Outcome> {
  return yield* runCommand(desk, yield* findTestCommand(desk));
}

/** Looks at the project's files when it does not know yet how its tests are run. */
export function* findTestCommand(desk: Desk): Routine<string> {
  if (packageFile(desk)?.scripts?.test !== undefined) return 'npm test';
  const all = yield* listing(desk);
  if (all.includes('package.json') && desk.file('package.json') === undefined) yield* readFresh(desk, ['package.json']);
  return testCommand(desk, all);
}

function* runCommand(desk: Desk, command: string): Routine<Outcome> {
  const result = yield* takeOne(bash(command), `I run \`${command}\`.`);
  if (wasDenied(result)) return failed(`\`${command}\` was not allowed, so it did not run.`);
  const output = plainText(result.output);
  const { passed, failed: failures, failures: broken } = readTestReport(output);
  const counts = passed === undefined ? '' : `: ${passed} passed, ${failures ?? 0} failed`;
  if (broken.length > 0)
    return failed(`\`${command}\` failed${counts}.\n${broken.map((failure) => failureLine(desk, failure)).join('\n')}`);
  const shown = tail(output, 12);
  const quote = shown.trim() === '' ? ' It printed nothing.' : `\n\n\`\`\`\n${shown}\n\`\`\``;
  if (result.isError || (failures ?? 0) > 0) return failed(`\`${command}\` failed${counts}.${quote}`);
  return {
    said: `\`${command}\` ran without a fault${counts}.${quote}`,
    verified: `\`${command}\` ran without a fault${counts}.`,
  };
}

function failureLine(desk: Desk, { name, file, line, actual, expected }: TestFailure): string {
  const difference = expected === undefined ? '' : `: expected ${expected}, got ${actual}`;
  return `- "${name}" (\`${repositoryPath(desk, file)}:${line}\`)${difference}`;
}
