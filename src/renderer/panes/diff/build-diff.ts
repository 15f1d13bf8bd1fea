import { DiffFile, getLang } from '@git-diff-view/react';
import type { FileSide } from '../../../core/worktree/file-side.ts';
import { diffHighlighter } from './highlighter.ts';
import { hunkLines } from './hunk-lines.ts';
import type { FilePatch } from './parse-patch.ts';

/** Both sides of a file as text. */
export interface WholeTexts {
  readonly before: string;
  readonly after: string;
}

/**
 * The viewer's own form of a file's changes, ready to be drawn. With both texts it can be unfolded beyond the hunks, and
 * its colours are right everywhere; hunks alone say nothing about a string or a comment that began above them, so a file
 * where that may be waits for its texts without colours, unless this is the last that will be known (`isLast`).
 */
export function buildDiff(file: FilePatch, texts: WholeTexts | null, isLast = false): DiffFile {
  const language = getLang(file.path);
  const diff = DiffFile.createInstance({
    oldFile: {
      fileName: file.from ?? file.path,
      content: texts?.before ?? null,
      fileLang: getLang(file.from ?? file.path),
    },
    newFile: { fileName: file.path, content: texts?.after ?? null, fileLang: language },
    hunks: [file.hunks],
  });
  diff.initRaw();
  if (texts !== null || isLast || !mayRunOver(file)) diff.initSyntax({ registerHighlighter: diffHighlighter });
  diff.buildSplitDiffLines();
  diff.buildUnifiedDiffLines();
  return diff;
}

/** Marks that open something which may end many lines later. */
const OPENERS = ['`', '"""', "'''", '/*', '<!--'] as const;
const CLOSERS = ['`', '"""', "'''", '*/', '-->'] as const;

/** True when a hunk may begin or end inside a string or a comment of many lines: its colours would be wrong. */
function mayRunOver(file: FilePatch): boolean {
  const hunks = new Map<number, string>();
  for (const { hunk, text, sign } of hunkLines(file)) {
    if (sign !== '-') hunks.set(hunk, `${hunks.get(hunk) ?? ''}${text}\n`);
  }
  return [...hunks.values()].some((text) =>
    OPENERS.some((opener, index) => {
      const closer = CLOSERS[index] ?? opener;
      const opened = text.split(opener).length - 1;
      return opener === closer ? opened % 2 === 1 : opened !== text.split(closer).length - 1;
    }),
  );
}

/** Both sides as text, when they are what the hunks were made from; the fork may have gone on editing since. */
export function textsOf(file: FilePatch, before: FileSide, after: FileSide): WholeTexts | null {
  const texts = { before: textOf(before), after: textOf(after) };
  if (texts.before === null || texts.after === null || texts.before === texts.after) return null;
  const old = texts.before.split('\n');
  const now = texts.after.split('\n');
  const fits = hunkLines(file).every(
    (line) =>
      (line.old === null || old[line.old - 1] === line.text) && (line.new === null || now[line.new - 1] === line.text),
  );
  return fits ? { before: texts.before, after: texts.after } : null;
}

function textOf(side: FileSide): string | null {
  if (side.kind === 'text') return side.text;
  return side.kind === 'absent' ? '' : null;
}
