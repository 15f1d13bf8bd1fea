import { type RefObject, useEffect } from 'react';
import type { Painter } from './painter.ts';
import { timelineStore } from './timeline-store.ts';

/** How much of a pixel of a wheel with Control, or of a pinch, zooms by. */
const ZOOM = 0.0035;

/** Control and the wheel, or a pinch, zoom at the pointer; sideways, or with Shift, it pans. Up and down scrolls the lanes. */
export function useWheel(element: RefObject<HTMLElement | null>, painter: RefObject<Painter | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const turn = (event: WheelEvent): void => {
      const { zoom, pan } = timelineStore.getState();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(Math.exp(-event.deltaY * unit * ZOOM), painter.current?.positionAt(event.clientX));
        return;
      }
      const sideways = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0;
      if (sideways === 0) return;
      event.preventDefault();
      pan((sideways * unit) / Math.max(1, current.clientWidth));
    };
    current.addEventListener('wheel', turn, { passive: false });
    return () => current.removeEventListener('wheel', turn);
  }, [element, painter]);
}
