import type { HostBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly forkscope: HostBridge;
  }
}

/** The only place that touches what the preload script hands over. */
export const host: HostBridge = window.forkscope;
