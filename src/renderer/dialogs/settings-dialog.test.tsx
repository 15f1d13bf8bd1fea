import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsStore } from '../stores/settings-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { SettingsDialog } from './settings-dialog.tsx';

let play: Play;
beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  play = await playScene('running');
  render(<SettingsDialog />);
  await act(async () => {});
});
afterEach(async () => {
  cleanup();
  await play.stop();
});

const settle = () => act(async () => {});
const search = (words: string) =>
  fireEvent.change(screen.getByLabelText('Search the settings'), { target: { value: words } });
const titles = () => screen.getAllByRole('heading', { level: 3, hidden: true }).map(({ textContent }) => textContent);

it('finds a setting by its title, by what it is about, and a command by its name', () => {
  search('colours');
  expect(titles()).toEqual(['Appearance']);
  search('theme');
  expect(titles()).toEqual(['Appearance', 'Keys']);
  expect(screen.getByText('Theme: dark')).toBeTruthy();
  search('badge');
  expect(titles()).toEqual(['Notices']);
  search('fit the tree');
  expect(titles()).toEqual(['Keys']);
  expect(screen.getByText('Fit the tree')).toBeTruthy();
  expect(screen.queryByText('Abort')).toBeNull();
  search('nothing like it');
  expect(screen.getByText(/No setting has that name/)).toBeTruthy();
});

it('stores a notice that is switched off, and leaves the others', async () => {
  fireEvent.click(screen.getByLabelText('A branch fails'));
  await settle();
  expect(settingsStore.getState().settings?.notices).toEqual({ needsInput: true, failed: false, allDone: true });
});

it('takes another key, and names whose a taken one is', async () => {
  fireEvent.click(screen.getByLabelText('Key of Abort: X'));
  fireEvent.keyDown(screen.getByLabelText('Press a key for Abort'), { key: 'q' });
  await settle();
  expect(settingsStore.getState().settings?.keys).toEqual({ 'branch.abort': 'q' });

  fireEvent.click(screen.getByLabelText('Key of Abort: Q'));
  fireEvent.keyDown(screen.getByLabelText('Press a key for Abort'), { key: 't' });
  expect(screen.getByText(/T is the key of "Open terminal"/)).toBeTruthy();
  expect(settingsStore.getState().settings?.keys).toEqual({ 'branch.abort': 'q' });
  fireEvent.click(screen.getByText('Take it from there'));
  await settle();
  expect(settingsStore.getState().settings?.keys).toEqual({ 'branch.abort': 't', 'branch.terminal': '' });
});

it('refuses a plain letter for a command that works while one writes', () => {
  fireEvent.click(screen.getByLabelText('Key of Command palette: Ctrl+K'));
  fireEvent.keyDown(screen.getByLabelText('Press a key for Command palette'), { key: 'k' });
  expect(screen.getByText(/needs Ctrl, Command or Alt/)).toBeTruthy();
});

describe('caches that do not keep a worktree', () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Folders that may go with a clean worktree');
  const write = async (value: string): Promise<void> => {
    fireEvent.change(field(), { target: { value } });
    fireEvent.blur(field());
    await settle();
  };
  const stored = () => settingsStore.getState().settings?.rebuiltFolders;

  it('begin with the usual ones, and are stored when the field is left', async () => {
    expect(field().value.split('\n')).toEqual(expect.arrayContaining(['node_modules', 'target', '.venv']));
    expect(screen.queryByText('The usual folders')).toBeNull();
    await write('vendor/\ntarget\n');
    expect(stored()).toEqual(['vendor', 'target']);
    await write('');
    expect(stored()).toEqual([]);
    fireEvent.click(screen.getByText('The usual folders'));
    await settle();
    expect(stored()).toBeNull();
    expect(field().value).toContain('node_modules');
  });

  it('are not stored while one of them is no name of a folder', async () => {
    await write('vendor');
    await write('web/vendor');
    expect(screen.getByText(/"web\/vendor" is a path/)).toBeTruthy();
    expect(stored()).toEqual(['vendor']);
  });
});

it('lists the setup commands that were allowed, and takes one back without touching what was allowed meanwhile', async () => {
  const region = () => screen.getByRole('region', { name: 'Allowed setup commands', hidden: true });
  expect(region().textContent).toContain('None.');
  const allowed = { '/one': ['npm ci', 'make\nmake more'], '/two': ['npm ci'] };
  await act(async () => void (await settingsStore.getState().change({ setupAllowed: allowed })));
  await play.host.call('settings.set', { setupAllowed: { ...allowed, '/three': ['cargo fetch'] } });
  const list = within(screen.getByRole('list', { name: 'Allowed in /one', hidden: true }));
  fireEvent.click(list.getByRole('button', { name: 'Revoke make', hidden: true }));
  await settle();
  expect(settingsStore.getState().settings?.setupAllowed).toEqual({
    '/one': ['npm ci'],
    '/two': ['npm ci'],
    '/three': ['cargo fetch'],
  });
  expect(region().textContent).toContain('You are asked before it runs again.');
  expect(region().contains(document.activeElement)).toBe(true);
  for (const words of ['revoke', 'node_modules', 'caches']) {
    search(words);
    expect(titles()).toEqual(['Worktrees']);
  }
});
