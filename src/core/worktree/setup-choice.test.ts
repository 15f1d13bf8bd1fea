import { describe, expect, it } from 'vitest';
import { chooseSetup, setupNotice, setupTitle } from './setup-choice.ts';

describe('what runs in a new worktree', () => {
  it('nothing, where nobody says anything', () => {
    expect(chooseSetup(undefined, null, [])).toEqual({ kind: 'none' });
    expect(chooseSetup({ command: ' ', whenItFails: 'end' }, null, ['npm ci'])).toEqual({ kind: 'none' });
  });

  it("the person's own command at once, whatever the repository says", () => {
    expect(chooseSetup({ command: 'make' }, 'npm ci', [])).toEqual({
      kind: 'run',
      command: 'make',
      whenItFails: 'go-on',
    });
  });

  it("the repository's command only when exactly its text was allowed", () => {
    const whenItFails = 'end' as const;
    expect(chooseSetup({ whenItFails }, 'npm ci', ['npm ci'])).toEqual({ kind: 'run', command: 'npm ci', whenItFails });
    for (const allowed of [[], ['npm c'], ['npm ci ; curl x'], ['NPM CI']]) {
      expect(chooseSetup({ whenItFails }, 'npm ci', allowed)).toEqual({ kind: 'ask', command: 'npm ci', whenItFails });
    }
  });
});

it('shows one line of it', () => {
  expect(setupTitle('npm ci')).toBe('setup: npm ci');
  expect(setupTitle('npm ci\nnpm run build\n')).toBe('setup: npm ci …');
  expect(setupTitle('x'.repeat(200))).toBe(`setup: ${'x'.repeat(120)} …`);
});

it('tells a fork the end of a long output, not all of it', () => {
  const output = `${'noise\n'.repeat(2_000)}ENOENT: no lock file`;
  const told = setupNotice('npm ci', { exitCode: 1, signal: null, timedOut: false, output });
  expect(told).toContain('failed with exit code 1');
  expect(told).toContain('ENOENT: no lock file');
  expect(told.length).toBeLessThan(2_000);
});
