import { ModelError } from '../providers/model-adapter.ts';

/** Ends a request whose model has sent nothing for too long, on top of the adapter's own limit. */
export class SilenceWatch {
  /** Aborts with the branch's own signal, or when the model was silent for too long. */
  readonly signal: AbortSignal;
  readonly #limitMs: number | null;
  readonly #outer: AbortSignal;
  readonly #ours = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #wasSilent = false;

  constructor(limitMs: number | null, outer: AbortSignal) {
    this.#limitMs = limitMs;
    this.#outer = outer;
    this.signal = limitMs === null ? outer : AbortSignal.any([outer, this.#ours.signal]);
    this.touch();
  }

  /** Something came. */
  touch(): void {
    if (this.#limitMs === null) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#wasSilent = true;
      this.#ours.abort();
    }, this.#limitMs);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** The abort of a silent request is a silence, not an interrupt. */
  explain(error: ModelError): ModelError {
    if (error.kind !== 'aborted' || !this.#wasSilent || this.#outer.aborted) return error;
    const seconds = Math.round((this.#limitMs ?? 0) / 1000);
    const { usage, cause } = error;
    return new ModelError('silence', `The model sent nothing for ${seconds} s. Check the network and try again.`, {
      usage,
      cause,
    });
  }
}
