import { type KeyboardEvent, useMemo } from 'react';
import { structureOf } from '../../core/graph/tree-structure.ts';
import type { BranchState } from '../../core/session/state.ts';
import { tidyTree } from '../canvas/tidy-tree.ts';
import { useWidth } from '../panes/shared/use-width.ts';
import { useSession } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatCost, formatShare } from '../ui/format.ts';
import { KindGlyph } from '../ui/kind-glyph.tsx';
import { StateMark, stateWord } from '../ui/state-mark.tsx';
import { useViewer } from './use-viewer.ts';
import { select } from './viewer-store.ts';

/** Pixels of a card, and between cards: see `tidyTree`. */
const CARD = { width: 188, height: 56 };
const DOWN = { level: 30, sibling: 14, shelf: 30, trunk: 24 };
const LIST = { level: 22, sibling: 6, shelf: 6, trunk: 6 };
const EDGE = 16;

/** All branches of the session, drawn as the tree they are; those that are not born yet at the playhead stay away. */
export function TreeDrawing() {
  const end = useViewer((viewer) => viewer.end);
  const [box, width] = useWidth<HTMLDivElement>();
  const structure = useMemo(() => structureOf(end, new Set()), [end]);
  const drawing = useMemo(() => {
    const tidy = (direction: 'down' | 'list') =>
      tidyTree(structure.branches, () => CARD, direction, direction === 'down' ? DOWN : LIST);
    const down = movedIn(tidy('down'));
    // A tree that is wider than its box is read more easily as a list.
    const isList = down.width > Math.max(width, CARD.width + 2 * EDGE);
    return { ...(isList ? movedIn(tidy('list')) : down), isList };
  }, [structure, width]);
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-branch]')];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    const next = NEXT[event.key];
    const card = next === undefined || at < 0 ? undefined : cards[Math.max(0, Math.min(cards.length - 1, at + next))];
    if (!card) return;
    card.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const offset = drawing.isList ? 0 : Math.max(0, (width - drawing.width) / 2);
  return (
    <section className="viewer-tree" aria-label="Branches">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons inside */}
      <div ref={box} className="viewer-tree__scroll" onKeyDown={press}>
        <div className="viewer-tree__sheet" style={{ width: drawing.width, height: drawing.height, left: offset }}>
          <svg aria-hidden width={drawing.width} height={drawing.height}>
            {structure.edges.map(({ id, parent, child }) => (
              <Edge key={id} child={child} path={pathOf(drawing.places, parent, child, drawing.isList)} />
            ))}
          </svg>
          {structure.branches.map(({ id }) => (
            <Card key={id} id={id} place={drawing.places.get(id) ?? { x: 0, y: 0 }} />
          ))}
        </div>
      </div>
    </section>
  );
}

const NEXT: { readonly [key: string]: number } = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function Edge({ child, path }: { readonly child: string; readonly path: string }) {
  const isBorn = useSession(({ branches }) => branches[child] !== undefined);
  return isBorn ? <path d={path} /> : null;
}

function Card({ id, place }: { readonly id: string; readonly place: Place }) {
  const branch = useSession(({ branches }) => branches[id] ?? null);
  const isSelected = useViewer(({ selected }) => selected === id);
  if (!branch) return null;
  return (
    <button
      type="button"
      className="viewer-card"
      data-branch={id}
      data-status={branch.status}
      aria-pressed={isSelected}
      title={titleOf(branch)}
      style={{ width: CARD.width, height: CARD.height, left: place.x, top: place.y }}
      onClick={() => select(id)}
    >
      <span className="viewer-card__title">
        <StateMark status={branch.status} waitingFor={branch.waitingFor} label={stateWord(branch.status)} />
        <span className="cut">{titleOf(branch)}</span>
        <KindGlyph kind={branch.kind} />
      </span>
      <span className="viewer-card__facts figures cut">{factsOf(branch)}</span>
    </button>
  );
}

function factsOf({ usage, cost, callOrder }: BranchState): string {
  const share = usage.input === 0 ? '' : ` · ${formatShare(usage.cacheRead / usage.input)} cached`;
  return `${formatCost(cost)}${share} · ${callOrder.length} ${callOrder.length === 1 ? 'call' : 'calls'}`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Moves everything into view, with an edge around it. */
function movedIn(places: ReadonlyMap<string, Place>): {
  readonly places: ReadonlyMap<string, Place>;
  readonly width: number;
  readonly height: number;
} {
  const all = [...places.values()];
  const left = Math.min(0, ...all.map(({ x }) => x)) - EDGE;
  const top = Math.min(0, ...all.map(({ y }) => y)) - EDGE;
  const moved = new Map([...places].map(([id, { x, y }]) => [id, { x: x - left, y: y - top }]));
  return {
    places: moved,
    width: Math.max(0, ...all.map(({ x }) => x - left + CARD.width)) + EDGE,
    height: Math.max(0, ...all.map(({ y }) => y - top + CARD.height)) + EDGE,
  };
}

function pathOf(places: ReadonlyMap<string, Place>, parent: string, child: string, isList: boolean): string {
  const from = places.get(parent);
  const to = places.get(child);
  if (!from || !to) return '';
  if (isList) {
    const x = from.x + LIST.level / 2;
    return `M${x} ${from.y + CARD.height}V${to.y + CARD.height / 2}H${to.x}`;
  }
  const [x1, y1, x2, y2] = [from.x + CARD.width / 2, from.y + CARD.height, to.x + CARD.width / 2, to.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}
