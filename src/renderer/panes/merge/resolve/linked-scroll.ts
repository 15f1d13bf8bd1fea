import type { EditorView } from '@codemirror/view';
import { createStore } from 'zustand/vanilla';
import { heightAtScroll, mapHeight, scrollAtHeight } from './map-height.ts';

/** Whether the panes scroll together: kept while the window is open. */
export const scrollChoice = createStore<{ readonly isLinked: boolean }>()(() => ({ isLinked: true }));

export interface LinkedPane {
  readonly view: EditorView;
  /** Offsets of the places that all panes have, in their order: each conflict's first line and the line after it. */
  places(): readonly number[];
}

export interface LinkedScroll {
  /** Brings the others to where the pane stands that was moved last. */
  align(): void;
  /** What scrolls from now on was not a person: it moves no other pane. */
  rest(): void;
  stop(): void;
}

/** What a person does to a pane before it scrolls. */
const HANDS = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Panes follow the one that a person scrolls: the same places stand side by side, whatever their lengths. */
export function linkScrolling(panes: readonly LinkedPane[]): LinkedScroll {
  let leader: LinkedPane | null = null;
  let last = panes[0] ?? null;
  const follow = (from: LinkedPane): void => {
    const { scrollDOM } = from.view;
    const height = heightAtScroll(scrollDOM.scrollTop, scrollDOM.scrollHeight, scrollDOM.clientHeight);
    const heights = heightsOf(from);
    for (const pane of panes) {
      if (pane === from) continue;
      const { scrollHeight, clientHeight } = pane.view.scrollDOM;
      const there = mapHeight(height, heights, heightsOf(pane));
      pane.view.scrollDOM.scrollTop = scrollAtHeight(there, scrollHeight, clientHeight);
    }
  };
  const stops = panes.map((pane) => {
    const { dom, scrollDOM } = pane.view;
    const lead = (): void => {
      leader = pane;
      last = pane;
    };
    const scrolled = (): void => {
      if (leader === pane && scrollChoice.getState().isLinked) follow(pane);
    };
    for (const hand of HANDS) dom.addEventListener(hand, lead, { capture: true, passive: true });
    scrollDOM.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      for (const hand of HANDS) dom.removeEventListener(hand, lead, { capture: true });
      scrollDOM.removeEventListener('scroll', scrolled);
    };
  });
  return {
    align() {
      if (last) follow(last);
    },
    rest() {
      leader = null;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** From the top of the text over its places to its end, in pixels. */
function heightsOf({ view, places }: LinkedPane): number[] {
  const { length } = view.state.doc;
  const whole = view.scrollDOM.scrollHeight;
  const heights = [0];
  for (const place of places()) {
    const at = place >= length ? whole : view.lineBlockAt(place).top;
    heights.push(Math.max(heights.at(-1) ?? 0, Math.min(at, whole)));
  }
  return [...heights, whole];
}
