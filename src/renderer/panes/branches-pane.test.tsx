import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canvasStore } from '../canvas/canvas-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { BranchesPane } from './branches-pane.tsx';

let play: Play;
beforeEach(async () => {
  play = await playScene('running');
  render(<BranchesPane branch="root" />);
});
afterEach(async () => {
  cleanup();
  for (const id of [...canvasStore.getState().collapsed]) canvasStore.getState().toggleCollapsed(id);
  await play.stop();
});

const items = () => screen.getAllByRole('treeitem');
const press = (key: string) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
const active = () => document.activeElement?.getAttribute('data-item');

it('says level, place and number of siblings of each branch, and its state in words', () => {
  const said = items().map((item) =>
    ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => item.getAttribute(name)),
  );
  expect(said).toEqual([
    ['1', '1', '1'],
    ['2', '1', '3'],
    ['2', '2', '3'],
    ['2', '3', '3'],
  ]);
  expect(items()[0]?.getAttribute('aria-expanded')).toBe('true');
  expect(items()[1]?.getAttribute('aria-expanded')).toBeNull();
  expect(items()[2]?.textContent).toContain('Completed');
});

it('has one stop for Tab, walks with the arrows, and selects what it walks to', () => {
  expect(items().map((item) => item.tabIndex)).toEqual([0, -1, -1, -1]);
  act(() => items()[0]?.focus());
  press('ArrowDown');
  expect(active()).toBe('f1');
  expect(viewStore.getState().selected).toBe('f1');
  press('End');
  expect(active()).toBe('f3');
  press('ArrowLeft');
  expect(active()).toBe('root');
});

it('folds and unfolds with left and right, together with the tree on the canvas', () => {
  act(() => items()[0]?.focus());
  press('ArrowLeft');
  expect(items()).toHaveLength(1);
  expect(canvasStore.getState().collapsed.has('root')).toBe(true);
  press('ArrowRight');
  expect(items()).toHaveLength(4);
  press('ArrowRight');
  expect(active()).toBe('f1');
});
