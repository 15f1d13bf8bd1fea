import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { conflictsOf, faultsOf, keysOf, keysOfPress, problemOf } from './key-bindings.ts';

const command = (id: string) => {
  const found = COMMANDS.find((each) => each.id === id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
};
const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('own keys', () => {
  it('win over the ones a command came with, and can take a key away', () => {
    expect(keysOf(command('branch.abort'), {})).toBe('x');
    expect(keysOf(command('branch.abort'), { 'branch.abort': 'q' })).toBe('q');
    expect(keysOf(command('branch.abort'), { 'branch.abort': '' })).toBeNull();
  });

  it('are written as they are pressed', () => {
    expect(keysOfPress(press('K', { ctrlKey: true, shiftKey: true }), false)).toBe('mod+shift+k');
    expect(keysOfPress(press('?', { shiftKey: true }), false)).toBe('?');
    expect(keysOfPress(press(' '), false)).toBe('space');
    expect(keysOfPress(press('Control', { ctrlKey: true }), false)).toBeNull();
    expect(keysOfPress(press('k', { metaKey: true }), true)).toBe('mod+k');
  });

  it('are refused when they name no key, or would swallow what is being written', () => {
    expect(problemOf('mod', command('app.palette'))).toMatch(/names no key/);
    expect(problemOf('hyper+k', command('branch.abort'))).toMatch(/"hyper" is no modifier/);
    expect(problemOf('k', command('app.palette'))).toMatch(/needs Ctrl/);
    expect(problemOf('k', command('branch.abort'))).toBeNull();
  });

  it('name whom they collide with, but not the pair that shares a key by design', () => {
    expect(conflictsOf(command('branch.abort'), 't', COMMANDS, {}).map(({ id }) => id)).toEqual(['branch.terminal']);
    expect(conflictsOf(command('branch.pause'), 'p', COMMANDS, {})).toEqual([]);
    expect(conflictsOf(command('branch.abort'), 't', COMMANDS, { 'branch.terminal': 'q' })).toEqual([]);
  });

  it('from a file are checked as a whole, each fault once', () => {
    expect(faultsOf({ 'branch.abort': 't', nonsense: 'k', 'app.palette': 'k' }, COMMANDS)).toEqual([
      't is the key of both "Abort" and "Open terminal". Give one of them another.',
      'There is no command "nonsense". Remove it from the settings file.',
      expect.stringMatching(/^Command palette: .*needs Ctrl/),
    ]);
    expect(faultsOf({}, COMMANDS)).toEqual([]);
  });
});
