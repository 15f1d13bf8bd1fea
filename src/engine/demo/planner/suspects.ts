import { declarationsIn, endOfBlock } from './code-insight.ts';
import type { Desk } from './desk.ts';
import { evidenceOf } from './evidence.ts';
import { listing, readFresh } from './locate.ts';
import { type Candidate, candidatesIn } from './mutations.ts';
import type { Routine } from './routine.ts';
import type { TestFailure } from './test-report.ts';

/** A change that may make a failing test pass, and where. */
export interface Suspect extends Candidate {
  readonly path: string;
  /** The function it is in. */
  readonly within: string;
}

const MAX_SUSPECTS = 12;

/** The file of a failure as a path inside the repository: runners print it relative or absolute. */
export function repositoryPath(desk: Desk, printed: string): string {
  const known = [...desk.knownFiles.keys(), ...(desk.paths ?? [])].filter(
    (path) => printed === path || printed.endsWith(`/${path}`),
  );
  const [longest = printed] = known.sort((a, b) => b.length - a.length);
  return longest;
}

/** Reads the failing test and what it calls, and lists the small changes that could explain the difference. */
export function* suspectsFor(desk: Desk, failure: TestFailure): Routine<Suspect[]> {
  if (repositoryPath(desk, failure.file).startsWith('/')) yield* listing(desk);
  const testPath = repositoryPath(desk, failure.file);
  const known = desk.file(testPath);
  // With the test known from before, it and its sources are read again together: they may have changed since.
  const expected = known === undefined ? [] : sourcesOf(testPath, known).map(({ path }) => path);
  yield* readFresh(desk, [testPath, ...expected], `"${failure.name}" fails. I read the test and what it tests.`);
  const test = desk.file(testPath);
  if (test === undefined) return [];
  const sources = sourcesOf(testPath, test);
  yield* readFresh(
    desk,
    sources.map(({ path }) => path),
  );

  const body = testBody(test, failure.line);
  const evidence = evidenceOf(failure.actual, failure.expected);
  return sources
    .flatMap(({ path, names }) => {
      const content = desk.file(path);
      if (content === undefined) return [];
      const called = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
      return functionsReached(content, called).flatMap(({ name, start, end }) =>
        candidatesIn(content, start, end, evidence).map((candidate) => ({ ...candidate, path, within: name })),
      );
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SUSPECTS);
}

interface Source {
  readonly path: string;
  readonly names: readonly string[];
}

/** The files that a test imports by relative path, with the imported names. */
function sourcesOf(testPath: string, test: string): Source[] {
  const imports = test.matchAll(
    /(?:import|const)\s+(?:\*\s+as\s+)?\{?([\w\s,$]+?)\}?\s*(?:from|=\s*require\()\s*['"](\.[^'"]+)['"]/g,
  );
  return [...imports].map(([, names = '', target = '']) => ({
    path: resolve(testPath, target),
    names: names
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      )
      .filter((name) => name !== ''),
  }));
}

function resolve(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  const path = parts.join('/');
  return /\.\w+$/.test(path) ? path : `${path}.js`;
}

function testBody(test: string, line: number): string {
  const lines = test.split('\n');
  let start = Math.max(0, line - 1);
  while (start > 0 && !/^\s*(test|it)\b/.test(lines[start] ?? '')) start -= 1;
  return lines.slice(start, endOfBlock(lines, start)).join('\n');
}

/** The called functions of a file, and the ones of the same file that they call in turn. */
function functionsReached(content: string, called: readonly string[]) {
  const lines = content.split('\n');
  const all = declarationsIn(content).map(({ name, line }) => ({
    name,
    start: line - 1,
    end: endOfBlock(lines, line - 1),
  }));
  const reached = new Set(called);
  for (const name of reached) {
    const own = all.find((declared) => declared.name === name);
    if (!own) continue;
    const text = lines.slice(own.start + 1, own.end).join('\n');
    for (const other of all) if (new RegExp(`\\b${other.name}\\b`).test(text)) reached.add(other.name);
  }
  return [...reached].flatMap((name) => all.filter((declared) => declared.name === name));
}
