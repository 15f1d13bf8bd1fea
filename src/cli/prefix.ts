import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { firstRequestOf } from '../core/prefix/cache-outcome.ts';
import { prefixTable } from '../core/prefix/prefix-table.ts';
import { prefixText } from '../core/prefix/prefix-text.ts';
import type { Segment } from '../core/prefix/segments.ts';
import { branchesOf } from '../core/session/selectors.ts';
import { storedSegments } from '../engine/agent/stored-request.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { BlobStore } from '../engine/transcripts/blob-store.ts';
import { sessionFolder } from '../engine/transcripts/session-folder.ts';
import { print } from './host.ts';

/** `prefix`: what each branch shares with its parent, by bytes, from what is stored, and what the cache made of it. */
export async function prefix(engine: Engine, home: string, target: string, json: boolean): Promise<void> {
  const sessionId = existsSync(target) ? basename(dirname(logPath(target))) : await engine.find(target);
  const state = await engine.read(sessionId);
  if (!state.session)
    throw new EngineFault('foreign', `${target} is no session of ours. List them with \`forkscope sessions\`.`);
  const blobs = new BlobStore(sessionFolder(home, sessionId).blobs);
  const first = new Map<string, Segment[]>();
  for (const branch of branchesOf(state)) {
    const request = firstRequestOf(state, branch);
    if (request)
      first.set(branch.id, await storedSegments(state, request.requestId, blobs).catch(() => lost(sessionId)));
  }
  const rows = prefixTable(state, (id) => first.get(id));
  print(json ? JSON.stringify({ sessionId, branches: rows }, null, 2) : prefixText(rows));
}

function logPath(target: string): string {
  const inside = resolve(target, 'events.jsonl');
  return existsSync(inside) ? inside : resolve(target);
}

function lost(sessionId: string): never {
  throw new EngineFault(
    'lost-bytes',
    `The stored bytes of a request of ${sessionId} are gone. Restore its folder \`blobs\` from a backup, or look at \`forkscope show\`.`,
  );
}
