import type { Engine } from '../engine/engine.ts';
import type { Handlers } from './ipc.ts';

/** The window's calls about connections to providers. One test a provider runs; another one ends it. */
export function providerHandlers(engine: Engine): Pick<Handlers, 'providers.test' | 'providers.endTest'> {
  const running = new Map<string, AbortController>();
  return {
    'providers.test': async ({ provider, model }) => {
      running.get(provider)?.abort();
      const own = new AbortController();
      running.set(provider, own);
      try {
        return await engine.testProvider(provider, model, own.signal);
      } finally {
        if (running.get(provider) === own) running.delete(provider);
      }
    },
    'providers.endTest': ({ provider }) => {
      running.get(provider)?.abort();
      return null;
    },
  };
}
