import { createStore } from 'zustand/vanilla';
import type { BundleManifest } from '../../core/export/bundle-lines.ts';
import { ReplayLog } from '../../core/replay/replay-log.ts';
import type { ReviewPlace } from '../../core/review/entries.ts';
import { rootOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { reviewStore } from '../stores/review-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import type { ExportPreview, LoadedExport } from './load-export.ts';

export type ViewerTab = 'transcript' | 'changes' | 'review';

export interface ViewerState {
  readonly manifest: BundleManifest;
  /** Empty while the session is being read. */
  readonly replay: ReplayLog;
  /** The end of the session; without the most of its text while it is being read. */
  readonly end: SessionState;
  /** How many events were read so far; null when all are there. */
  readonly read: number | null;
  /** The playhead: how many events have happened. */
  readonly count: number;
  readonly selected: string;
  readonly tab: ViewerTab;
  readonly playing: boolean;
  /** A comment or a finding on lines that the changes should bring into view; `wish` counts up. */
  readonly remark: { readonly id: string; readonly wish: number } | null;
}

let wish = 0;

export const viewerStore = createStore<ViewerState | null>()(() => null);

const AT_FIRST = { tab: 'transcript', playing: false, remark: null } as const;

/** Puts the end of a session on the page while the rest is read. */
export function openPreview({ manifest, state }: ExportPreview): void {
  sessionStore.setState({ sessionId: manifest.sessionId, phase: 'open', state });
  const replay = new ReplayLog();
  viewerStore.setState({ manifest, replay, end: state, read: 0, count: 0, selected: firstOf(state), ...AT_FIRST });
}

let toldAt = 0;
const TELL_MS = 150;

/** Says how much was read, a few times a second. */
export function tellProgress(read: number): void {
  const now = performance.now();
  if (now - toldAt < TELL_MS || !viewerStore.getState()) return;
  toldAt = now;
  viewerStore.setState({ read });
}

/** Puts the whole session on the page, with the playhead at its end; what a person has chosen meanwhile stays. */
export function openExport({ manifest, replay, review }: LoadedExport): void {
  const end = replay.head;
  const chosen = viewerStore.getState() ?? { selected: firstOf(end), ...AT_FIRST };
  sessionStore.setState({ sessionId: manifest.sessionId, phase: 'open', state: end });
  reviewStore.setState({ sessionId: manifest.sessionId, review, phase: 'open', mayWrite: false });
  viewerStore.setState({ ...chosen, manifest, replay, end, read: null, count: replay.length });
}

function firstOf(state: SessionState): string {
  return rootOf(state)?.id ?? state.order[0] ?? '';
}

/** Moves the playhead. Everything on the page follows. */
export function moveTo(count: number): void {
  const viewer = viewerStore.getState();
  if (!viewer || viewer.read !== null) return;
  const next = Math.min(viewer.replay.length, Math.max(viewer.replay.firstPlace, count));
  if (next === viewer.count) return;
  sessionStore.setState({ state: viewer.replay.stateAt(next) });
  viewerStore.setState({ count: next });
}

export function step(direction: 1 | -1, times = 1): void {
  const viewer = viewerStore.getState();
  if (!viewer || viewer.read !== null) return;
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

/** Leads to what a comment or a finding is about: a message, a call, lines of an edit, or the moment it speaks of. */
export function showRemark(id: string, place: ReviewPlace | null, moment: number): void {
  const viewer = viewerStore.getState();
  if (!viewer) return;
  pause();
  const count = viewer.replay.clock.countAt(moment);
  if (place?.kind === 'message' || place?.kind === 'call') {
    const { entries } = viewer.replay.head.branches[place.branch] ?? { entries: [] };
    const seq = entries.find(({ message }) => message.id === place.messageId)?.seq ?? 0;
    showPlace(place.branch, place.kind === 'call' ? place.callId : place.messageId, seq);
  } else if (place?.kind === 'lines') {
    if (viewer.count < count) moveTo(count);
    select(place.branch, 'changes');
    wish++;
    viewerStore.setState({ remark: { id, wish } });
  } else {
    moveTo(count);
    if (place?.branch) select(place.branch, 'transcript');
  }
}

/** Of a whole playback, whatever its length: so long that each branch can be followed. */
const PLAY_MS = 24_000;
const TICK_MS = 60;
let timer: ReturnType<typeof setInterval> | null = null;

export function togglePlay(): void {
  const viewer = viewerStore.getState();
  if (!viewer || viewer.read !== null) return;
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
