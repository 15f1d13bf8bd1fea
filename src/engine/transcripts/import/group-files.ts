import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FileProbe } from './probe-file.ts';

/** Files that belong together: a session, its subagents, and its copies and forks. In each group parents come first. */
export function groupFiles(probes: readonly FileProbe[]): FileProbe[][] {
  const parent = new Map<FileProbe, FileProbe>(probes.map((probe) => [probe, probe]));
  const top = (probe: FileProbe): FileProbe => {
    let at = probe;
    for (let above = parent.get(at); above && above !== at; above = parent.get(at)) at = above;
    return at;
  };
  const join = (a: FileProbe, b: FileProbe) => parent.set(top(b), top(a));
  const byId = new Map<string, FileProbe>();
  for (const probe of probes) {
    if (probe.agentId !== null) continue;
    // A rollout stands for its whole session: another one with its id is a copy, or goes on with it.
    const same =
      probe.format === 'codex' && probe.sessionId !== null ? byId.get(`codex ${probe.sessionId}`) : undefined;
    if (same) join(same, probe);
    byId.set(`${probe.format} ${basename(probe.path).replace(/\.jsonl?$/, '')}`, probe);
    if (probe.sessionId !== null && !byId.has(`${probe.format} ${probe.sessionId}`))
      byId.set(`${probe.format} ${probe.sessionId}`, probe);
  }
  const byRow = new Map<string, FileProbe[]>();
  for (const probe of probes) {
    const folders = dirname(probe.path).split(/[/\\]/);
    // A subagent names its session in its rows, or by the folder it lies in.
    const owners =
      probe.agentId !== null
        ? [probe.sessionId, ...folders.slice(-3)]
        : [probe.forkedFrom, probe.parentThread, folders.at(-1)];
    for (const owner of owners) {
      const found = owner ? byId.get(`${probe.format} ${owner}`) : undefined;
      if (found && found !== probe) join(found, probe);
    }
    for (const key of probe.rowKeys) {
      const others = byRow.get(`${probe.format} ${key}`);
      if (others) others.push(probe);
      else byRow.set(`${probe.format} ${key}`, [probe]);
    }
  }
  joinCopies(byRow, join);
  const groups = new Map<FileProbe, FileProbe[]>();
  for (const probe of probes) groups.set(top(probe), [...(groups.get(top(probe)) ?? []), probe]);
  return [...groups.values()].map(inOrder);
}

/** Two rows in common are no accident. */
function joinCopies(
  byRow: ReadonlyMap<string, readonly FileProbe[]>,
  join: (a: FileProbe, b: FileProbe) => void,
): void {
  const shared = new Map<FileProbe, Map<FileProbe, number>>();
  for (const [first, ...others] of byRow.values()) {
    if (!first) continue;
    for (const other of others) {
      const counts = shared.get(first) ?? new Map<FileProbe, number>();
      counts.set(other, (counts.get(other) ?? 0) + 1);
      shared.set(first, counts);
    }
  }
  for (const [first, counts] of shared) for (const [other, count] of counts) if (count >= 2) join(first, other);
}

function inOrder(group: FileProbe[]): FileProbe[] {
  if (group.length < 2) return group;
  const mains = group.filter(({ agentId }) => agentId === null);
  const agents = group.filter(({ agentId }) => agentId !== null);
  const ends = new Map(mains.map((probe) => [probe, lastTime(probe)]));
  const isCopyOf = (a: FileProbe, b: FileProbe) =>
    a.forkedFrom !== null && a.forkedFrom === b.sessionId && b.forkedFrom !== b.sessionId;
  mains.sort((a, b) => {
    if (isCopyOf(a, b)) return 1;
    if (isCopyOf(b, a)) return -1;
    return (ends.get(a) ?? '') < (ends.get(b) ?? '') ? -1 : 1;
  });
  return [...mains, ...agents];
}

/** The last timestamp in the tail of a file, as it is written; empty when there is none. Of copies, the one that ended first is the original. */
function lastTime({ path, bytes }: FileProbe): string {
  const length = Math.min(bytes, 64 << 10);
  const file = openSync(path, 'r');
  try {
    const tail = Buffer.alloc(length);
    readSync(file, tail, 0, length, bytes - length);
    const times = [...tail.toString('utf8').matchAll(/"timestamp":"(\d{4}-[^"]{10,30})"/g)].map(
      (match) => match[1] ?? '',
    );
    return times.sort().at(-1) ?? '';
  } finally {
    closeSync(file);
  }
}
