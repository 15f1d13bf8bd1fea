import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
