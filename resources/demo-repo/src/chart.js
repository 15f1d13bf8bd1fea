const BLOCKS = '▁▂▃▄▅▆▇█';

/** One block for one level: the lowest of the day is "▁", the highest "█". */
export function block(level, lowest, highest) {
  const share = highest === lowest ? 0 : (level - lowest) / (highest - lowest);
  return BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(share * BLOCKS.length))];
}

/** The day as a wave, one block for each level. */
export function wave(levels) {
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  return levels.map((level) => block(level, lowest, highest)).join('');
}
