import { describe, expect, it } from 'vitest';
import { rankFiles, scoreOf } from './rank-files.ts';
import { parseSlash } from './slash-commands.ts';
import { triggerAt, withChoice } from './trigger.ts';

describe('triggers', () => {
  it('open at @ after a blank, and at / at the very start', () => {
    expect(triggerAt('look at @clo', 12)).toEqual({ kind: 'file', query: 'clo', from: 8, to: 12 });
    expect(triggerAt('/fo', 3)).toEqual({ kind: 'command', query: 'fo', from: 0, to: 3 });
    expect(triggerAt('mail me@home', 12)).toBeNull();
    expect(triggerAt('either/or', 9)).toBeNull();
    expect(triggerAt('/fork one', 9)).toBeNull();
  });

  it('put the choice in and leave the caret behind it', () => {
    const trigger = { kind: 'file', query: 'clo', from: 8, to: 12 } as const;
    expect(withChoice('look at @clo please', trigger, '@src/clock.ts')).toEqual({
      text: 'look at @src/clock.ts please',
      caret: 22,
    });
    expect(withChoice('look at @clo', trigger, '@src/clock.ts')).toEqual({ text: 'look at @src/clock.ts ', caret: 22 });
  });
});

describe('files', () => {
  const files = ['src/clock.ts', 'docs/clocks/readme.md', 'src/tide/lock.ts', 'package.json', 'a/b/c/deep.ts'];

  it('are found by letters in order, the name before the folder', () => {
    expect(rankFiles(files, 'clock')).toEqual(['src/clock.ts', 'docs/clocks/readme.md', 'src/tide/lock.ts']);
    expect(rankFiles(files, 'stl')[0]).toBe('src/tide/lock.ts');
    expect(scoreOf('package.json', 'xyz')).toBeNull();
  });

  it('are offered before anything is typed, shallow ones first', () => {
    expect(rankFiles(files, '')[0]).toBe('package.json');
    expect(rankFiles(files, '').at(-1)).toBe('a/b/c/deep.ts');
  });
});

describe('commands', () => {
  it('fork takes one directive a line, however they are numbered', () => {
    expect(parseSlash('/fork\n1. do this\n- do that\n\n')).toEqual({
      kind: 'fork',
      directives: ['do this', 'do that'],
    });
    expect(parseSlash('/fork')).toMatchObject({ kind: 'fault', message: expect.stringContaining('directive') });
  });

  it('budget, approval and ask say how they are meant when they are not', () => {
    expect(parseSlash('/budget $2.50')).toEqual({ kind: 'budget', budget: 2.5 });
    expect(parseSlash('/budget none')).toEqual({ kind: 'budget', budget: null });
    expect(parseSlash('/budget -1')).toMatchObject({ kind: 'fault' });
    expect(parseSlash('/approval edits')).toEqual({ kind: 'approval', approval: 'edits' });
    expect(parseSlash('/approval maybe')).toMatchObject({ kind: 'fault' });
    expect(parseSlash('/ask reviewer Is it safe?')).toMatchObject({
      kind: 'ask',
      text: expect.stringContaining('"reviewer"'),
    });
    expect(parseSlash('/ask reviewer')).toMatchObject({ kind: 'fault' });
  });

  it('leave other texts alone, and refuse a misspelt command instead of sending it', () => {
    expect(parseSlash('fix it')).toBeNull();
    expect(parseSlash('/etc/hosts is empty')).toBeNull();
    expect(parseSlash('/frok a')).toMatchObject({ kind: 'fault', message: expect.stringContaining('/fork') });
  });
});
