/** Milliseconds of building within one frame; one job at least always runs. */
const FRAME_SHARE_MS = 6;

type Job = () => void;

/**
 * Work that would hold a frame up when it came all at once: a diff is built for every file that scrolls into view. What
 * was asked for last is done first, because it is what is in view now.
 */
const jobs: Job[] = [];
let isAwake = false;

/** Runs it soon, a few jobs a frame. Returns the way to call it off. */
export function inSlowLane(job: Job): () => void {
  jobs.push(job);
  if (!isAwake) {
    isAwake = true;
    requestAnimationFrame(work);
  }
  return () => {
    const at = jobs.indexOf(job);
    if (at >= 0) jobs.splice(at, 1);
  };
}

function work(): void {
  const began = performance.now();
  do jobs.pop()?.();
  while (jobs.length > 0 && performance.now() - began < FRAME_SHARE_MS);
  isAwake = jobs.length > 0;
  if (isAwake) requestAnimationFrame(work);
}
