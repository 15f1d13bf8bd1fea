import type { RequestBuilder } from '../../core/prefix/build-request.ts';
import type { ModelAdapter } from '../providers/model-adapter.ts';

/** A provider as one kind of branch talks to it: who sends, and who writes what is sent. */
export interface Connection {
  readonly adapter: ModelAdapter;
  /** Of the adapter's dialect. One builder for all branches, so that equal messages are rendered once. */
  readonly builder: RequestBuilder;
}

export interface ConnectionsOptions {
  /** Makes the adapter of a provider and model, or throws an error with a plain sentence. */
  connect(provider: string, model: string): Promise<ModelAdapter>;
  makeBuilder(adapter: ModelAdapter): RequestBuilder;
  /** The model of a provider that is named without one; '' when there is none. */
  defaultModel(provider: string): string;
}

/** Providers and models other than the session's own, which an agent's file may name. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #made = new Map<string, Promise<Connection>>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  defaultModel(provider: string): string {
    return this.#options.defaultModel(provider);
  }

  /** Rejects with a plain sentence; asked again, it tries again. */
  to(provider: string, model: string): Promise<Connection> {
    const { connect, makeBuilder } = this.#options;
    const key = `${provider} ${model}`;
    const known = this.#made.get(key);
    if (known) return known;
    const made = connect(provider, model).then((adapter) => ({ adapter, builder: makeBuilder(adapter) }));
    this.#made.set(key, made);
    made.catch(() => this.#made.delete(key));
    return made;
  }
}
