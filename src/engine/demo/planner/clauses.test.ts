import { describe, expect, it } from 'vitest';
import { clausesOf, filesIn } from './clauses.ts';
import { describePart, forkListIn } from './fork-list.ts';

describe('clauses', () => {
  it.each([
    ['Read a.md, then run the tests.', ['Read a.md', 'run the tests']],
    ['First read a.md and b.md; finally explain them!', ['read a.md and b.md', 'explain them']],
    ['replace `x, then run y` with "and read" in a.md', ['replace `x, then run y` with "and read" in a.md']],
    ['1) list files\n2) please read src/v1.2/a.md', ['list files', 'read src/v1.2/a.md']],
    ['Could you fix it, and also run it?', ['fix it', 'run it?']],
    ['', []],
  ])('cuts "%s"', (instruction, clauses) => {
    expect(clausesOf(instruction)).toEqual(clauses);
  });

  it('knows the names of files from other words', () => {
    expect(filesIn('read README, src/a.test.ts and package.json for version 1.2.3')).toEqual([
      'README',
      'src/a.test.ts',
      'package.json',
    ]);
  });
});

describe('requests to fork', () => {
  it('takes a list behind a cue, and what comes before it', () => {
    expect(forkListIn('Read all files.\n\nThen fork:\n- run `a`\n  and wait\n- run `b`\n\nSum up.')).toEqual({
      before: 'Read all files.',
      parts: ['run `a` and wait', 'run `b`'],
    });
  });

  it('takes parts in a row', () => {
    const parts = ['run `a`', 'read b.md'];
    expect(forkListIn('fork into two: run `a`; read b.md')).toEqual({ before: '', parts });
    expect(forkListIn('In parallel: (1) run `a` (2) read b.md')).toEqual({ before: '', parts });
    expect(forkListIn('Read the README. In parallel: a) run `a` b) read b.md')?.before).toBe('Read the README.');
  });

  it('takes the directives of a sentence', () => {
    const sleeps = ['run `sleep 1`', 'run `sleep 1`', 'run `sleep 1`'];
    expect(forkListIn('Read a.md. In parallel, run `sleep 1`, run `sleep 1` and run `sleep 1`.')).toEqual({
      before: 'Read a.md.',
      parts: sleeps,
    });
    expect(forkListIn('run `sleep 1`, run `sleep 1` and run `sleep 1` side by side')?.parts).toEqual(sleeps);
    expect(forkListIn('Fork: run `a` and read b.md')?.parts).toEqual(['run `a`', 'read b.md']);
  });

  it('leaves a list alone that nobody wants in parallel, and a cue without parts', () => {
    expect(forkListIn('Do this:\n1. run `a`\n2. run `b`')).toBeUndefined();
    expect(forkListIn('Explain what a fork is.')).toBeUndefined();
    expect(forkListIn('Fork this:\n1. run `a`')).toBeUndefined();
  });

  it('describes a part in a few words', () => {
    expect(describePart('run the tests until they pass: one fails')).toBe('Run the tests until they pass');
    expect(describePart('Add a `--json` option that prints JSON')).toBe('Add a --json option');
    const long = describePart(`Read ${'many '.repeat(30)}files`);
    expect(long.length).toBeLessThanOrEqual(49);
    expect(long).toMatch(/many…$/);
  });
});
