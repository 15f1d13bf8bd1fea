import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { stoppedStore } from '../stores/stopped-store.ts';
import { useBranch } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { CardActions } from './card-actions.tsx';

let play: Play | null = null;
afterEach(async () => {
  cleanup();
  await play?.stop();
});

function Actions({ branch: id, asks = false }: { readonly branch: string; readonly asks?: boolean }) {
  const branch = useBranch(id);
  return branch && <CardActions branch={branch} asks={asks} />;
}
const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
const press = (name: string) => screen.getByRole('button', { name }).click();

describe('the buttons of a card', () => {
  it.each([
    ['f1', 'a failed branch', ['Open transcript', 'Open terminal', 'Open diff', 'Fork from here', 'Steer']],
    [
      'f3',
      'a held one',
      ['Open transcript', 'Open terminal', 'Open diff', 'Skip hold', 'Pause at the next step', 'Abort'],
    ],
    [
      'f4',
      'a paused one',
      ['Open transcript', 'Open terminal', 'Open diff', 'Fork from here', 'Steer', 'Resume', 'Abort'],
    ],
    ['f5', 'a starting one', ['Open transcript', 'Open terminal', 'Open diff', 'Pause at the next step', 'Abort']],
    [
      'a1',
      'a running subagent in the parent’s checkout',
      ['Open transcript', 'Open terminal', 'Steer', 'Pause at the next step', 'Abort'],
    ],
  ])('%s, %s: they fit the state', async (id, _, expected) => {
    play = await playScene('states');
    render(<Actions branch={id} />);
    expect(names()).toEqual(expected);
  });

  it('abort, resume and skip the hold of exactly this branch', async () => {
    play = await playScene('states');
    render(<Actions branch="f3" />);
    press('Skip hold');
    press('Abort');
    expect(play.sent('branch.skipHold')).toEqual([{ sessionId: 's1', branch: 'f3' }]);
    expect(play.sent('branch.interrupt')).toEqual([{ sessionId: 's1', branch: 'f3', subtree: false }]);
  });

  it('answer the permission that this branch asks for, not another one’s', async () => {
    play = await playScene('permission');
    render(<Actions branch="f3" asks />);
    const asked = play.host.log.findLast((event) => event.type === 'permission-asked' && event.branch === 'f3');
    press('Allow');
    expect(play.sent('permission.answer')).toEqual([
      { sessionId: 's1', promptId: asked?.type === 'permission-asked' ? asked.promptId : '', answer: 'allow' },
    ]);
  });

  it('take a pause back that has not come yet', async () => {
    play = await playScene('running');
    stoppedStore.getState().reset();
    render(<Actions branch="f1" />);
    press('Pause at the next step');
    (await screen.findByRole('button', { name: 'Resume' })).click();
    expect(await screen.findByRole('button', { name: 'Pause at the next step' })).toBeDefined();
    expect(names()).not.toContain('Resume');
    expect(play.sent('branch.resume')).toEqual([{ sessionId: 's1', branch: 'f1' }]);
  });

  it('aim the prompt box when a branch is steered', async () => {
    play = await playScene('running');
    render(<Actions branch="f1" />);
    const before = viewStore.getState().promptFocus;
    press('Steer');
    expect(viewStore.getState()).toMatchObject({ selected: 'f1', promptFocus: before + 1 });
  });
});
