import type { FileChange, FilePatch } from './parse-patch.ts';

const MARKS: { readonly [K in FileChange]: { readonly letter: string; readonly word: string } } = {
  added: { letter: 'A', word: 'new' },
  deleted: { letter: 'D', word: 'deleted' },
  renamed: { letter: 'R', word: 'renamed' },
  changed: { letter: 'M', word: 'changed' },
};

/** What happened to a file, as one letter with its word for whoever does not see it. */
export function ChangeMark({ change }: { change: FileChange }) {
  const { letter, word } = MARKS[change];
  return (
    <span className={`diff-mark is-${change}`} title={word}>
      <span aria-hidden>{letter}</span>
      <span className="unseen">{word}</span>
    </span>
  );
}

const EXECUTABLE = '100755';
const LINK = '120000';

/** What a mode change means to a person; null when there was none. */
export function modeWords({ modes }: Pick<FilePatch, 'modes'>): string | null {
  if (modes === null) return null;
  if (modes.after === EXECUTABLE) return 'now executable';
  if (modes.before === EXECUTABLE) return 'no longer executable';
  if (modes.after === LINK) return 'now a link';
  return `mode ${modes.before} → ${modes.after}`;
}
