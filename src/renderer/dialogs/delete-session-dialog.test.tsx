import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { DeleteSessionDialog } from './delete-session-dialog.tsx';

let play: Play;
beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  play = await playScene('running');
  viewStore.getState().openDialog({ kind: 'delete-session', sessionId: 's1' });
  render(<DeleteSessionDialog sessionId="s1" />);
  await act(async () => {});
});
afterEach(async () => {
  cleanup();
  await play.stop();
});

const remove = () => act(async () => void fireEvent.click(screen.getByText('Move to trash')));

it('says what goes before it goes, closes the session on the screen, and then deletes it', async () => {
  expect(screen.getByText(/4 branches and 482.1 kB move to the trash/)).toBeTruthy();
  expect(play.sent('sessions.delete')).toEqual([]);
  await remove();
  expect(play.sent('sessions.delete')).toEqual([{ sessionId: 's1' }]);
  expect(sessionStore.getState().phase).toBe('none');
  expect(viewStore.getState().dialog).toBeNull();
});

it('stays open with the reason when the host refuses', async () => {
  play.host.refuse('sessions.delete', 'A branch of this session still runs. Abort it first, then delete the session.');
  await remove();
  expect(screen.getByText(/still runs/)).toBeTruthy();
  expect(viewStore.getState().dialog).not.toBeNull();
});
