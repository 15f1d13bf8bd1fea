import { filesIn } from '../clauses.ts';
import type { Desk } from '../desk.ts';
import { change } from '../editing.ts';
import { listing, matchPath, readFresh, readNamed } from '../locate.ts';
import { printStatement, valuesName, withFlag, withUsageLine } from '../parse-args.ts';
import { programFile } from '../project.ts';
import { atOnce, failed, type Outcome, type Routine, takeOne } from '../routine.ts';
import type { ClauseReader } from '../task.ts';
import { writeFile } from '../tool-call.ts';

const ADD_OPTION =
  /\b(?:add|implement|create|build|support|make)\b.*(?:--[\w-]+|\bjson\b.*\b(?:option|flag|switch|output)\b|\b(?:option|flag|switch)\b.*\bjson\b)/is;

/** "add a --json option to bin/app.js, with a test". Other options need a mind of their own, and the planner says so. */
export const readJsonOption: ClauseReader = (clause) => {
  if (!ADD_OPTION.test(clause)) return undefined;
  const option = /--([\w-]+)/.exec(clause)?.[1] ?? 'json';
  if (option !== 'json') {
    const said = `I know how to build a \`--json\` option, but not what \`--${option}\` should do.`;
    return { key: `option ${option}`, run: () => atOnce({ said, failed: true }) };
  }
  const [file] = filesIn(clause.replaceAll(/--[\w-]+/g, ' '));
  return { key: 'json option', run: (desk) => addJsonOption(desk, file, /\btests?\b/i.test(clause)) };
};

function* addJsonOption(desk: Desk, named: string | undefined, withTest: boolean): Routine<Outcome> {
  const all = yield* listing(desk);
  const wanted = named ?? programFile(desk, all);
  if (wanted === undefined) return failed('Which program should get the option? Name its file, e.g. bin/app.js.');
  const tests = all.filter((path) => /(^|\/)(cli|main|bin)[\w-]*\.test\.\w+$/.test(path));
  const readme = matchPath(all, 'README');
  const program = matchPath(all, wanted) ?? wanted;
  yield* readFresh(
    desk,
    [program, ...(readme ? [readme] : []), ...tests],
    `I read ${program} again, and how it is called and tested.`,
  );
  const path = yield* readNamed(desk, program);
  const source = path === undefined ? undefined : desk.file(path);
  if (path === undefined || source === undefined) return failed(`There is no file "${wanted}" here.`);

  const print = printStatement(source);
  const flagged = withFlag(source, 'json', 'Print the result as JSON, for other programs.');
  if (!print || flagged === undefined) {
    return failed(
      `\`${path}\` does not read its options with parseArgs and print with console.log(format(value)), so I do not know where a --json option belongs.`,
    );
  }
  const json = `${valuesName(source)}.json ? JSON.stringify(${print.value}, null, 2) : ${print.readable}`;
  const printing = flagged.replace(print.statement, () => `console.log(${json});`);
  const usage = withUsageLine(printing, 'json', 'print JSON, for other programs');
  const edits: [string, string][] = [
    [flagged, 'First the option itself, next to its siblings.'],
    [printing, `Then the place that prints: with --json it prints \`${print.value}\` as it is.`],
    ...(usage === undefined ? [] : [[usage, 'The usage text should name it too.'] as [string, string]]),
  ];
  for (const [content, thought] of edits) {
    const problem = yield* change(desk, path, content, thought);
    if (problem !== undefined) return failed(`The edit of \`${path}\` was refused: ${problem}`);
  }
  const done = `\`${path}\` has a \`--json\` option now: it prints the same ${print.value} as JSON${usage === undefined ? '' : ', and the usage text names it'}.`;
  if (!withTest) return { said: done };

  const test = testFor(desk, path, print.value, readme);
  const folder = all.some((file) => file.startsWith('tests/')) ? 'tests' : 'test';
  const target = `${folder}/json.test.js`;
  const written = yield* takeOne(writeFile(target, test), `Now a test of its own, in ${target}.`);
  if (written.isError) return failed(`${done} Writing \`${target}\` was refused: ${written.output}`);
  return { said: `${done} \`${target}\` tests it.` };
}

/** A test that calls the program as the README does, with and without the option. */
function testFor(desk: Desk, program: string, value: string, readme: string | undefined): string {
  const args = exampleArguments(desk.file(readme ?? '') ?? '', program);
  const keys = keysOf(desk, value, desk.file(program) ?? '');
  const list = args.map((arg) => `'${arg}'`).join(', ');
  return `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../${program}', import.meta.url));
const run = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

test('--json prints the ${value} as JSON', () => {
  const { stdout, status } = run(${list}${list === '' ? '' : ', '}'--json');
  assert.equal(status, 0);
  const ${value} = JSON.parse(stdout);
  ${keys.length === 0 ? `assert.equal(typeof ${value}, 'object');` : `assert.deepEqual(Object.keys(${value}), [${keys.map((key) => `'${key}'`).join(', ')}]);`}
});

test('without --json the output is for people', () => {
  assert.throws(() => JSON.parse(run(${list}).stdout));
});
`;
}

/** The arguments of the first example in the README that calls the program. */
function exampleArguments(readme: string, program: string): string[] {
  const line = readme.split('\n').find((text) => text.includes(`${program} `));
  return (
    line
      ?.slice(line.indexOf(program) + program.length)
      .trim()
      .split(/\s+/)
      .filter((arg) => arg !== '' && !arg.startsWith('#')) ?? []
  );
}

/** The keys of the object that the value is, when the function that makes it returns a plain literal. */
function keysOf(desk: Desk, value: string, source: string): string[] {
  const maker = new RegExp(`\\b${value}\\s*=\\s*(?:await\\s+)?(\\w+)\\(`).exec(source)?.[1];
  if (maker === undefined) return [];
  const home =
    [...desk.knownFiles.values()].find((content) => new RegExp(`function\\s+${maker}\\b`).test(content)) ?? '';
  const body = home.slice(home.search(new RegExp(`function\\s+${maker}\\b`)));
  const literals = [...(body.split(/\n\}/)[0]?.matchAll(/\breturn \{ ([^{}]+) \};/g) ?? [])];
  const inside = literals.at(-1)?.[1] ?? '';
  return inside
    .split(',')
    .map((entry) => entry.split(':')[0]?.trim() ?? '')
    .filter((key) => /^\w+$/.test(key));
}
