import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { brief, Talk } from '../testing/talk.ts';
import { runTool } from '../testing/tool-executor.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A project with one source file and one test file, on disk. */
function project(source: string, test: string, script = 'node --test'): string {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-repair-'));
  folders.push(folder);
  const files = {
    'package.json': JSON.stringify({ type: 'module', scripts: { test: script } }),
    'src/it.js': source,
    'test/it.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { it } from '../src/it.js';\n\n${test}`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Straight `node --test` saves the half second of npm's start in each of many runs. */
function repair(folder: string, command = 'the tests (`node --test`)') {
  return new Talk().say(`Run ${command} until they pass.`).run(({ name, args }) => runTool(folder, name, args));
}

const testOf = (...expectations: string[]) =>
  `test('does it', () => {\n${expectations.map((line) => `  ${line}\n`).join('')}});\n`;

describe('real bugs, in real test runs', () => {
  it.each([
    ['off by one', 'export function it(n) {\n  return n * 2 + 1;\n}\n', ['assert.equal(it(4), 8);'], 'n * 2;'],
    [
      'comparison',
      'export function it(n) {\n  return n > 18;\n}\n',
      ['assert.equal(it(18), true);', 'assert.equal(it(17), false);'],
      'n >= 18',
    ],
    [
      'arithmetic',
      'export function it(price, rebate) {\n  return price + rebate;\n}\n',
      ['assert.equal(it(10, 4), 6);'],
      'price - rebate',
    ],
    [
      'logic',
      'export function it(a, b) {\n  return a || b;\n}\n',
      ['assert.equal(it(true, false), false);', 'assert.equal(it(true, true), true);'],
      'a && b',
    ],
    [
      'constant',
      'const DAYS = 6;\nexport function it(weeks) {\n  return weeks * DAYS;\n}\n',
      ['assert.equal(it(3), 21);'],
      'DAYS = 7',
    ],
    [
      'text',
      "export function it(n) {\n  return n === 1 ? 'one boats' : 'boats';\n}\n",
      ["assert.equal(it(1), 'one boat');"],
      "'one boat'",
    ],
  ])(
    'repairs an error of the kind "%s"',
    (_kind, source, expectations, fixed) => {
      const folder = project(source, testOf(...expectations));
      const { said } = repair(folder);
      expect(said).toMatch(/^All 1 tests pass\./);
      expect(readFileSync(join(folder, 'src/it.js'), 'utf8')).toContain(fixed);
    },
    60_000,
  );

  it('reads the spec reporter as well, in colour', () => {
    const folder = project(
      'export function it(n) {\n  return n - 1;\n}\n',
      testOf('assert.equal(it(4), 5);'),
      'FORCE_COLOR=1 node --test --test-reporter=spec',
    );
    expect(repair(folder, 'the tests').said).toMatch(/^All 1 tests pass\. "does it" failed: expected 5, got 3\./);
  });

  it('repairs two bugs one after the other', () => {
    const source =
      'export function it(n) {\n  return n > 2;\n}\n\nexport function other(n) {\n  return n + n + 1;\n}\n';
    const test = "test('first', () => assert.equal(it(2), true));\ntest('second', () => assert.equal(other(2), 4));\n";
    const folder = project(source, test);
    const path = join(folder, 'test/it.test.js');
    writeFileSync(path, readFileSync(path, 'utf8').replace('{ it }', '{ it, other }'));
    expect(repair(folder).said).toContain('"second" failed: expected 4, got 5.');
  }, 60_000);

  it('gives up honestly, with everything put back', () => {
    const source = 'export function it(n) {\n  return n * n;\n}\n';
    const folder = project(source, testOf("assert.equal(it(3), 'a poem');"));
    const { said, calls } = repair(folder);
    expect(said).toMatch(
      /"does it" fails \(expected a poem, got 9\); none of the \d+ small changes that I tried helped, and all are put back\./,
    );
    expect(readFileSync(join(folder, 'src/it.js'), 'utf8')).toBe(source);
    expect(brief(calls).filter((call) => call === 'bash node --test').length).toBeGreaterThan(1);
  }, 60_000);

  it('has nothing to do when all is well, and says so when the command itself is broken', () => {
    const folder = project('export const it = () => 1;\n', testOf('assert.equal(it(), 1);'));
    expect(repair(folder).said).toBe('All 1 tests pass; there was nothing to fix.');
    const broken = project('export const it = () => 1;\n', '', 'no-such-runner');
    expect(repair(broken, 'the tests').said).toContain('I cannot tell from its output which test does');
  });
});
