import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { keyName, matchesKey } from './keys.ts';

const press = (key: string, held: { ctrl?: boolean; meta?: boolean; shift?: boolean; alt?: boolean } = {}) => ({
  key,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  shiftKey: held.shift ?? false,
  altKey: held.alt ?? false,
});

describe('matchesKey', () => {
  it('takes Control for `mod` here and Command on a Mac, never the other one', () => {
    expect(matchesKey(press('k', { ctrl: true }), 'mod+k', false)).toBe(true);
    expect(matchesKey(press('k', { ctrl: true }), 'mod+k', true)).toBe(false);
    expect(matchesKey(press('k', { meta: true }), 'mod+k', true)).toBe(true);
    expect(matchesKey(press('k', { ctrl: true, meta: true }), 'mod+k', false)).toBe(false);
  });

  it('tells x from Shift+X and from Ctrl+X', () => {
    expect(matchesKey(press('x'), 'x', false)).toBe(true);
    expect(matchesKey(press('X', { shift: true }), 'x', false)).toBe(false);
    expect(matchesKey(press('X', { shift: true }), 'shift+x', false)).toBe(true);
    expect(matchesKey(press('x', { ctrl: true }), 'x', false)).toBe(false);
  });

  it('matches a sign by the sign, with or without Shift', () => {
    expect(matchesKey(press('?', { shift: true }), '?', false)).toBe(true);
    expect(matchesKey(press('/', {}), '/', false)).toBe(true);
    expect(matchesKey(press('0', { ctrl: true }), '0', false)).toBe(false);
  });
});

it('writes keys for a person', () => {
  expect(keyName('mod+shift+x', false)).toBe('Ctrl+Shift+X');
  expect(keyName('mod+shift+x', true)).toBe('⌘⇧X');
  expect(keyName('arrowup', false)).toBe('↑');
  expect(keyName('delete', false)).toBe('Delete');
});

/** The tree and the timeline never have the focus at once. */
const meet = (one: Command['scope'], other: Command['scope']) => one === other || [one, other].includes('window');

it('gives every command an id of its own, and no key to two commands unless their states exclude each other', () => {
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  const shared = COMMANDS.filter(
    ({ keys, scope }, index) =>
      keys !== undefined && COMMANDS.findIndex((other) => other.keys === keys && meet(other.scope, scope)) !== index,
  );
  // Resume fits exactly when pause does not; the others give way to the same thing done with all picked branches.
  const givesWay = ['branch.transcript', 'branch.compare', 'branch.pause', 'branch.abort', 'tree.back'];
  expect(new Set(shared.map(({ id }) => id))).toEqual(new Set(['branch.resume', 'picked.resume', ...givesWay]));
});
