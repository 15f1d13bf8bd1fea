import type { LinesPlace, ReviewPlace } from '../../../core/review/entries.ts';
import { type Thread, threadsOf } from '../../../core/review/selectors.ts';
import type { Finding, ReviewState } from '../../../core/review/state.ts';
import { anchorLine } from './anchor-lines.ts';
import type { LineDraft } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';

/** What stands under one line. */
export interface LineRemarks {
  readonly threads: readonly Thread[];
  readonly findings: readonly Finding[];
  readonly draft: LineDraft | null;
}

/** A file's comments and findings by the line that they stand under, on each side; as the viewer takes them. */
export interface PlacedComments {
  readonly old: { readonly [line: string]: { readonly data: LineRemarks } };
  readonly new: { readonly [line: string]: { readonly data: LineRemarks } };
  /** On lines that are no longer part of the diff. */
  readonly lost: LineRemarks;
  readonly count: number;
}

const EMPTY: LineRemarks = { threads: [], findings: [], draft: null };
export const NO_COMMENTS: PlacedComments = { old: {}, new: {}, lost: EMPTY, count: 0 };

/** The threads and findings on lines of a branch's files, by path. */
export interface FileRemarks {
  readonly threads: readonly Thread[];
  readonly findings: readonly Finding[];
}

export function remarksByPath(
  review: Pick<ReviewState, 'comments' | 'findings'>,
  branch: string,
): ReadonlyMap<string, FileRemarks> {
  const found = new Map<string, { threads: Thread[]; findings: Finding[] }>();
  const at = (place: ReviewPlace | null) => {
    if (place?.kind !== 'lines' || place.branch !== branch) return null;
    const entry = found.get(place.path) ?? { threads: [], findings: [] };
    found.set(place.path, entry);
    return entry;
  };
  for (const thread of threadsOf(review)) at(thread.first.place)?.threads.push(thread);
  for (const finding of review.findings.values()) at(finding.place)?.findings.push(finding);
  return found;
}

export function placeComments(file: FilePatch, remarks: FileRemarks, draft: LineDraft | null): PlacedComments {
  const sides = { old: new Map<number, LineRemarks>(), new: new Map<number, LineRemarks>() };
  let lost = EMPTY;
  const put = (place: LinesPlace, add: (was: LineRemarks) => LineRemarks): void => {
    const line = anchorLine(file, place);
    if (line === null) lost = add(lost);
    else sides[place.side].set(line, add(sides[place.side].get(line) ?? EMPTY));
  };
  for (const thread of remarks.threads) {
    const { place } = thread.first;
    if (place.kind === 'lines') put(place, (was) => ({ ...was, threads: [...was.threads, thread] }));
  }
  for (const finding of remarks.findings) {
    const { place } = finding;
    if (place?.kind === 'lines') put(place, (was) => ({ ...was, findings: [...was.findings, finding] }));
  }
  if (draft) sides[draft.side].set(draft.to, { ...(sides[draft.side].get(draft.to) ?? EMPTY), draft });
  const asData = (lines: ReadonlyMap<number, LineRemarks>) =>
    Object.fromEntries([...lines].map(([line, data]) => [String(line), { data }]));
  const count = remarks.threads.length + remarks.findings.length;
  return { old: asData(sides.old), new: asData(sides.new), lost, count };
}
