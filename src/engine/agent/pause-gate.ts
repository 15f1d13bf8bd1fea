import { onAbort } from '../abort.ts';

/** Lets a branch stop in front of its next request until it is resumed or interrupted. */
export class PauseGate {
  #open: Promise<void> = Promise.resolve();
  #release: (() => void) | null = null;

  get isClosed(): boolean {
    return this.#release !== null;
  }

  close(): void {
    if (this.#release) return;
    this.#open = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  open(): void {
    this.#release?.();
    this.#release = null;
  }

  /** Resolves when the gate is open or the signal aborts; the caller looks at the signal. */
  async pass(signal: AbortSignal): Promise<void> {
    if (!this.#release || signal.aborted) return;
    let release = () => {};
    const aborted = new Promise<void>((resolve) => {
      release = onAbort(signal, resolve);
    });
    await Promise.race([this.#open, aborted]).finally(release);
  }
}
