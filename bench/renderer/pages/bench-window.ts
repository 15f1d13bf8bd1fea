/** What a bench page offers to the process that measures it. */
export interface BenchPage {
  /** Frames of a page that nobody touches, in milliseconds. */
  still(milliseconds: number): Promise<number[]>;
  /** Frames while somebody pans and zooms. */
  panZoom(milliseconds: number): Promise<number[]>;
  /** Shows the middle at 100 %, or all of it. */
  look(at: 'all' | 'close'): Promise<void>;
  /** Starts to write into the live branches; a page without branches does nothing. */
  live(perSecond: number): void;
  /** Renders per `card:id` and `edge:id` since the last call. */
  renders(): Record<string, number>;
}

declare global {
  interface Window {
    bench?: BenchPage;
  }
}
