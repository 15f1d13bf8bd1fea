import { type Capped, CappedText } from './capped-text.ts';
import { FlowControl } from './flow-control.ts';
import { MarkSplitter } from './mark-splitter.ts';
import type { PtyProcess } from './pty-process.ts';
import { ScreenText } from './screen-text.ts';

/** Takes a command's output as it arrives. A returned promise tells when the consumer is done with it. */
export type DataConsumer = (text: string) => void | Promise<void>;

/**
 * What a command prints: goes to the consumer as it is, and to the screen whose final text the model gets. The
 * keeper's marks are taken out of both. The terminal is paused while the consumer is behind.
 */
export class CommandOutput {
  readonly #capped: CappedText;
  readonly #screen: ScreenText;
  readonly #splitter: MarkSplitter;
  readonly #flow: FlowControl;
  readonly #consumer: DataConsumer | undefined;

  constructor(
    pty: PtyProcess,
    settings: { token: string; rows: number; cap: number; consumer: DataConsumer | undefined },
    onMark: (mark: string) => void,
  ) {
    this.#capped = new CappedText(settings.cap);
    this.#screen = new ScreenText(settings.rows, (text) => this.#capped.add(text));
    this.#splitter = new MarkSplitter(settings.token);
    this.#flow = new FlowControl(pty);
    this.#consumer = settings.consumer;
    pty.onData((chunk) => {
      for (const piece of this.#splitter.push(chunk)) {
        if (piece.kind === 'text') this.#deliver(piece.text);
        else onMark(piece.mark);
      }
    });
  }

  resize(rows: number): void {
    this.#screen.resize(rows);
  }

  /** Stops waiting for the consumer. */
  stopPausing(): void {
    this.#flow.open();
  }

  /** The final text. Call it once, when nothing more can arrive. */
  finish(): Capped {
    this.#deliver(this.#splitter.flush());
    this.#screen.finish();
    return this.#capped.finish();
  }

  #deliver(text: string): void {
    if (text === '') return;
    this.#screen.write(text);
    const done = this.#consumer?.(text);
    if (done !== undefined) this.#flow.track(text.length, done);
  }
}
