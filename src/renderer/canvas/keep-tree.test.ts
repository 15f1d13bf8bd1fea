import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { namesStore } from '../stores/names-store.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { canvasStore, recallShownTree } from './canvas-store.ts';
import { connectTreeMemory } from './keep-tree.ts';
import { FRESH, layoutsWith, recallTree } from './tree-memory.ts';
import { treeViewStore } from './tree-view-store.ts';

let play: Play;
let disconnect: () => void;
beforeEach(async () => {
  play = await playScene('running');
  recallShownTree();
  disconnect = connectTreeMemory();
});
afterEach(async () => {
  disconnect();
  await play.stop();
});

const canvas = () => canvasStore.getState();
const drag = (id: string, x: number, y: number) => canvas().move(new Map([[id, { x, y }]]), true);
const placeOf = (id: string) => canvas().nodes.find((node) => node.id === id)?.position;
const stored = () => vi.waitFor(() => expect(play.sent('settings.set')).not.toEqual([]), { timeout: 2_000 });

describe('the memory of a tree', () => {
  it('brings back dragged places, direction, collapse, pins and names', async () => {
    canvas().turn();
    canvas().turn();
    drag('f1', 900, 41);
    canvas().toggleCollapsed('f2');
    treeViewStore.getState().togglePin('f3');
    namesStore.getState().rename('f1', 'The clock');
    await stored();

    // As after a restart: the settings are all that is left.
    canvas().tidy();
    canvas().toggleCollapsed('f2');
    treeViewStore.setState({ pinned: new Set() });
    namesStore.setState({ names: new Map() });
    recallShownTree();
    expect(placeOf('f1')).toEqual({ x: 900, y: 41 });
    expect(canvas()).toMatchObject({ wanted: 'right', direction: 'right', arranged: true });
    expect([...canvas().collapsed]).toEqual(['f2']);
    expect([...treeViewStore.getState().pinned]).toEqual(['f3']);
    expect(namesStore.getState().names.get('f1')).toBe('The clock');
  });

  it('is written already after the first change', async () => {
    canvas().turn();
    await stored();
    expect(recallTree('s1').wanted).toBe('down');
  });

  it('is not written when nothing was changed by a person', async () => {
    play.host.emit({ type: 'branch-status', branch: 'f1', status: 'running' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(play.sent('settings.set')).toEqual([]);
  });

  it('leaves the layouts of others alone', async () => {
    await settingsStore.getState().change({ layouts: { '/home/kim/tides': { grid: {} } } });
    drag('f1', 5, 5);
    await vi.waitFor(() => expect(play.sent('settings.set')).toHaveLength(2), { timeout: 2_000 });
    expect(settingsStore.getState().settings?.layouts['/home/kim/tides']).toEqual({ grid: {} });
  });
});

describe('what is stored', () => {
  it('is bounded, the tree that was left longest ago goes first', () => {
    let layouts: Record<string, unknown> = {};
    for (let session = 0; session < 100; session++) layouts = layoutsWith(layouts, `s${session}`, FRESH);
    layouts = layoutsWith(layouts, 's50', FRESH);
    const kept = Object.keys(layouts).filter((key) => key.startsWith('tree:'));
    expect(kept).toHaveLength(60);
    expect(kept.at(-1)).toBe('tree:s50');
    expect(kept[0]).toBe('tree:s40');
  });

  it('is ignored when it makes no sense, and a new session takes the direction chosen last', async () => {
    await settingsStore.getState().change({ layouts: { 'tree:s1': { places: 7 }, tree: { wanted: 'list' } } });
    expect(recallTree('s1')).toEqual({ ...FRESH, wanted: 'list' });
  });
});
