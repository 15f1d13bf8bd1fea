import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ReactFlowProvider } from '@xyflow/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentContext } from '../commands/run-command.ts';
import { commandFor } from '../commands/use-command-keys.ts';
import { StoppedLine } from '../shell/stopped-line.tsx';
import { selectionStore } from '../stores/selection-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { titleOf } from '../ui/branch-title.ts';
import { cardsIn } from './box-picker.tsx';
import { canvasStore } from './canvas-store.ts';
import { CardMenu } from './card-menu.tsx';
import { TreeBar } from './tree-bar.tsx';
import { treeViewStore } from './tree-view-store.ts';
import { stepFrom } from './walk-tree.ts';

let play: Play;
beforeEach(async () => {
  play = await playScene('states');
  selectionStore.getState().clear();
  stoppedStore.getState().reset();
  treeViewStore.getState().clear();
});
afterEach(async () => {
  cleanup();
  await play.stop();
});

const bar = () =>
  render(
    <ReactFlowProvider>
      <TreeBar />
    </ReactFlowProvider>,
  );
const press = (key: string, more: KeyboardEventInit = {}) => {
  const command = commandFor(new KeyboardEvent('keydown', { key, ...more }));
  act(() => command?.run(currentContext()));
  return command?.id;
};
const pickedIds = () => [...selectionStore.getState().picked];
const branch = (id: string) => {
  const found = sessionStore.getState().state.branches[id];
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};

describe('the bar above the tree', () => {
  it('counts branches by state; a press filters by it, a second one ends that', () => {
    bar();
    const chip = screen.getByRole('button', { name: 'Held 1' });
    act(() => chip.click());
    expect([...treeViewStore.getState().filter.conditions]).toEqual(['held']);
    expect(canvasStore.getState().fitTo).toEqual(['f3']);
    act(() => chip.click());
    expect(canvasStore.getState().fitTo).toBeNull();
  });

  it('opens a search with its key; Enter walks what was found, Escape ends it', () => {
    bar();
    expect(press('f', { ctrlKey: true })).toBe('tree.search');
    const field = screen.getByRole('textbox', { name: 'Search the tree' });
    fireEvent.change(field, { target: { value: 'the' } });
    expect(screen.getByText('3 of 7')).toBeDefined();
    for (const expected of ['f1', 'f2', 'f4', 'f1']) {
      fireEvent.keyDown(field, { key: 'Enter' });
      expect(viewStore.getState().selected).toBe(expected);
    }
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(treeViewStore.getState()).toMatchObject({ searchOpen: false, filter: { text: '' } });
  });
});

describe('several branches', () => {
  it('are picked with Shift and an arrow, and all at once', () => {
    viewStore.getState().select('f1');
    press('ArrowRight', { shiftKey: true });
    press('ArrowRight', { shiftKey: true });
    expect(pickedIds()).toEqual(['f1', 'f2', 'f3']);
    expect(press('Escape')).toBe('picked.clear');
    expect(pickedIds()).toEqual([]);
    press('a', { ctrlKey: true });
    expect(pickedIds()).toHaveLength(7);
  });

  it('are picked by a box that touches them', () => {
    const spot = canvasStore.getState().nodes.find(({ id }) => id === 'f2')?.position ?? { x: 0, y: 0 };
    expect(cardsIn({ x: spot.x + 20, y: spot.y + 20 }, { x: spot.x - 5, y: spot.y - 5 })).toEqual(['f2']);
  });

  it('are aborted with one key: those that can be, and the record names them', async () => {
    selectionStore.getState().pick(['f1', 'f3', 'a1']);
    expect(press('x')).toBe('picked.abort');
    await act(async () => {});
    expect(play.sent('branch.interrupt')).toMatchObject([{ branch: 'f3' }, { branch: 'a1' }]);
    expect(stoppedStore.getState().last).toEqual({ how: 'aborted', branches: ['f3', 'a1'], left: [] });
  });

  it('leave the keys of one branch alone while only one is picked', () => {
    viewStore.getState().select('f3');
    selectionStore.getState().pick(['f3']);
    expect(press('x')).toBe('branch.abort');
  });
});

