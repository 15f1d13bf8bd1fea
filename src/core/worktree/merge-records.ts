import { splitNul } from './nul-fields.ts';

/** One of up to three versions that a conflicted path has: 1 the base, 2 ours, 3 theirs. */
export interface ConflictStage {
  readonly path: string;
  /** Octal, as git prints it. */
  readonly mode: string;
  readonly object: string;
  readonly stage: 1 | 2 | 3;
}

/** What git says about a merge, e.g. kind "CONFLICT (contents)" with the paths it is about. */
export interface MergeMessage {
  readonly paths: readonly string[];
  readonly kind: string;
  readonly text: string;
}

export interface MergeRecord {
  readonly isClean: boolean;
  /** The merged tree; conflicted files are in it with markers. */
  readonly tree: string;
  readonly stages: readonly ConflictStage[];
  readonly messages: readonly MergeMessage[];
}

/**
 * Parses `git merge-tree --write-tree --stdin -z`. A record is its status ("1" clean, "0" conflicted), the tree, one
 * field per stage, an empty field; a conflicted one goes on with its messages (number of paths, the paths, kind, text)
 * and another empty field. Throws when git stopped in the middle.
 */
export function parseMergeRecords(text: string): MergeRecord[] {
  const fields = splitNul(text);
  const records: MergeRecord[] = [];
  let next = 0;
  const take = (): string => {
    const field = fields[next];
    if (field === undefined) throw new Error('git ended its answer in the middle of a merge.');
    next += 1;
    return field;
  };
  while (next < fields.length) {
    const status = take();
    if (status !== '0' && status !== '1') throw new Error(`git could not merge: it answered "${status}".`);
    const tree = take();
    const stages: ConflictStage[] = [];
    for (let field = take(); field !== ''; field = take()) stages.push(toStage(field));
    const messages: MergeMessage[] = [];
    if (status === '0') {
      for (let count = take(); count !== ''; count = next < fields.length ? take() : '') {
        const paths = Array.from({ length: Number(count) }, take);
        messages.push({ paths, kind: take(), text: take().trimEnd() });
      }
    }
    records.push({ isClean: status === '1', tree, stages, messages });
  }
  return records;
}

function toStage(field: string): ConflictStage {
  const tab = field.indexOf('\t');
  const [mode = '', object = '', stage = ''] = field.slice(0, tab).split(' ');
  return { path: field.slice(tab + 1), mode, object, stage: stage === '1' ? 1 : stage === '2' ? 2 : 3 };
}

/** The conflicted paths, each once, with git's word for the conflict, e.g. "contents" or "modify/delete". */
export function conflictKinds(record: MergeRecord): Map<string, string> {
  const kinds = new Map<string, string>();
  if (record.isClean) return kinds;
  for (const { paths, kind } of record.messages) {
    const word = /^CONFLICT \((.+)\)$/.exec(kind)?.[1];
    // "rename/rename" and its like name several paths; every one of them is in conflict.
    if (word !== undefined) for (const path of paths) kinds.set(path, kinds.get(path) ?? word);
  }
  for (const { path } of record.stages) if (!kinds.has(path)) kinds.set(path, 'other');
  // git calls a file that both added a conflict of contents too.
  const withBase = new Set(record.stages.filter(({ stage }) => stage === 1).map(({ path }) => path));
  for (const [path, kind] of kinds) if (kind === 'contents' && !withBase.has(path)) kinds.set(path, 'add/add');
  return kinds;
}
