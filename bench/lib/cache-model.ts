/** One block of a prompt in the order in which it is read, and whether a cache marker stands behind it. */
export interface Block {
  readonly text: string;
  readonly marked: boolean;
}

/** A prompt that was sent; its entry can be read from `begunAt` on, the first byte of its answer. */
export interface Sent {
  readonly blocks: readonly Block[];
  readonly arrivedAt: number;
  readonly begunAt: number;
}

/** UTF-8 bytes of a prompt: its blocks, one after the other. */
export function bytesOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, { text }) => total + Buffer.byteLength(text), 0);
}

/** Most bytes that this prompt has in common with one whose answer had begun when it arrived, from the first byte on. */
export function cachedByPrefix(sent: Sent, earlier: readonly Sent[]): number {
  const shared = earlier
    .filter(({ begunAt }) => begunAt <= sent.arrivedAt)
    .map(({ blocks }) => commonBytes(joined(sent.blocks), joined(blocks)));
  return Math.max(0, ...shared);
}

/** Anthropic's rule: entries end at markers, and a marker finds one that ends at most 20 blocks in front of it. */
export function cachedByMarks(sent: Sent, earlier: readonly Sent[]): number {
  const entries = new Set<string>();
  for (const { blocks, begunAt } of earlier) {
    if (begunAt > sent.arrivedAt) continue;
    blocks.forEach((block, index) => {
      if (block.marked) entries.add(joined(blocks.slice(0, index + 1)));
    });
  }
  let cached = 0;
  sent.blocks.forEach((block, index) => {
    if (!block.marked) return;
    for (let back = 0; back < 20 && index - back >= 0; back++) {
      const head = sent.blocks.slice(0, index - back + 1);
      if (!entries.has(joined(head))) continue;
      cached = Math.max(cached, bytesOf(head));
      break;
    }
  });
  return cached;
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('');
}

function commonBytes(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return Buffer.byteLength(a.slice(0, at));
}
