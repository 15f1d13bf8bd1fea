import { afterEach, describe, expect, it } from 'vitest';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { currentContext, fittingCommands, runCommand } from './run-command.ts';
import { commandFor } from './use-command-keys.ts';

let play: Play;
afterEach(() => play.stop());

const fitting = () => fittingCommands(currentContext()).map(({ id }) => id);
const keyIn = (target: EventTarget, key: string, held: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...held });
  let found: string | null = null;
  const listen = (heard: Event): void => {
    found = commandFor(heard as KeyboardEvent)?.id ?? null;
  };
  window.addEventListener('keydown', listen);
  target.dispatchEvent(event);
  window.removeEventListener('keydown', listen);
  return found;
};

describe('commands', () => {
  it('offer nothing about branches without a session', async () => {
    play = await playScene('empty');
    expect(fitting()).toEqual(expect.arrayContaining(['session.new', 'session.demo', 'app.settings']));
    expect(fitting().filter((id) => id.startsWith('branch.') || id.startsWith('tree.'))).toEqual([]);
  });

  it('act on the selected branch, else on the root', async () => {
    play = await playScene('running');
    expect(currentContext().branch?.id).toBe('root');
    viewStore.getState().select('f1');
    runCommand('branch.abort');
    expect(play.sent('branch.interrupt')).toEqual([{ sessionId: 's1', branch: 'f1', subtree: false }]);
  });

  it('fit the state: pause what runs, resume what is paused, answer who asks', async () => {
    play = await playScene('states');
    viewStore.getState().select('a1');
    expect(fitting()).toContain('branch.pause');
    viewStore.getState().select('f4');
    expect(fitting()).toContain('branch.resume');
    expect(fitting()).not.toContain('branch.pause');
    expect(fitting()).not.toContain('permission.allow');
  });

  it('that do not fit do nothing, also when a menu asks for them', async () => {
    play = await playScene('running');
    viewStore.getState().select('f2');
    runCommand('branch.abort');
    expect(play.sent('branch.interrupt')).toEqual([]);
  });

  it('walk the tree: child, siblings, parent', async () => {
    play = await playScene('running');
    const walked = ['arrowdown', 'arrowdown', 'arrowright', 'arrowright', 'arrowright', 'arrowleft', 'arrowup'].map(
      (key) => {
        runCommand(`tree.${key}`);
        return viewStore.getState().selected;
      },
    );
    expect(walked).toEqual(['root', 'f1', 'f2', 'f3', 'f3', 'f2', 'root']);
  });

  it('jump from one waiting branch to the next, round and round', async () => {
    play = await playScene('permission');
    const jumps = [1, 2, 3].map(() => {
      runCommand('permission.next');
      return viewStore.getState().selected;
    });
    expect(jumps).toEqual(['f1', 'f3', 'f1']);
  });

  it('leave plain keys to what is being written, and to a focused button', async () => {
    play = await playScene('running');
    document.body.innerHTML =
      '<div class="tree-panel"><textarea></textarea><button>b</button><div class="xterm"><i></i></div></div>';
    const at = (selector: string) => document.querySelector(selector) ?? document.body;
    expect(keyIn(document.body, 't')).toBe('branch.terminal');
    expect(keyIn(at('textarea'), 't')).toBeNull();
    expect(keyIn(at('.xterm i'), 'x')).toBeNull();
    expect(keyIn(at('button'), 'Enter')).toBeNull();
    expect(keyIn(at('textarea'), 'k', { ctrlKey: true })).toBe('app.palette');
    document.body.innerHTML = '';
  });
});
