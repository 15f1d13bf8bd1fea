import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type PrefixRow, prefixTable } from '../core/prefix/prefix-table.ts';
import type { Segment } from '../core/prefix/segments.ts';
import { branchesOf } from '../core/session/selectors.ts';
import { summaryOf } from '../core/session/summary.ts';
import { treeTable } from '../core/session/tree-table.ts';
import { storedSegments } from '../engine/agent/stored-request.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { BlobStore } from '../engine/transcripts/blob-store.ts';
import type { SourceSummary } from '../engine/transcripts/import/summarise-source.ts';
import { sessionFolder } from '../engine/transcripts/session-folder.ts';
import { print } from './host.ts';
import { summaryOfPath } from './import.ts';

/** `show`: a stored session by its id, or a transcript by its path: ours, or another tool's. */
export async function show(engine: Engine, home: string, target: string, json: boolean): Promise<void> {
  const { summary, reasons } = existsSync(target) ? await summaryOfPath(home, target) : await stored(engine, target);
  if (json) return print(JSON.stringify(summary, null, 2));
  print(`${summary.title}\n${summary.sessionId}\n\n${treeTable(summary)}`);
  for (const { id, status } of summary.branches) {
    const reason = reasons[id];
    if (status !== 'completed' && reason) print(`\n${id} ${status}: ${reason}`);
  }
  if (!summary.timesKnown) print('\nThe source states no times: the order is that of the file.');
  for (const { line, reason } of summary.problems) print(`\n${line === 0 ? '' : `line ${line}: `}${reason}`);
}

async function stored(engine: Engine, target: string): Promise<SourceSummary> {
  const state = await engine.read(await engine.find(target));
  const reasons = branchesOf(state).flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const]));
  return { summary: summaryOf(state, target), reasons: Object.fromEntries(reasons) };
}

function lost(sessionId: string): never {
  throw new EngineFault(
    'lost-bytes',
    `The stored bytes of a request of ${sessionId} are gone. Restore its folder \`blobs\` from a backup, or look at \`forkscope show\`.`,
  );
}

function logPath(target: string): string {
  const inside = resolve(target, 'events.jsonl');
  return existsSync(inside) ? inside : resolve(target);
}

/** `sessions`: what is stored, newest first. */
export async function sessions(engine: Engine, json: boolean): Promise<void> {
  const items = await engine.list();
  if (json) return print(JSON.stringify(items, null, 2));
  if (items.length === 0)
    return print('No sessions yet. Start one with `forkscope run --workspace DIR --prompt TEXT`.');
  for (const item of items) {
    const when =
      item.lastAt === 0 ? 'unknown time    ' : new Date(item.lastAt).toISOString().slice(0, 16).replace('T', ' ');
    print(
      `${item.sessionId}  ${when}  ${item.status.padEnd(11)}  ${item.branches === 1 ? '1 branch' : `${item.branches} branches`}  ${item.title}`,
    );
  }
}

/** `prefix`: what each branch shares with its parent, by bytes, from what is stored. */
export async function prefix(engine: Engine, home: string, target: string, json: boolean): Promise<void> {
  const sessionId = existsSync(target) ? basename(dirname(logPath(target))) : await engine.find(target);
  const state = await engine.read(sessionId);
  if (!state.session)
    throw new EngineFault('foreign', `${target} is no session of ours. List them with \`forkscope sessions\`.`);
  const blobs = new BlobStore(sessionFolder(home, sessionId).blobs);
  const first = new Map<string, Segment[]>();
  for (const branch of branchesOf(state)) {
    const requestId = branch.requests[0];
    if (requestId !== undefined)
      first.set(branch.id, await storedSegments(state, requestId, blobs).catch(() => lost(sessionId)));
  }
  const rows = prefixTable(state, (id) => first.get(id));
  print(json ? JSON.stringify({ sessionId, branches: rows }, null, 2) : rows.map(prefixLine).join('\n'));
}

function prefixLine(row: PrefixRow): string {
  if (row.sharedBytes === null)
    return `${row.branch}  first request of ${row.requestBytes} bytes; nothing to compare with`;
  const { expected, reported } = row.cachedTokens;
  const parting = row.firstDivergence
    ? `parts at byte ${row.firstDivergence.byte}, ${row.firstDivergence.path}: ${row.firstDivergence.cause}`
    : 'the whole of it';
  const siblings = row.siblings
    ? `; from ${row.siblings.against} at byte ${row.siblings.byte}, ${row.siblings.insideDirective ? 'inside the directive' : row.siblings.path}`
    : '';
  return `${row.branch}  shares ${row.sharedBytes} of ${row.againstBytes} bytes with ${row.parentId ?? 'its last request'} (${parting})${siblings}; cached tokens expected ${expected ?? 'unknown'}, reported ${reported ?? 'unknown'}`;
}
