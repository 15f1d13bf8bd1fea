import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { Inbox } from './inbox.tsx';
import { PermissionBar } from './permission-bar.tsx';
import { lineKind, looksLikeDiff } from './permission-detail.tsx';

let play: Play;
beforeEach(async () => {
  play = await playScene('permission');
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
