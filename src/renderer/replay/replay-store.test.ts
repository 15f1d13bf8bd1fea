import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actionsFor } from '../../core/graph/branch-actions.ts';
import { currentContext, runCommand } from '../commands/run-command.ts';
import { commandFor } from '../commands/use-command-keys.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { actionsInView } from './actions-in-view.ts';
import { connectReplay, replayStore } from './replay-store.ts';

let play: Play;
let stop: () => void;
beforeEach(async () => {
  stop = connectReplay();
  play = await playScene('running');
});
afterEach(async () => {
  replayStore.getState().toLive();
  replayStore.setState({ speed: 1, pace: 'even' });
  stop();
  await play.stop();
  vi.useRealTimers();
});

const open = () => sessionStore.getState();
const bornAt = (branch: string) =>
  play.host.log.findIndex((event) => event.type === 'branch-created' && event.branch === branch);

describe('the playhead', () => {
  it('is pinned to now until somebody moves it', () => {
    expect(replayStore.getState().mode).toBe('live');
    expect(open().present).toBeNull();
    play.host.emit({ type: 'session-renamed', title: 'Another name' });
    expect(open().state.title).toBe('Another name');
  });

  it('takes the branches away that were not born yet, and steps from fork to fork', () => {
    replayStore.getState().seekPlace(bornAt('f1'));
    expect(Object.keys(open().state.branches)).toEqual(['root']);
    replayStore.getState().step('fork', 1);
    expect(Object.keys(open().state.branches)).toEqual(['root', 'f1']);
    expect(replayStore.getState().step('failure', 1)).toBe(false);
  });

  it('offers nothing over the past that acts on now, but a fork of that moment', () => {
    replayStore.getState().seekPlace(play.host.log.length - 2);
    const branch = Object.values(open().state.branches).find(
      (each) => actionsFor(each).has('abort') && each.entries.length > 0,
    );
    if (!branch) throw new Error('the scene has no running branch');
    expect(actionsInView(branch).has('abort')).toBe(false);
    viewStore.getState().select(branch.id);
    runCommand('branch.abort');
    expect(play.sent('branch.interrupt')).toEqual([]);
    runCommand('branch.fork');
    expect(viewStore.getState().dialog).toEqual({
      kind: 'fork',
      branch: branch.id,
      messageId: branch.entries.at(-1)?.message.id,
    });
    expect(currentContext().present).toBe(open().log.head);
  });

  it('begins with the first branch, whatever stands before it', () => {
    for (const place of [-3, 0, 1]) {
      replayStore.getState().seekPlace(place);
      expect(Object.keys(open().state.branches)).toEqual(['root']);
    }
    replayStore.getState().toLive();
    replayStore.getState().seek(0);
    expect(Object.keys(open().state.branches)).toEqual(['root']);
  });

  it('plays to the end, faster than it was, and is live there', async () => {
    vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance'],
    });
    const { log } = open();
    replayStore.getState().setSpeed(60);
    replayStore.getState().seekPlace(1);
    replayStore.getState().play();
    const length = log.clock.positionOf(log.clock.end, 'even');
    await vi.advanceTimersByTimeAsync(length / 60 / 2);
    expect(replayStore.getState()).toMatchObject({ mode: 'past', playing: true });
    expect(open().state.lastSeq).toBeLessThan(log.length);
    await vi.advanceTimersByTimeAsync(length / 60 + 200);
    expect(replayStore.getState()).toMatchObject({ mode: 'live', playing: false });
    expect(open().state).toBe(log.head);
  });

  it('moves by plain keys only while the timeline has the focus', () => {
    document.body.innerHTML = '<div class="timeline"><i tabindex="0"></i></div><div class="tree-panel"><i></i></div>';
    const heard = (selector: string, key: string): string | null => {
      let found: string | null = null;
      const listen = (event: Event): void => {
        found = commandFor(event as KeyboardEvent)?.id ?? null;
      };
      window.addEventListener('keydown', listen);
      document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      window.removeEventListener('keydown', listen);
      return found;
    };
    expect(heard('.timeline i', 'ArrowRight')).toBe('replay.next.event');
    expect(heard('.tree-panel i', 'ArrowRight')).toBe('tree.arrowright');
    expect(heard('.timeline i', ']')).toBe('replay.next.fork');
    expect(heard('.tree-panel i', ']')).toBeNull();
    expect(heard('.tree-panel i', 'F8')).toBe('replay.play');
    document.body.innerHTML = '';
  });
});
