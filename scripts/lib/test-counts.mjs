import { readFileSync } from 'node:fs';

export const NONE = { passed: 0, failed: 0, skipped: 0 };

/** Adds up two counts. */
export function plus(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The form `N passed, N failed`, with `, N skipped` if there are any. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Reads a runner's result file; a runner that died before it wrote one has counted nothing. */
export function readCounts(file, parse) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return NONE;
  }
  return parse(text);
}

/** Vitest's JSON reporter. A file that did not even load has no tests in it and counts as one failure. */
export function fromVitest(text) {
  const result = JSON.parse(text);
  const broken = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** Playwright's JSON reporter; `errors` are those outside any test, such as a file that did not load. */
export function fromPlaywright(text) {
  const { stats, errors } = JSON.parse(text);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/** The closing lines of Node's TAP reporter (`# pass 3`). */
export function fromTap(text) {
  const number = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  };
}
