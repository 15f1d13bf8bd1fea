import type { Block, BlockRow } from './block.ts';

/** Blocks in the order of their start, and how far the row reaches after each of them. */
export class GrowingRow implements BlockRow {
  readonly blocks: Block[] = [];
  /** Blocks in front of this have all ended, and so have a known reach. */
  #settled = 0;
  #reach: number[] = [];

  push(block: Block): void {
    this.blocks.push(block);
  }

  firstReaching(moment: number): number {
    this.#settle();
    let low = 0;
    let high = this.#settled;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#reach[middle] ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #settle(): void {
    for (let block = this.blocks[this.#settled]; block && block.to !== Number.POSITIVE_INFINITY; ) {
      this.#reach.push(Math.max(this.#reach.at(-1) ?? Number.NEGATIVE_INFINITY, block.to));
      block = this.blocks[++this.#settled];
    }
  }
}
