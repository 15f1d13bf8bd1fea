import type { QwenRecord } from './qwen-record.ts';
import { isArtifact, isMetadata } from './qwen-rows.ts';

/** A run of records that becomes one branch. */
export interface QwenSegment {
  readonly id: string;
  /** `island`: rows whose link to the rest is missing in the file. */
  readonly kind: 'active' | 'dead' | 'island';
  readonly records: QwenRecord[];
  readonly from: { readonly segment: string; readonly messageId: string } | null;
  readonly hasGap: boolean;
}

/**
 * The active path is what a walk back from the last row reaches. What hangs off it was rewound away. What no walk can
 * reach, because a row in between is missing, stands beside it.
 */
export function qwenSegments(records: ReadonlyMap<string, QwenRecord>): QwenSegment[] {
  const all = [...records.values()].sort((a, b) => a.order - b.order);
  const leaf = all.findLast(({ subtype }) => !isArtifact(subtype));
  if (!leaf) return [];
  const parents = new Set(
    all.flatMap(({ parent, subtype }) => (parent === null || isArtifact(subtype) ? [] : [parent])),
  );
  const placed = new Map<string, string>();
  const segments: QwenSegment[] = [];
  const ends = [leaf, ...all.filter((each) => each !== leaf && !parents.has(each.uuid) && !isArtifact(each.subtype))];
  // Rows in a circle have no end; each that is left over is tried as one.
  for (const end of [...ends, ...all.toReversed()]) {
    if (placed.has(end.uuid)) continue;
    const path: QwenRecord[] = [];
    const onPath = new Set<string>();
    let at: QwenRecord | undefined = end;
    let missing = false;
    while (at && !placed.has(at.uuid) && !onPath.has(at.uuid)) {
      path.push(at);
      onPath.add(at.uuid);
      missing = at.parent !== null && !records.has(at.parent);
      at = at.parent === null ? undefined : records.get(at.parent);
    }
    path.reverse();
    const owner = at && placed.get(at.uuid);
    const isReal = path.some(({ subtype }) => !isMetadata(subtype));
    if (segments.length > 0 && !isReal) {
      for (const { uuid } of path) placed.set(uuid, owner ?? 'root');
      continue;
    }
    const kind = segments.length === 0 ? 'active' : owner === undefined ? 'island' : 'dead';
    const number = segments.filter((each) => each.kind === kind).length + 1;
    const id = kind === 'active' ? 'root' : kind === 'dead' ? `rewound-${number}` : `root-${number + 1}`;
    const from = kind === 'dead' && owner !== undefined ? forkPointAbove(at, records, owner, placed) : null;
    for (const { uuid } of path) placed.set(uuid, id);
    segments.push({ id, kind, records: path, from, hasGap: missing || (at !== undefined && kind !== 'dead') });
  }
  return segments;
}

/** The nearest message at or above a row, in the segment the row belongs to. */
function forkPointAbove(
  row: QwenRecord | undefined,
  records: ReadonlyMap<string, QwenRecord>,
  segment: string,
  placed: ReadonlyMap<string, string>,
): QwenSegment['from'] {
  const seen = new Set<string>();
  for (let at = row; at && !seen.has(at.uuid); at = at.parent === null ? undefined : records.get(at.parent)) {
    seen.add(at.uuid);
    if (at.type !== 'system') return { segment: placed.get(at.uuid) ?? segment, messageId: at.uuid };
  }
  return null;
}
