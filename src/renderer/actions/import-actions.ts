import type { Fault } from '../../shared/result.ts';
import { importStore } from '../dialogs/import/import-store.ts';
import { faultStore } from '../stores/fault-store.ts';
import { sessionsStore } from '../stores/sessions-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { ask, attempt } from './attempt.ts';
import { openSession } from './session-actions.ts';

/** Imports files and folders, and shows how it goes. */
export function importPaths(paths: readonly string[]): void {
  viewStore.getState().openDialog({ kind: 'import' });
  void importStore.getState().start(paths);
}

/** The platform's dialog, then the import of what was chosen. */
export async function pickTranscripts(what: 'files' | 'folder'): Promise<void> {
  const answer = await attempt('import.pick', { what });
  if (answer.ok && answer.value.length > 0) importPaths(answer.value);
}

export async function followSession(sessionId: string, isFollowing: boolean): Promise<void> {
  await attempt(isFollowing ? 'import.follow' : 'import.unfollow', { sessionId });
}

/**
 * What a person dropped onto the window: a repository becomes a new session, transcripts are imported, a session of ours
 * is opened. Null when something was done with it, else why not.
 */
export async function openDropped(paths: readonly string[]): Promise<Fault | null> {
  const kinds = await Promise.all(paths.map((path) => ask('import.look', { path })));
  const kindOf = (at: number) => {
    const answer = kinds[at];
    return answer?.ok ? answer.value.kind : 'unknown';
  };
  const stored = paths.map(storedSessionAt);
  const transcripts = paths.filter(
    (_, at) => stored[at] === null && ['transcripts', 'session', 'bundle'].includes(kindOf(at)),
  );
  if (transcripts.length > 0) {
    importPaths(transcripts);
    return null;
  }
  const [first = ''] = paths;
  if (stored[0]) {
    await openSession(stored[0]);
    return null;
  }
  switch (kindOf(0)) {
    case 'repository':
    case 'folder':
      viewStore.getState().openDialog({ kind: 'new-session', folder: first });
      return null;
    default:
      return {
        code: 'dropped-unknown',
        message: `${first} is neither a repository nor a transcript that Forkscope knows (Claude Code, Qwen Code, Gemini CLI, Codex, Cline, or its own exports). Drop another file or folder.`,
      };
  }
}

/** The session of ours whose folder, or whose log, lies at this path. */
function storedSessionAt(path: string): string | null {
  const name = path.split(/[/\\]/).findLast((part) => part !== '' && part !== 'events.jsonl');
  return sessionsStore.getState().items.find(({ sessionId }) => sessionId === name)?.sessionId ?? null;
}

/** For drops onto an open session: what cannot be used is said above the tree. */
export async function openDroppedOrSay(paths: readonly string[]): Promise<void> {
  const fault = await openDropped(paths);
  if (fault) faultStore.getState().report(fault, null);
}
