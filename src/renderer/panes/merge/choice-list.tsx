import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  type ChoosableFile,
  type LeftOut,
  shareOf,
  takesHunk,
  toggleFile,
  toggleHunk,
} from '../../../core/worktree/merge-choice.ts';
import { splitFilePatch } from '../../../core/worktree/patch-hunks.ts';
import { Counts } from '../diff/counts.tsx';
import { PathName } from '../diff/file-section.tsx';
import type { FilePatch } from '../diff/parse-patch.ts';

/** A changed file with its hunks as text. */
export interface ChoiceFile extends ChoosableFile {
  readonly patch: FilePatch;
  readonly hunkTexts: readonly string[];
}

export function choiceFile(patch: FilePatch): ChoiceFile {
  const { hunks } = splitFilePatch(patch.hunks);
  const isWholeOnly = patch.isBinary || patch.from !== null || hunks.length < 2;
  return { path: patch.path, from: patch.from, hunks: isWholeOnly ? 0 : hunks.length, patch, hunkTexts: hunks };
}

interface ChoiceListProps {
  readonly files: readonly ChoiceFile[];
  readonly leftOut: LeftOut;
  onChange(leftOut: LeftOut): void;
}

/** What of the fork is merged: all of it, some files, or some hunks of a file. */
export function ChoiceList({ files, leftOut, onChange }: ChoiceListProps) {
  const taken = files.filter((file) => shareOf(file, leftOut) !== 'none').length;
  const all = files.every((file) => shareOf(file, leftOut) === 'all');
  return (
    <fieldset className="choice">
      <legend className="unseen">What to merge</legend>
      <div className="choice__all">
        <Tick
          isTicked={all}
          isPart={!all && taken > 0}
          label="The whole fork"
          onToggle={() => onChange(all ? Object.fromEntries(files.map(({ path }) => [path, 'whole'])) : {})}
        />
        <span>The whole fork</span>
        <span className="choice__count figures">
          {taken} of {files.length}
        </span>
      </div>
      <ul>
        {files.map((file) => (
          <ChoiceRow key={file.path} file={file} leftOut={leftOut} onChange={onChange} />
        ))}
      </ul>
    </fieldset>
  );
}

function ChoiceRow({ file, leftOut, onChange }: { readonly file: ChoiceFile } & Omit<ChoiceListProps, 'files'>) {
  const [isOpen, setOpen] = useState(false);
  const share = shareOf(file, leftOut);
  return (
    <li className="choice__file">
      <div className="choice__row">
        <Tick
          isTicked={share === 'all'}
          isPart={share === 'some'}
          label={file.path}
          onToggle={() => onChange(toggleFile(file, leftOut))}
        />
        <PathName path={file.path} />
        <Counts added={file.patch.added} removed={file.patch.removed} />
        {file.hunks > 0 && (
          <button
            type="button"
            className="choice__fold"
            aria-expanded={isOpen}
            aria-label={`Choose hunks of ${file.path}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight className="fold-mark" aria-hidden />
            <span className="figures">{file.hunks} hunks</span>
          </button>
        )}
      </div>
      {isOpen && (
        <ol className="choice__hunks">
          {file.hunkTexts.map((text, hunk) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hunk is named by its number
            <li key={hunk}>
              <Tick
                isTicked={takesHunk(file, hunk, leftOut)}
                label={`Hunk ${hunk + 1} of ${file.path}`}
                onToggle={() => onChange(toggleHunk(file, hunk, leftOut))}
              />
              <HunkText text={text} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** A hunk as it stands in the diff, without its header: added and removed lines by sign and tint. */
export function HunkText({ text }: { readonly text: string }) {
  const [, ...lines] = text.replace(/\n$/, '').split('\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs focus to be scrolled by keys
    <pre className="hunk-text" tabIndex={0}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is named by its place
        <span key={at} data-sign={line[0]}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

interface TickProps {
  readonly isTicked: boolean;
  readonly isPart?: boolean;
  readonly label: string;
  onToggle(): void;
}

function Tick({ isTicked, isPart = false, label, onToggle }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isTicked}
      ref={(box) => {
        if (box) box.indeterminate = isPart;
      }}
      onChange={onToggle}
    />
  );
}
