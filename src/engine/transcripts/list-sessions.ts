import { readdir } from 'node:fs/promises';
import { type Format, TOOL_NAMES } from '../../core/import/formats.ts';
import { recoveryEvents } from '../../core/session/recover.ts';
import { fold } from '../../core/session/reduce.ts';
import { branchesOf, hasEnded, totalsOf } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import type { SessionListItem } from '../../shared/contract.ts';
import { readLog, stateOf } from './read-log.ts';
import { sessionFolder, sessionsFolder } from './session-folder.ts';
import { lockHolder } from './session-lock.ts';
import { isArchived } from './session-shelf.ts';
import { keepPreview, type ListedPart, readListed, stampOf } from './stored-preview.ts';

/**
 * A stored session as it stands. One that no live process writes is shown as a reopening would find it: what a crash
 * left running is interrupted.
 */
export async function readStoredSession(home: string, sessionId: string): Promise<SessionState> {
  const folder = sessionFolder(home, sessionId);
  const before = await stampOf(folder);
  const read = await readLog(folder.events);
  const state = stateOf(read);
  if (lockHolder(folder.lock) !== null) return state;
  const { lastSeq, lastAt: at } = state;
  const found = fold(
    state,
    recoveryEvents(state).map((body, index) => ({ seq: lastSeq + index + 1, at, ...body })),
  );
  const after = await stampOf(folder);
  if (before && after?.bytes === before.bytes && after.changedAt === before.changedAt) {
    await keepPreview(folder, before, {
      state: found,
      events: read.events.length,
      lastSeq,
      listed: listedOf(found, sessionId),
    });
  }
  return found;
}

/** Ids of all stored sessions, without a look into them. Throws where they cannot be listed: that is not the same as none. */
export async function listSessionIds(home: string): Promise<string[]> {
  const entries = await readdir(sessionsFolder(home), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/**
 * All stored sessions, newest first. One that cannot be read is listed as such, with the reason as its title. `liveState`
 * answers the state of those that are open here: their logs are not read.
 */
export async function listStoredSessions(
  home: string,
  liveState: (sessionId: string) => Promise<SessionState | null> = async () => null,
): Promise<SessionListItem[]> {
  const ids = await listSessionIds(home);
  const items = await Promise.all(ids.map((id) => listItem(home, id, liveState)));
  return items.sort((a, b) => b.lastAt - a.lastAt);
}

async function listItem(
  home: string,
  sessionId: string,
  liveState: (sessionId: string) => Promise<SessionState | null>,
): Promise<SessionListItem> {
  try {
    const live = await liveState(sessionId);
    if (live) return itemOf(live, sessionId, isArchived(home, sessionId));
    const folder = sessionFolder(home, sessionId);
    const stamp = lockHolder(folder.lock) === null ? await stampOf(folder) : null;
    const kept = stamp && (await readListed(folder, stamp));
    if (kept) return { ...kept, archived: isArchived(home, sessionId), followed: false };
    return itemOf(await readStoredSession(home, sessionId), sessionId, isArchived(home, sessionId));
  } catch (error) {
    const title = (error as Error).message;
    const archived = isArchived(home, sessionId);
    return {
      sessionId,
      title,
      workspace: '',
      createdAt: 0,
      lastAt: 0,
      status: 'unreadable',
      branches: 0,
      cost: null,
      archived,
      importedFrom: null,
      followed: false,
    };
  }
}

/** How an ended session ended: as its root did, and failed as soon as one of its branches did. */
function endOf(branches: readonly BranchState[]): SessionListItem['status'] {
  if (branches.some((branch) => branch.status === 'failed')) return 'failed';
  return branches[0]?.status === 'interrupted' ? 'interrupted' : 'idle';
}

function originOf({ session }: SessionState): SessionListItem['importedFrom'] {
  if (!session?.importedFrom) return null;
  const { tool, path } = session.importedFrom;
  return { tool: TOOL_NAMES[tool as Format] ?? tool, path };
}

export function itemOf(state: SessionState, sessionId: string, archived: boolean): SessionListItem {
  return { ...listedOf(state, sessionId), archived, followed: false };
}

/** What the log alone says of a session in the list. */
export function listedOf(state: SessionState, sessionId: string): ListedPart {
  const branches = branchesOf(state);
  const active = branches.some((branch) => !hasEnded(branch));
  return {
    sessionId,
    title: state.title,
    workspace: state.session?.workspace.root ?? '',
    createdAt: branches[0]?.createdAt ?? state.lastAt,
    lastAt: state.lastAt,
    status: state.prompts.length > 0 ? 'needs-input' : active ? 'active' : endOf(branches),
    branches: branches.length,
    cost: totalsOf(state).cost,
    importedFrom: originOf(state),
  };
}
