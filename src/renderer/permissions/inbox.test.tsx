import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../stores/session-store.ts';
import { SNOOZE_MS, snoozeStore } from '../stores/snooze-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { Inbox } from './inbox.tsx';
import { PermissionBar } from './permission-bar.tsx';
import { lineKind, looksLikeDiff } from './permission-detail.tsx';

let play: Play;
beforeEach(async () => {
  play = await playScene('permission');
  snoozeStore.setState({ until: new Map() });
});
afterEach(async () => {
  cleanup();
  await play.stop();
});

const promptOf = (branch: string): string => {
  const asked = play.host.log.find((event) => event.type === 'permission-asked' && event.branch === branch);
  return asked?.type === 'permission-asked' ? asked.promptId : '';
};
const cards = () => screen.getAllByRole('article');
const press = (card: HTMLElement | undefined, name: string) => {
  if (card) act(() => within(card).getByRole('button', { name }).click());
};

describe('the permission inbox', () => {
  it('lists the prompts of all branches, oldest first, with lineage and the exact change', () => {
    render(<Inbox />);
    const [first, second] = cards();
    expect(first?.textContent).toContain('Root › Summer time in the clock');
    expect(first?.textContent).toContain('+  const offset = offsetAt(date, harbour.zone);');
    expect(second?.textContent).toContain('npm test -- --coverage');
  });

  it.each([
    ['Allow once', 'once'],
    ['For this branch', 'branch'],
    ['The session', 'session'],
  ])('%s answers with the scope %s', (name, scope) => {
    render(<Inbox />);
    press(cards()[1], name);
    expect(play.sent('permission.answer')).toEqual([
      { sessionId: 's1', promptId: promptOf('f3'), answer: 'allow', scope },
    ]);
  });

  it('offers the subtree only where there is one', () => {
    render(<Inbox />);
    expect(screen.queryByRole('button', { name: 'Its subtree' })).toBeNull();
  });

  it('denies with a word to the agent, or without', () => {
    render(<Inbox />);
    const [first] = cards();
    press(first, 'Deny…');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'read the file again' } });
    press(first, 'Deny');
    expect(play.sent('permission.answer')).toMatchObject([{ answer: 'deny', word: 'read the file again' }]);
  });

  it('is closed with Escape without an answer', () => {
    viewStore.getState().setInbox(true);
    render(<Inbox />);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(viewStore.getState().inboxOpen).toBe(false);
    expect(play.sent('permission.answer')).toEqual([]);
  });

  it('drops an answered prompt and keeps the other', () => {
    render(<Inbox />);
    press(cards()[0], 'Allow once');
    expect(cards()).toHaveLength(1);
    expect(cards()[0]?.textContent).toContain('Tests for clock and chart');
  });
});

describe('the keyboard in the inbox', () => {
  const key = (name: string, more: object = {}) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
  };

  it.each([
    ['y', 'once'],
    ['b', 'branch'],
    ['s', 'session'],
  ])('%s answers the prompt that has the focus with the scope %s', (pressed, scope) => {
    render(<Inbox />);
    key('ArrowDown');
    key(pressed);
    expect(play.sent('permission.answer')).toEqual([
      { sessionId: 's1', promptId: promptOf('f3'), answer: 'allow', scope },
    ]);
  });

  it('n asks for a word, Escape goes back without an answer, Shift+N denies at once', () => {
    viewStore.getState().setInbox(true);
    render(<Inbox />);
    key('n');
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    key('y');
    key('Escape');
    expect(play.sent('permission.answer')).toEqual([]);
    expect(viewStore.getState().inboxOpen).toBe(true);
    key('N', { shiftKey: true });
    expect(play.sent('permission.answer')).toMatchObject([{ promptId: promptOf('f1'), answer: 'deny', word: null }]);
  });

  it('names the scopes only where the prompt in hand has any', async () => {
    const { sessionId, state } = sessionStore.getState();
    const [like] = state.prompts;
    if (!like || sessionId === null) throw new Error('nothing waits');
    const asked = { ...like, promptId: 'own', tool: 'setup', title: 'setup: npm ci', detail: 'npm ci' };
    sessionStore.setState({ state: { ...state, prompts: [asked, ...state.prompts] } });
    const { container } = render(<Inbox />);
    const line = () => container.querySelector('.inbox__keys')?.textContent;
    expect(line()).toBe('↑ ↓ walk · Y allow · N deny · Z put aside');
    key('ArrowDown');
    expect(line()).toContain('B branch · S session');
    key('ArrowUp');
    expect(line()).not.toContain('session');
  });

  it('is not heard with a modifier: that is another command', () => {
    render(<Inbox />);
    key('b', { ctrlKey: true });
    expect(play.sent('permission.answer')).toEqual([]);
  });
});

describe('a snooze', () => {
  it('takes a prompt out of the bar, keeps it in the inbox, answers nothing, and ends', () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    render(<PermissionBar />);
    act(() => screen.getByRole('button', { name: /Put aside/ }).click());
    expect(screen.getByRole('region').textContent).toContain('npm test');
    cleanup();
    render(<Inbox />);
    expect(cards().map((card) => card.textContent?.includes('src/clock.js'))).toEqual([false, true]);
    expect(play.sent('permission.answer')).toEqual([]);
    act(() => void vi.advanceTimersByTime(SNOOZE_MS + 1));
    expect(cards()[0]?.textContent).toContain('src/clock.js');
    vi.useRealTimers();
  });
});

describe('prompts for the same command', () => {
  it('are answered together when the person says so, and only those', () => {
    const ask = (branch: string, promptId: string) => {
      play.host.emit({
        type: 'permission-asked',
        branch,
        promptId,
        callId: promptId,
        tool: 'bash',
        title: 'npm test -- --coverage',
        detail: 'npm test -- --coverage',
      });
    };
    act(() => ask('f2', 'again'));
    render(<Inbox />);
    const [, second] = cards();
    if (second) fireEvent.click(within(second).getByRole('checkbox', { name: /all 2/ }));
    press(second, 'Allow once');
    expect(play.sent('permission.answer')).toEqual(
      [promptOf('f3'), 'again'].map((promptId) => ({ sessionId: 's1', promptId, answer: 'allow', scope: 'once' })),
    );
  });
});

it('marks the risks of a command in words', () => {
  act(() =>
    play.host.emit({
      type: 'permission-asked',
      branch: 'f2',
      promptId: 'risky',
      callId: 'c',
      tool: 'bash',
      title: 'git push',
      detail: 'rm -rf build && git push',
    }),
  );
  render(<Inbox />);
  const marks = within(cards()[2] ?? document.body).getAllByRole('listitem');
  expect(marks.map((mark) => mark.textContent)).toEqual(['Publishes', 'Deletes', 'Network']);
});

describe('the permission bar', () => {
  it('shows the oldest prompt, then the next', async () => {
    render(<PermissionBar />);
    expect(screen.getByRole('region').textContent).toContain('edit src/clock.js');
    act(() => screen.getByRole('button', { name: 'Allow once' }).click());
    await nextFold();
    expect(screen.getByRole('region').textContent).toContain('npm test');
  });
});

/** Longer than one fold of arriving batches. */
async function nextFold(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 150)));
}

it('tells a diff from a command', () => {
  expect(looksLikeDiff('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b')).toBe(true);
  expect(looksLikeDiff('git log --oneline -5\n-- done')).toBe(false);
  expect(['+a', '-a', ' a', '@@ -1 +1 @@', '+++ b/x'].map(lineKind)).toEqual([
    'added',
    'removed',
    'plain',
    'place',
    'place',
  ]);
});
