import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { PromptBox } from './prompt-box.tsx';

let play: Play;
beforeEach(async () => {
  play = await playScene('running');
  render(<PromptBox />);
});
afterEach(async () => {
  cleanup();
  await play.stop();
});

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const write = (value: string) => fireEvent.change(box(), { target: { value } });
const select = (branch: string | null) => act(() => viewStore.getState().select(branch));

describe('the prompt box', () => {
  it('says where the text goes: to the root, into a running fork, to one that has ended', () => {
    expect(box().getAttribute('aria-label')).toBe('Message: to root');
    select('f1');
    expect(box().getAttribute('aria-label')).toBe('Message: steer Summer time in the clock');
    select('f2');
    expect(box().getAttribute('aria-label')).toBe('Message: continue Chart on the command line');
  });

  it('keeps a draft for each branch', () => {
    write('for the root');
    select('f1');
    expect(box().value).toBe('');
    write('for the fork');
    select(null);
    expect(box().value).toBe('for the root');
  });

  it('sends with Enter to the branch it names, and then is empty', async () => {
    select('f1');
    write('  use UTC everywhere ');
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(play.sent('branch.prompt')).toEqual([{ sessionId: 's1', branch: 'f1', text: 'use UTC everywhere' }]);
    expect(box().value).toBe('');
  });

  it('does not send with Shift+Enter, while composing, or when there are only blanks', async () => {
    write('one line');
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true }));
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter', isComposing: true }));
    write('   ');
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(play.sent('branch.prompt')).toEqual([]);
  });

  it('keeps the text when the host refuses it', async () => {
    play.host.refuse('branch.prompt', 'The budget is used up. Raise it in the settings, then send again.');
    write('go on');
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(box().value).toBe('go on');
  });

  it('offers files after @ and puts the chosen one into the text', async () => {
    write('look at @clo');
    await act(async () => {});
    const option = screen.getByRole('option', { name: 'src/clock.ts' });
    expect(box().getAttribute('aria-activedescendant')).toBe(option.id);
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(box().value).toBe('look at @src/clock.ts ');
    expect(play.sent('branch.prompt')).toEqual([]);
  });

  it('runs commands instead of sending them, and says how one is meant', async () => {
    select('f1');
    write('/fork\n1. check the charts\n2. check the words');
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(play.sent('branch.fork')).toEqual([
      { sessionId: 's1', branch: 'f1', messageId: null, directives: ['check the charts', 'check the words'] },
    ]);
    write('/budget lots');
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(screen.getByText(/\/budget needs an amount/)).toBeTruthy();
    expect(box().value).toBe('/budget lots');
    expect(play.sent('branch.prompt')).toEqual([]);
  });

  it('brings back what was written before with the arrow, and lets go of it again', () => {
    fireEvent.keyDown(box(), { key: 'ArrowUp' });
    const last = box().value;
    expect(last).not.toBe('');
    fireEvent.keyDown(box(), { key: 'ArrowDown' });
    expect(box().value).toBe('');
    write('my own words');
    fireEvent.keyDown(box(), { key: 'ArrowUp' });
    expect(box().value).toBe('my own words');
  });

  it('says which model reads the text, and that the demo model reads no pictures', async () => {
    const file = new File([new Uint8Array([1])], 'a.png', { type: 'image/png' });
    await act(async () => void fireEvent.paste(box(), { clipboardData: { files: [file] } }));
    const { provider, model } = sessionStore.getState().state.session ?? { provider: '', model: 'none' };
    expect(screen.getByTitle(`Provider: ${provider}, model: ${model}.`, { exact: false })).toBeTruthy();
    expect(screen.getByText(/reads no pictures/)).toBeTruthy();
  });
});
