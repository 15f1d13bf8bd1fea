import { utf8Length } from '../prefix/build-request.ts';
import type { Message } from '../session/message.ts';
import type { CompactionChange, RewrittenPiece } from './compaction-change.ts';
import { totalBytes } from './message-bytes.ts';
import { type ToolUse, toolUsesIn } from './tool-uses.ts';

/** Bytes below which reads are not taken out: every change breaks the cached prefix, and crumbs are not worth that. */
export const LEAST_SAVED_BYTES = 64 * 1024;

/** The share of a context's bytes that makes truncation needless for now. */
export const ENOUGH_SAVED = 0.3;

export interface DuplicateReads {
  readonly change: CompactionChange;
  /** How many reads are taken out. */
  readonly reads: number;
  readonly savedBytes: number;
  /** True when this alone is enough. */
  readonly isEnough: boolean;
}

interface FileUse {
  readonly use: ToolUse;
  readonly path: string;
  /** Null for an edit. */
  readonly range: string | null;
  /** True for a read that brought the file to its end. */
  readonly isWhole: boolean;
}

/**
 * Takes out what a later read of the same lines shows again, and what an edit has made stale. Reads are the same when
 * path and range are; a read of the whole file covers all ranges before it. What the model has not seen yet stays.
 * Null when that saves too little.
 */
export function planDuplicateReads(messages: readonly Message[], root: string): DuplicateReads | null {
  const uses = toolUsesIn(messages).flatMap((use) => fileUse(use, root));
  const pieces: RewrittenPiece[] = [];
  let savedBytes = 0;
  uses.forEach((earlier, order) => {
    if (earlier.range === null || earlier.use.index === messages.length - 1) return;
    const text = noticeFor(earlier, uses.slice(order + 1));
    if (text === null) return;
    const { result, messageId } = earlier.use;
    const saved = utf8Length(result.text) - utf8Length(text);
    if (saved <= 0) return;
    savedBytes += saved;
    pieces.push({ messageId, part: result.part, from: result.from, to: result.to, text });
  });
  if (savedBytes < LEAST_SAVED_BYTES) return null;
  return {
    change: { removed: [], rewritten: pieces, added: null },
    reads: pieces.length,
    savedBytes,
    isEnough: savedBytes >= ENOUGH_SAVED * totalBytes(messages),
  };
}

function noticeFor({ path, range }: FileUse, later: readonly FileUse[]): string | null {
  const same = later.filter((use) => use.path === path);
  // The last word counts: a read after the edit shows the file as it is now.
  for (const use of same) {
    if (use.range === range || use.isWhole) return `[Left out: \`${path}\` was read again later in this conversation.]`;
  }
  if (!same.some((use) => use.range === null)) return null;
  return `[Left out: \`${path}\` was changed after this read. Read it again before you rely on it.]`;
}

const EDITS: ReadonlySet<string> = new Set(['edit_file', 'write_file']);

function fileUse(use: ToolUse, root: string): FileUse[] {
  const { name, args, result } = use;
  if (typeof args.path !== 'string' || result.isError) return [];
  const path = cleanPath(args.path, root);
  if (EDITS.has(name)) return [{ use, path, range: null, isWhole: false }];
  if (name !== 'read_file') return [];
  const range = `${args.offset ?? 1}+${args.limit ?? ''}`;
  const isWhole = range === '1+' && !/\n\[Lines \d+ to \d+ of \d+\.[^\n]*\]$/.test(result.text);
  return [{ use, path, range, isWhole }];
}

/** The same file has one name, however it was written: `./a//b.ts` is `a/b.ts`, and so is its absolute path. */
function cleanPath(path: string, root: string): string {
  const relative = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const steps: string[] = [];
  for (const step of relative.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return `${relative.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}
