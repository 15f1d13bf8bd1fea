import type { HostBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly forkscope: HostBridge;
  }
}

/** The only place that touches what the preload script hands over. Looked up at each use, so that tests can set it. */
export const host: HostBridge = {
  call: (name, params) => window.forkscope.call(name, params),
  on: (name, listener) => window.forkscope.on(name, listener),
};
