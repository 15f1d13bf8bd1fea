import { costOfRequest, type ModelPrice } from '../../core/session/cost.ts';
import type { Usage } from '../../core/session/usage.ts';
import type { SessionContext } from './session-context.ts';

/** Milliseconds between two lines of the log about one running request: several counts a second help nobody. */
const LEAST_PAUSE_MS = 250;

/** Writes down what a provider has counted of a request while it still runs. */
export class UsageMeter {
  readonly #context: SessionContext;
  readonly #request: { readonly branch: string; readonly requestId: string; readonly price: ModelPrice | null };
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(context: SessionContext, request: { branch: string; requestId: string; price: ModelPrice | null }) {
    this.#context = context;
    this.#request = request;
  }

  note(usage: Usage): void {
    const now = this.#context.clock();
    if (now - this.#saidAt < LEAST_PAUSE_MS) return;
    this.#saidAt = now;
    const { branch, requestId, price } = this.#request;
    const cost = costOfRequest(usage, price);
    this.#context.journal.append({ type: 'request-usage', branch, requestId, usage, cost });
  }
}
