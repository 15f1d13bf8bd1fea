/** What a failing expectation compared, as far as the runner printed it. */
export interface TestFailure {
  readonly name: string;
  /** As printed: relative or absolute. */
  readonly file: string;
  /** Line of the test or of the expectation, from 1. */
  readonly line: number;
  readonly actual: string | undefined;
  readonly expected: string | undefined;
}

export interface TestReport {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
  readonly failures: readonly TestFailure[];
}

/**
 * Reads the output of `node --test` (its "spec" and "tap" reporters) and, more roughly, of vitest and jest. Expects
 * plain text, colours taken off.
 */
export function readTestReport(output: string): TestReport {
  const failures = [...specFailures(output), ...tapFailures(output)];
  return {
    passed: count(output, /^(?:ℹ|#) pass (\d+)/m) ?? count(output, /\bTests?:?\s.*?(\d+) passed/),
    failed: count(output, /^(?:ℹ|#) fail (\d+)/m) ?? count(output, /\bTests?:?\s.*?(\d+) failed/),
    failures: failures.length > 0 ? failures : otherFailures(output),
  };
}

function count(output: string, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(output) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** "test at FILE:LINE:COLUMN", then "✖ NAME (TIME)", then the error with `actual` and `expected`. */
function specFailures(output: string): TestFailure[] {
  return output
    .split(/^test at /m)
    .slice(1)
    .flatMap((block) => {
      const [, file, line] = /^(.+?):(\d+):\d+$/m.exec(block) ?? [];
      const [, name = ''] = /^✖ (.+?)(?: \([\d.]+ms\))?$/m.exec(block) ?? [];
      return file === undefined ? [] : [{ name, file, line: Number(line), ...compared(block) }];
    });
}

/** "not ok N - NAME", then a YAML block with `location`, `expected` and `actual`. Subtests of a failed file are left to themselves. */
function tapFailures(output: string): TestFailure[] {
  return output
    .split(/^\s*not ok \d+ - /m)
    .slice(1)
    .flatMap((block) => {
      const own = block.split(/^\s*\.\.\.$/m)[0] ?? '';
      const [, file, line] = /location: '(?:file:\/\/)?(.+?):(\d+):\d+'/.exec(own) ?? [];
      if (file === undefined || own.includes("failureType: 'subtestsFailed'")) return [];
      return [{ name: own.split('\n')[0] ?? '', file, line: Number(line), ...compared(own) }];
    });
}

function otherFailures(output: string): TestFailure[] {
  const [, file, line] = /(?:\(|❯ |at |^)((?:[\w@.-]+\/)*[\w-]+[._](?:test|spec)\.\w+):(\d+)/m.exec(output) ?? [];
  if (file === undefined) return [];
  const [, name = ''] = /(?:✕|×|●|FAIL)\s+(.+)/.exec(output) ?? [];
  const [, actual, expected] =
    /expected (.+?) to (?:be|equal|deeply equal|strictly equal) (.+?)(?: \/\/.*)?$/m.exec(output) ?? [];
  const jest = { actual: /Received:\s+(.+)/.exec(output)?.[1], expected: /Expected:\s+(.+)/.exec(output)?.[1] };
  return [
    {
      name,
      file,
      line: Number(line),
      actual: value(actual ?? jest.actual),
      expected: value(expected ?? jest.expected),
    },
  ];
}

function compared(block: string): Pick<TestFailure, 'actual' | 'expected'> {
  return {
    actual: value(/^\s*actual: (.+?),?$/m.exec(block)?.[1]),
    expected: value(/^\s*expected: (.+?),?$/m.exec(block)?.[1]),
  };
}

/** The bare value: quotes taken off. */
function value(text: string | undefined): string | undefined {
  return text?.trim().replace(/^(['"`])(.*)\1$/s, '$2');
}
