import { createStore } from 'zustand/vanilla';
import type { BundleManifest } from '../../core/export/bundle-lines.ts';
import { ReplayLog } from '../../core/replay/replay-log.ts';
import { rootOf } from '../../core/session/selectors.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { sessionStore } from '../stores/session-store.ts';
import type { LoadedExport } from './load-export.ts';

export type ViewerTab = 'transcript' | 'changes';

export interface ViewerState {
  readonly manifest: BundleManifest;
  readonly replay: ReplayLog;
  /** The playhead: how many events have happened. */
  readonly count: number;
  readonly selected: string;
  readonly tab: ViewerTab;
  readonly playing: boolean;
}

let wish = 0;

export const viewerStore = createStore<ViewerState | null>()(() => null);

/** Puts the whole session on the page, with the playhead at its end. */
export function openExport({ manifest, events }: LoadedExport): void {
  const replay = new ReplayLog();
  replay.append(events);
  const end = replay.head;
  sessionStore.setState({ sessionId: manifest.sessionId, phase: 'open', state: end });
  const selected = rootOf(end)?.id ?? end.order[0] ?? '';
  viewerStore.setState({ manifest, replay, count: replay.length, selected, tab: 'transcript', playing: false });
}

/** Moves the playhead. Everything on the page follows. */
export function moveTo(count: number): void {
  const viewer = viewerStore.getState();
  if (!viewer) return;
  const next = Math.max(Math.min(1, viewer.replay.length), Math.min(viewer.replay.length, count));
  if (next === viewer.count) return;
  sessionStore.setState({ state: viewer.replay.stateAt(next) });
  viewerStore.setState({ count: next });
}

export function step(direction: 1 | -1, times = 1): void {
  const viewer = viewerStore.getState();
  if (!viewer) return;
  let { count } = viewer;
  const { steps } = viewer.replay;
  for (let each = 0; each < times; each++) {
    const next = direction === 1 ? steps.next('event', count) : steps.previous('event', count);
    count = next ?? (direction === 1 ? viewer.replay.length : 1);
  }
  moveTo(count);
}

export function select(branch: string, tab?: ViewerTab): void {
  viewerStore.setState(tab === undefined ? { selected: branch } : { selected: branch, tab });
}

/** Shows a message of a branch, at the end if the playhead stands before it. */
export function showPlace(branch: string, place: string, seq: number): void {
  const viewer = viewerStore.getState();
  if (!viewer) return;
  const shown = viewer.replay.eventAt(viewer.count - 1);
  if (shown && shown.seq < seq) moveTo(viewer.replay.length);
  select(branch, 'transcript');
  wish++;
  paneTargetStore.setState({ target: { kind: 'transcript', branch, place, wish } });
}

/** Of a whole playback, whatever its length: so long that each branch can be followed. */
const PLAY_MS = 24_000;
const TICK_MS = 60;
let timer: ReturnType<typeof setInterval> | null = null;

export function togglePlay(): void {
  const viewer = viewerStore.getState();
  if (!viewer) return;
  if (viewer.playing) {
    pause();
    return;
  }
  if (viewer.count >= viewer.replay.length) moveTo(1);
  viewerStore.setState({ playing: true });
  timer = setInterval(() => {
    const now = viewerStore.getState();
    if (!now || now.count >= now.replay.length) return pause();
    moveTo(now.count + Math.max(1, Math.round((now.replay.length * TICK_MS) / PLAY_MS)));
  }, TICK_MS);
}

export function pause(): void {
  if (timer !== null) clearInterval(timer);
  timer = null;
  viewerStore.setState({ playing: false });
}
