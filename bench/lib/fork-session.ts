import type { Session } from '../../src/engine/agent/session.ts';
import { startBareSession } from '../../src/engine/forks/testing/bare-session.ts';
import { createGeminiAdapter } from '../../src/engine/providers/gemini.ts';
import type { Workspace } from './workspace.ts';

/** A session on the fake service; `Look around` makes it read the workspace's files, `Fork now` makes it fork. */
export function sessionOn(url: string, workspace: Pick<Workspace, 'folder' | 'root'>, maxForks: number): Session {
  return startBareSession({
    folder: workspace.folder,
    workspace: workspace.root,
    model: 'gemini-3.8-flash',
    maxForks,
    adapter: () => createGeminiAdapter({ provider: 'gemini', apiKey: 'bench', baseUrl: url, cacheTtlMs: 300_000 }),
  });
}

/** Lets every held fork go at once, as a person who presses "skip" does. Counts them. */
export function skipHolds(session: Session): { count: number } {
  const skipped = { count: 0 };
  session.subscribe((event) => {
    if (event.type !== 'branch-status' || event.status !== 'held') return;
    skipped.count++;
    setImmediate(() => session.skipHold(event.branch));
  });
  return skipped;
}
