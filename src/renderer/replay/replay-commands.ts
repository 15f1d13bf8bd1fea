import type { StepKind } from '../../core/replay/steps.ts';
import { type Command, inSession } from '../commands/command.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { replayStore, SPEEDS } from './replay-store.ts';
import { timelineStore } from './timeline-store.ts';

const hasLog: Command['when'] = () => sessionStore.getState().log.length > 0;

interface StepKeys {
  readonly kind: StepKind;
  readonly word: string;
  readonly keys: readonly [string, string];
  readonly anywhere?: readonly [string, string];
}

const STEP_KEYS: readonly StepKeys[] = [
  { kind: 'event', word: 'event', keys: ['arrowleft', 'arrowright'], anywhere: ['f7', 'f9'] },
  { kind: 'turn', word: 'turn', keys: ['shift+arrowleft', 'shift+arrowright'] },
  { kind: 'fork', word: 'fork', keys: ['[', ']'], anywhere: ['shift+f7', 'shift+f9'] },
  { kind: 'failure', word: 'failure', keys: ['{', '}'] },
];

const stepping = STEP_KEYS.flatMap(({ kind, word, keys, anywhere }): Command[] =>
  ([-1, 1] as const).map((direction) => {
    const at = direction === -1 ? 0 : 1;
    return {
      id: `replay.${direction === -1 ? 'previous' : 'next'}.${kind}`,
      name: `Replay: ${direction === -1 ? 'previous' : 'next'} ${word}`,
      group: 'Replay',
      keys: keys[at],
      ...(anywhere ? { anywhere: anywhere[at] } : {}),
      scope: 'timeline',
      when: hasLog,
      run: () => void replayStore.getState().step(kind, direction),
    };
  }),
);

function changeSpeed(by: 1 | -1): void {
  const { speed, setSpeed } = replayStore.getState();
  const next = SPEEDS[SPEEDS.indexOf(speed) + by];
  if (next !== undefined) setSpeed(next);
}

/** The lane above or below the selected branch's. */
function walkLanes(by: 1 | -1): void {
  const lanes = sessionStore.getState().log.lanes.inTreeOrder();
  const { selected, select } = viewStore.getState();
  const at = lanes.findIndex(({ branch }) => branch === selected);
  const next = lanes[at < 0 ? 0 : Math.max(0, Math.min(lanes.length - 1, at + by))];
  if (next) select(next.branch);
}

/** Moving through time. Plain keys while the timeline has the focus, function keys anywhere, all of it in the palette. */
export const REPLAY_COMMANDS: readonly Command[] = [
  {
    id: 'replay.play',
    name: 'Replay: play or pause',
    group: 'Replay',
    keys: 'space',
    anywhere: 'f8',
    scope: 'timeline',
    when: hasLog,
    run: () => {
      const { playing, play, pause } = replayStore.getState();
      if (playing) pause();
      else play();
    },
  },
  ...stepping,
  {
    id: 'replay.start',
    name: 'Replay: to the start',
    group: 'Replay',
    keys: 'home',
    anywhere: 'mod+f7',
    scope: 'timeline',
    when: hasLog,
    run: () => replayStore.getState().toStart(),
  },
  {
    id: 'replay.live',
    name: 'Replay: back to live',
    group: 'Replay',
    keys: 'end',
    anywhere: 'mod+f9',
    scope: 'timeline',
    when: hasLog,
    run: () => replayStore.getState().toLive(),
  },
  ...([1, -1] as const).map(
    (by): Command => ({
      id: by === 1 ? 'replay.faster' : 'replay.slower',
      name: by === 1 ? 'Replay: faster' : 'Replay: slower',
      group: 'Replay',
      keys: by === 1 ? '>' : '<',
      scope: 'timeline',
      when: hasLog,
      run: () => changeSpeed(by),
    }),
  ),
  {
    id: 'replay.pace',
    name: 'Replay: even pace or real time',
    group: 'Replay',
    keys: 'r',
    scope: 'timeline',
    when: hasLog,
    run: () => {
      const { pace, setPace } = replayStore.getState();
      setPace(pace === 'even' ? 'real' : 'even');
    },
  },
  ...(['arrowup', 'arrowdown'] as const).map(
    (arrow): Command => ({
      id: `timeline.${arrow}`,
      name: arrow === 'arrowup' ? 'Timeline: the lane above' : 'Timeline: the lane below',
      group: 'Replay',
      keys: arrow,
      scope: 'timeline',
      when: hasLog,
      run: () => walkLanes(arrow === 'arrowup' ? -1 : 1),
    }),
  ),
  {
    id: 'timeline.zoomIn',
    name: 'Timeline: zoom in',
    group: 'Replay',
    keys: '=',
    scope: 'timeline',
    when: hasLog,
    run: () => timelineStore.getState().zoom(1.6),
  },
  {
    id: 'timeline.zoomOut',
    name: 'Timeline: zoom out',
    group: 'Replay',
    keys: '-',
    scope: 'timeline',
    when: hasLog,
    run: () => timelineStore.getState().zoom(1 / 1.6),
  },
  {
    id: 'timeline.panLeft',
    name: 'Timeline: pan back',
    group: 'Replay',
    keys: 'pageup',
    scope: 'timeline',
    when: hasLog,
    run: () => timelineStore.getState().pan(-0.5),
  },
  {
    id: 'timeline.panRight',
    name: 'Timeline: pan on',
    group: 'Replay',
    keys: 'pagedown',
    scope: 'timeline',
    when: hasLog,
    run: () => timelineStore.getState().pan(0.5),
  },
  {
    id: 'timeline.fit',
    name: 'Timeline: fit the whole session',
    group: 'Replay',
    keys: '0',
    scope: 'timeline',
    when: hasLog,
    run: () => timelineStore.getState().fit(),
  },
  {
    id: 'timeline.list',
    name: 'Timeline: as a list or as lanes',
    group: 'Replay',
    scope: 'timeline',
    when: hasLog,
    run: () => timelineStore.getState().toggleList(),
  },
  {
    id: 'timeline.toggle',
    name: 'Show or hide the timeline',
    group: 'Replay',
    keys: 'alt+t',
    scope: 'window',
    when: inSession,
    run: () => timelineStore.getState().toggle(),
  },
  {
    id: 'timeline.focus',
    name: 'Go to the playhead',
    group: 'Replay',
    keys: 'alt+p',
    scope: 'window',
    when: inSession,
    run: () => {
      timelineStore.setState({ shown: true, asList: false });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.timeline [role=slider]')?.focus());
    },
  },
];
