import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Bytes that V8's young generation may take, both halves together. Left alone it grows to 32 MiB in Node and 16 MiB in
 * Electron as soon as several forks stream, and gives none of it back while they do; streamed text dies young in 8 MiB
 * as well.
 */
const MOST_BYTES = 8 * 2 ** 20;

/**
 * Keeps the young generation of this process below `mostBytes`. V8 reads the size itself only when it starts, which is
 * too late here, but asks after each collection by which factor to grow: by none, from that size on.
 */
export function capYoungGeneration(mostBytes = MOST_BYTES): void {
  let mayGrow = true;
  new PerformanceObserver(() => {
    const size = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < mostBytes === mayGrow) return;
    mayGrow = size < mostBytes;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  }).observe({ entryTypes: ['gc'] });
}
