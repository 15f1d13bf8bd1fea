import { type RefObject, useEffect } from 'react';
import { lineElement } from './line-element.ts';
import { useDiffPane, useDiffPaneState } from './pane-store.ts';

/** CSS pixels that a line keeps from the upper edge (a file's head sticks there) and from the lower one. */
const FROM_TOP = 60;
const FROM_BOTTOM = 90;
/** Frames in which a line is waited for: some seconds, for a machine that has much else to do. */
const MOST_TRIES = 300;

/** Answers a wish for a line of this file, once its lines are drawn, and marks the line. */
export function useJump(body: RefObject<HTMLElement | null>, path: string, isReady: boolean): void {
  const { store, scroller } = useDiffPane();
  const jump = useDiffPaneState((state) => (state.jump?.path === path ? state.jump : null));
  useEffect(() => {
    if (!jump?.at || !isReady || !body.current) return;
    const { side, line } = jump.at;
    // The rows come with the drawing that this effect belongs to, or a little later when it was interrupted.
    let tries = 0;
    let timer = requestAnimationFrame(function show() {
      const row = body.current && lineElement(body.current, side, line);
      const box = scroller();
      if (row && box) {
        reveal(row, box);
        mark(row, box);
        if (store.getState().jump?.wish === jump.wish) store.setState({ jump: null });
      } else if (tries++ < MOST_TRIES) timer = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(timer);
  }, [jump, isReady, body, scroller, store]);
}

function reveal(row: HTMLElement, box: HTMLElement): void {
  const at = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (at >= FROM_TOP && at <= box.clientHeight - FROM_BOTTOM) return;
  box.scrollTop += at - Math.round(box.clientHeight / 3);
}

/** The viewer's rows are its own: the mark is put on the element, and taken off the one that had it. */
function mark(row: HTMLElement, box: HTMLElement): void {
  for (const marked of box.querySelectorAll('[data-here]')) marked.removeAttribute('data-here');
  row.dataset.here = 'yes';
}
