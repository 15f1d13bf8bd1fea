import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { Lane } from '../../core/replay/block.ts';
import type { ReplayLog } from '../../core/replay/replay-log.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { useTheme } from '../panes/shared/use-theme.ts';
import { useWidth } from '../panes/shared/use-width.ts';
import { LaneMarks } from './lane-marks.tsx';
import { momentText } from './moment-text.ts';
import { useViewer } from './use-viewer.ts';
import { moveTo, pause, select, step, viewerStore } from './viewer-store.ts';

/** Pixels of one lane, and of what is drawn in it. */
const LANE = 24;
const SPAN = 4;
const BAR = 12;

/** One lane a branch over the whole session, with the playhead across all of them. */
export function Lanes() {
  const replay = useViewer((viewer) => viewer.replay);
  const selected = useViewer((viewer) => viewer.selected);
  const lanes = useMemo(() => replay.lanes.inTreeOrder(), [replay]);
  return (
    <div className="viewer-lanes">
      <ul className="viewer-lanes__names">
        {lanes.map((lane) => (
          <li key={lane.branch} style={{ height: LANE }}>
            <button
              type="button"
              className="cut"
              tabIndex={-1}
              aria-pressed={lane.branch === selected}
              style={{ paddingLeft: indentOf(replay.lanes.depthOf(lane)) }}
              onClick={() => select(lane.branch)}
            >
              {lane.title || lane.branch}
            </button>
          </li>
        ))}
      </ul>
      <Track lanes={lanes} />
    </div>
  );
}

/** The names of the lanes, and room for what is still being read, so that nothing moves when it is there. */
export function LanesToCome() {
  const end = useViewer((viewer) => viewer.end);
  const names = useMemo(() => inTreeOrder(end), [end]);
  return (
    <div className="viewer-lanes is-coming" aria-hidden>
      <ul className="viewer-lanes__names">
        {names.map(({ id, title, depth }) => (
          <li key={id} className="cut" style={{ height: LANE, paddingLeft: indentOf(depth) }}>
            {title || id}
          </li>
        ))}
      </ul>
      <div />
    </div>
  );
}

function indentOf(depth: number): number {
  return 12 + Math.min(8, depth) * 10;
}

/** Parents before their children, siblings in the order of their birth, as the lanes stand. */
function inTreeOrder({ order, branches }: SessionState): { id: string; title: string; depth: number }[] {
  const children = new Map<string | null, BranchState[]>();
  for (const id of order) {
    const branch = branches[id];
    if (!branch) continue;
    const parent = branch.parent !== null && branches[branch.parent] ? branch.parent : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(branch);
    else children.set(parent, [branch]);
  }
  const names: { id: string; title: string; depth: number }[] = [];
  const visit = (parent: string | null, depth: number): void => {
    for (const { id, title } of children.get(parent) ?? []) {
      names.push({ id, title, depth });
      visit(id, depth + 1);
    }
  };
  visit(null, 0);
  return names;
}

/** Idle stretches are folded, so that work has the room. */
const PACE = 'even';

function Track({ lanes }: { readonly lanes: readonly Lane[] }) {
  const replay = useViewer((viewer) => viewer.replay);
  const count = useViewer((viewer) => viewer.count);
  const selected = useViewer((viewer) => viewer.selected);
  const { clock } = replay;
  const span = Math.max(1, clock.positionOf(clock.end, PACE));
  const theme = useTheme();
  const [attach, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = lanes.length * LANE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read here
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, { replay, lanes, span, width, height, selected });
  }, [replay, lanes, span, width, height, selected, theme]);
  const shareOf = (moment: number): number =>
    Math.min(1, Math.max(0, clock.positionOf(Math.max(clock.start, Math.min(moment, clock.end)), PACE) / span));
  const share = shareOf(clock.momentOf(count - 1));
  const goTo = (event: PointerEvent<HTMLDivElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    pause();
    moveTo(clock.countAt(clock.momentAt(((event.clientX - left) / Math.max(1, width)) * span, PACE)));
  };
  return (
    <div className="viewer-lanes__time">
      <div
        ref={attach}
        role="slider"
        tabIndex={0}
        className="viewer-track"
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={replay.length}
        aria-valuenow={count}
        aria-valuetext={momentText(replay, count)}
        style={{ height }}
        onKeyDown={pressPlayhead}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          goTo(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) goTo(event);
        }}
      >
        <canvas ref={canvas} aria-hidden />
        <div className="viewer-track__head" style={{ left: `${share * 100}%` }} />
      </div>
      <LaneMarks lanes={lanes} lane={LANE} shareOf={shareOf} />
    </div>
  );
}

function pressPlayhead(event: KeyboardEvent): void {
  const { replay } = viewerStore.getState() ?? {};
  if (!replay) return;
  const times = event.shiftKey ? 10 : 1;
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') step(1, times);
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') step(-1, times);
  else if (event.key === 'PageUp') step(1, 25);
  else if (event.key === 'PageDown') step(-1, 25);
  else if (event.key === 'Home') moveTo(1);
  else if (event.key === 'End') moveTo(replay.length);
  else return;
  pause();
  event.preventDefault();
  event.stopPropagation();
}

interface Drawing {
  readonly replay: ReplayLog;
  readonly lanes: readonly Lane[];
  /** How long the axis is, in the clock's positions. */
  readonly span: number;
  readonly width: number;
  readonly height: number;
  readonly selected: string;
}

function draw(canvas: HTMLCanvasElement, { replay, lanes, span, width, height, selected }: Drawing): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const { clock, head } = replay;
  const x = (moment: number): number => (clock.positionOf(Math.min(moment, clock.end), PACE) / span) * width;
  context.scale(ratio, ratio);
  for (const [index, lane] of lanes.entries()) {
    const top = index * LANE;
    const bar = (from: number, to: number, size: number): void => {
      context.fillRect(x(from), top + (LANE - size) / 2, Math.max(1.5, x(to) - x(from)), size);
    };
    if (lane.branch === selected) {
      context.fillStyle = colour('--accent-soft');
      context.fillRect(0, top, width, LANE);
    }
    const end = lane.endedAt ?? clock.end;
    context.fillStyle = colour('--line-strong');
    bar(lane.bornAt, end, SPAN);
    for (const block of lane.work.blocks) {
      context.fillStyle = colour(
        block.end === 'failed' ? '--state-failed' : block.kind === 'request' ? '--state-running' : '--cache',
      );
      bar(block.from, block.to, BAR);
    }
    context.fillStyle = colour(`--state-${head.branches[lane.branch]?.status ?? 'starting'}`);
    context.beginPath();
    context.arc(Math.min(width - 4, Math.max(4, x(end))), top + LANE / 2, 4, 0, 2 * Math.PI);
    context.fill();
  }
}
