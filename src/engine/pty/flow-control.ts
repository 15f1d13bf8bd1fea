import type { PtyProcess } from './pty-process.ts';

/** Characters that a consumer may be behind before the terminal is paused: 64 reads of 4 kB. */
const HIGH_WATER = 256 * 1024;
/** And the level at which it goes on. */
const LOW_WATER = 64 * 1024;

/** Pauses a terminal while its consumer is behind, so that a flood waits in the program and not in our memory. */
export class FlowControl {
  readonly #pty: Pick<PtyProcess, 'pause' | 'resume'>;
  #behind = 0;
  #paused = false;
  #open = false;

  constructor(pty: Pick<PtyProcess, 'pause' | 'resume'>) {
    this.#pty = pty;
  }

  /** Counts text until its consumer is done with it; a rejected promise counts as done. */
  track(characters: number, done: Promise<unknown>): void {
    this.#behind += characters;
    const settle = () => {
      this.#behind -= characters;
      if (this.#paused && this.#behind <= LOW_WATER) this.#resume();
    };
    done.then(settle, settle);
    if (!this.#open && !this.#paused && this.#behind >= HIGH_WATER) {
      this.#paused = true;
      this.#pty.pause();
    }
  }

  /** Reads on, whatever the consumer does: a command that is being stopped must not wait for a slow reader. */
  open(): void {
    this.#open = true;
    if (this.#paused) this.#resume();
  }

  #resume(): void {
    this.#paused = false;
    this.#pty.resume();
  }
}
