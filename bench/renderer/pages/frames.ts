/** Milliseconds between the frames of a stretch of time. */
export function recordFrames(milliseconds: number, each: (elapsed: number) => void = () => {}): Promise<number[]> {
  return new Promise((done) => {
    const frames: number[] = [];
    const begun = performance.now();
    let last: number | null = null;
    const frame = (at: number): void => {
      if (last !== null) frames.push(at - last);
      last = at;
      const elapsed = performance.now() - begun;
      if (elapsed > milliseconds) {
        done(frames);
        return;
      }
      each(elapsed);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** Two fingers on a touchpad that pan in circles and pinch to and fro, as wheel events on the canvas, one a frame. */
export function panAndZoom(milliseconds: number): Promise<number[]> {
  const pane = document.querySelector('.react-flow__pane');
  if (!pane) throw new Error('there is no canvas on this page');
  const { left, top, width, height } = pane.getBoundingClientRect();
  const middle = { clientX: left + width / 2, clientY: top + height / 2 };
  return recordFrames(milliseconds, (elapsed) => {
    const turn = elapsed / 500;
    const pinch = Math.floor(elapsed / 1_000) % 2 === 1;
    const moved = pinch
      ? { ctrlKey: true, deltaY: 4 * Math.cos(turn * 3) }
      : { deltaX: 14 * Math.cos(turn), deltaY: 14 * Math.sin(turn) };
    pane.dispatchEvent(new WheelEvent('wheel', { ...middle, ...moved, bubbles: true, cancelable: true }));
  });
}
