import { commentAtTop, declarationsIn, firstSentence, plural } from './code-insight.ts';
import type { Desk } from './desk.ts';

interface PackageFile {
  readonly name?: string;
  readonly description?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** package.json as far as it was read; undefined when it was not, or is broken. */
export function packageFile(desk: Desk): PackageFile | undefined {
  try {
    return JSON.parse(desk.file('package.json') ?? '') as PackageFile;
  } catch {
    return undefined;
  }
}

const TEST_FILE = /(^|\/)(tests?|__tests__)\/|[._](test|spec)\./;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|cc|cpp|cs|php|swift)$/;

/** What the project is, from what was read: its own words first, then one line for each source file. */
export function explainProject(desk: Desk, all: readonly string[]): string {
  const manifest = packageFile(desk);
  const readme = [...desk.knownFiles].find(([path]) => /^readme(\.\w+)?$/i.test(path));
  const about = manifest?.description ?? readmeSentence(readme?.[1]);
  const tests = all.filter((path) => TEST_FILE.test(path));
  const lines = [`**${manifest?.name ?? 'This project'}**: ${about || 'it does not say what it is for.'}`, ''];
  const sources = [...desk.knownFiles].filter(([path]) => SOURCE_FILE.test(path) && !TEST_FILE.test(path));
  for (const [path, content] of sources.slice(0, 10)) {
    const line = oneLine(path, content);
    if (line !== '') lines.push(`- \`${path}\`: ${line}`);
  }
  lines.push('', `${plural(all.length, 'file')} in all, ${tests.length} of them with tests.`);
  return lines.join('\n');
}

function readmeSentence(readme: string | undefined): string {
  const paragraph = (readme ?? '').split(/\n\s*\n/).find((block) => /^[A-Za-z*]/.test(block.trim()));
  return firstSentence(paragraph ?? '');
}

/** The file's own comment, or the one of its main export: a function named like the file, else the first that has one. */
function oneLine(path: string, content: string): string {
  const top = firstSentence(commentAtTop(content));
  if (top !== '') return top;
  const told = declarationsIn(content).filter(({ comment }) => comment !== '');
  const base =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '')
      .toLowerCase() ?? '';
  const exported = told.filter((declared) => declared.exported);
  const main =
    exported.find(({ name }) => name.toLowerCase().includes(base)) ??
    exported.find(({ kind }) => /function|class/.test(kind)) ??
    told[0];
  return firstSentence(main?.comment ?? '');
}

/** The command that runs the tests, judged by the files that are there. */
export function testCommand(desk: Desk, all: readonly string[]): string {
  if (packageFile(desk)?.scripts?.test !== undefined) return 'npm test';
  if (all.includes('Cargo.toml')) return 'cargo test';
  if (all.includes('go.mod')) return 'go test ./...';
  if (all.some((path) => /(^|\/)(pyproject\.toml|setup\.py|pytest\.ini|test_\w+\.py)$/.test(path)))
    return 'python3 -m pytest';
  return all.includes('package.json') ? 'npm test' : 'node --test';
}

/** The program that `bin` of package.json names, or the only file in bin/. */
export function programFile(desk: Desk, all: readonly string[]): string | undefined {
  const bin = packageFile(desk)?.bin;
  const named = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0];
  return named?.replace(/^\.\//, '') ?? all.find((path) => path.startsWith('bin/'));
}
