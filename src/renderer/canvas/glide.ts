import type { Place } from '../../core/graph/place-branches.ts';

/** Milliseconds that cards take to their new place; the same as the token --calm. */
const GLIDE_MS = 220;
/** Above this many moving cards a glide would drop frames, and nobody could follow it anyway. */
const MAX_GLIDING = 200;

export function motionIsReduced(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Calls `step` once a frame with the places in between, and at last with the end. Returns the way to stop. */
export function glide(
  from: ReadonlyMap<string, Place>,
  to: ReadonlyMap<string, Place>,
  step: (places: ReadonlyMap<string, Place>) => void,
): () => void {
  const moving = [...to].filter(([id, end]) => {
    const start = from.get(id);
    return start && (start.x !== end.x || start.y !== end.y);
  });
  if (moving.length === 0 || moving.length > MAX_GLIDING || motionIsReduced()) {
    step(to);
    return () => {};
  }
  let frame = 0;
  const begun = performance.now();
  const draw = (): void => {
    const t = Math.min(1, (performance.now() - begun) / GLIDE_MS);
    const eased = 1 - (1 - t) ** 3;
    const places = new Map(to);
    for (const [id, end] of moving) {
      const start = from.get(id) ?? end;
      places.set(id, { x: start.x + (end.x - start.x) * eased, y: start.y + (end.y - start.y) * eased });
    }
    step(t < 1 ? places : to);
    if (t < 1) frame = requestAnimationFrame(draw);
  };
  draw();
  return () => cancelAnimationFrame(frame);
}
