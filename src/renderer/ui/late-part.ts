import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Loaded<P> = { readonly default: ComponentType<P> };

/** A component in a file of its own, read when it is first drawn, or ahead. */
export interface LatePart<P> {
  readonly Part: LazyExoticComponent<ComponentType<P>>;
  /** Reads it ahead. Never rejects: what cannot be read says so where it is drawn. */
  read(): Promise<void>;
}

/**
 * What was read ahead is drawn at once. `lazy` alone would show its fallback first, if only for a moment, and what replaces
 * a fallback React holds back for 300 ms.
 */
export function latePart<P>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  let loaded: Loaded<P> | null = null;
  const read = async (): Promise<Loaded<P>> => {
    loaded = { default: await load() };
    return loaded;
  };
  // biome-ignore lint/suspicious/noThenProperty: `lazy` looks right behind the call of `then` whether it was answered
  const atOnce = (value: Loaded<P>) => ({ then: (take: (value: Loaded<P>) => void) => take(value) });
  return {
    Part: lazy(() => (loaded === null ? read() : (atOnce(loaded) as unknown as Promise<Loaded<P>>))),
    read: () =>
      read().then(
        () => {},
        () => {},
      ),
  };
}