describe('pause all', () => {
  it('names what it stopped, what it could not, and resumes just those', async () => {
    play.host.refuse('branch.skipHold', 'unused');
    render(<StoppedLine />);
    expect(press('P', { ctrlKey: true, shiftKey: true })).toBe('session.pauseAll');
    await act(async () => {});
    const asked = play.sent('branch.pause').map((params) => (params as { branch: string }).branch);
    expect(asked).toEqual(['root', 'f3', 'f5', 'a1']);
    expect(screen.getByRole('region').textContent).toContain('4 branches');
    await act(async () => screen.getByRole('button', { name: 'Resume just those' }).click());
    const resumed = play.sent('branch.resume').map((params) => (params as { branch: string }).branch);
    // Not f4, which the person had paused before.
    expect(resumed).toEqual(asked);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('says which branches went on', async () => {
    play.host.refuse('branch.pause', 'This branch is between two steps.');
    render(<StoppedLine />);
    press('P', { ctrlKey: true, shiftKey: true });
    await act(async () => {});
    expect(screen.getByRole('region').textContent).toContain('Not stopped: Root');
  });
});

describe('the menu of a card', () => {
  const open = (id: string) => render(<CardMenu branch={branch(id)} at={{ x: 0, y: 0 }} onClose={() => {}} />);
  const choose = (name: RegExp) =>
    act(() => screen.getByRole(/Pin|Pick/.test(name.source) ? 'menuitemcheckbox' : 'menuitem', { name }).click());

  it('aborts a branch with everything below it', () => {
    open('root');
    choose(/Abort with the 4 below/);
    expect(play.sent('branch.interrupt')).toMatchObject([{ branch: 'root', subtree: true }]);
  });

  it('pins, so that hiding the finished leaves it', () => {
    open('f1');
    choose(/Pin/);
    act(() => treeViewStore.getState().toggleFinished());
    const shown = canvasStore.getState().nodes.map(({ id }) => id);
    expect(shown).toContain('f1');
    expect(shown).not.toContain('f2');
    act(() => treeViewStore.getState().toggleFinished());
  });

  it('does not offer an abort for what has ended', () => {
    open('f1');
    expect(screen.queryByRole('menuitem', { name: /Abort/ })).toBeNull();
  });
});

it('walks wrapped rows as they stand, and over hidden branches', async () => {
  await play.stop();
  play = await playScene('many');
  canvasStore.getState().setBox({ width: 1_600, height: 900 });
  canvasStore.getState().tidy();
  const { state } = sessionStore.getState();
  const { places } = canvasStore.getState();
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0 };
  const { direction } = canvasStore.getState();
  const [ahead, back] =
    direction === 'down' ? (['arrowdown', 'arrowup'] as const) : (['arrowright', 'arrowleft'] as const);
  const below = stepFrom(state, 'f1', ahead) ?? '';
  expect(state.branches[below]?.parent).toBe('root');
  expect(direction === 'down' ? at(below).x : at(below).y).toBe(direction === 'down' ? at('f1').x : at('f1').y);
  expect(stepFrom(state, below, back)).toBe('f1');
  expect(stepFrom(state, 'f1', back)).toBe('root');
});

it('shows a given name everywhere, and the title again when it is emptied', async () => {
  const { renameBranch } = await import('../actions/branch-actions.ts');
  const before = branch('f1');
  renameBranch('f1', '  The clock ');
  expect(titleOf(branch('f1'))).toBe('The clock');
  expect(branch('f1')).not.toBe(before);
  renameBranch('f1', '');
  expect(titleOf(branch('f1'))).toBe('Summer time in the clock');
});
