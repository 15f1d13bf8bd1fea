import { createStore } from 'zustand/vanilla';
import type { SessionListItem } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import { host } from '../bridge.ts';

export interface SessionList {
  readonly items: readonly SessionListItem[];
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly fault: Fault | null;
  refresh(): Promise<void>;
}

let newest = 0;

/** All stored sessions, as the host lists them. */
export const sessionsStore = createStore<SessionList>()((set) => ({
  items: [],
  phase: 'loading',
  fault: null,
  async refresh() {
    const own = ++newest;
    const listed = await host.call('sessions.list', {});
    if (own !== newest) return;
    if (listed.ok) set({ items: listed.value, phase: 'ready', fault: null });
    else set({ phase: 'failed', fault: listed.error });
  },
}));

export function connectSessionsStore(): () => void {
  void sessionsStore.getState().refresh();
  return host.on('sessions-changed', () => void sessionsStore.getState().refresh());
}

export interface WorkspaceGroup {
  readonly workspace: string;
  readonly name: string;
  readonly items: readonly SessionListItem[];
}

/** Workspaces with their sessions, the most recently used first in both. */
export function groupByWorkspace(items: readonly SessionListItem[]): WorkspaceGroup[] {
  const groups = new Map<string, SessionListItem[]>();
  for (const item of [...items].sort((a, b) => b.lastAt - a.lastAt)) {
    const group = groups.get(item.workspace);
    if (group) group.push(item);
    else groups.set(item.workspace, [item]);
  }
  return [...groups].map(([workspace, sessions]) => ({ workspace, name: lastPart(workspace), items: sessions }));
}

export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
