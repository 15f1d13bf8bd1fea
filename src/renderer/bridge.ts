import type { HostBridge, WindowBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly forkscope: HostBridge & Partial<WindowBridge>;
  }
}

/** The only place that touches what the preload script hands over. Looked up at each use, so that tests can set it. */
export const host: HostBridge = {
  call: (name, params) => window.forkscope.call(name, params),
  on: (name, listener) => window.forkscope.on(name, listener),
};

/** Where a dropped file or folder lies on disk; null when the host cannot tell. */
export function pathOfFile(file: File): string | null {
  return window.forkscope.pathOfFile?.(file) || null;
}
