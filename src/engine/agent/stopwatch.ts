/** Measures how long something runs, the times in which it is held not counted. Milliseconds. */
export class Stopwatch {
  readonly #clock: () => number;
  #counted = 0;
  /** When it went on last; null while it is held. */
  #since: number | null;
  #holds = 0;
  #alarm: { readonly at: number; readonly ring: () => void; timer: NodeJS.Timeout | null } | null = null;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#since = clock();
  }

  get elapsedMs(): number {
    return this.#counted + (this.#since === null ? 0 : this.#clock() - this.#since);
  }

  hold(): void {
    this.#holds++;
    this.#counted = this.elapsedMs;
    this.#since = null;
    if (this.#alarm?.timer) clearTimeout(this.#alarm.timer);
  }

  goOn(): void {
    this.#holds = Math.max(0, this.#holds - 1);
    if (this.#holds > 0 || this.#since !== null) return;
    this.#since = this.#clock();
    this.#arm();
  }

  /** Rings once when so much time is counted. Returns the function that calls it off. */
  ringAt(elapsedMs: number, ring: () => void): () => void {
    const alarm = { at: elapsedMs, ring, timer: null };
    this.#alarm = alarm;
    this.#arm();
    return () => {
      if (this.#alarm?.timer) clearTimeout(this.#alarm.timer);
      if (this.#alarm === alarm) this.#alarm = null;
    };
  }

  #arm(): void {
    const alarm = this.#alarm;
    if (!alarm || this.#since === null) return;
    alarm.timer = setTimeout(() => this.#check(), Math.max(0, alarm.at - this.elapsedMs));
  }

  /** A clock that was set back leaves some time to wait. */
  #check(): void {
    const alarm = this.#alarm;
    if (!alarm) return;
    if (this.elapsedMs < alarm.at) {
      this.#arm();
      return;
    }
    this.#alarm = null;
    alarm.ring();
  }
}
