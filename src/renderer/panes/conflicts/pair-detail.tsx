import type { CollidingFile, CollisionPair } from '../../../core/worktree/collision.ts';
import type { ConflictHunk } from '../../../core/worktree/conflict-hunks.ts';
import { type CutLine, cutLine } from '../../../core/worktree/line-difference.ts';
import { plural } from '../../ui/format.ts';
import { PathName } from '../diff/file-section.tsx';
import { LEVEL_WORDS, LevelMark } from './level-mark.tsx';

interface PairDetailProps {
  readonly pair: CollisionPair;
  readonly nameOf: (id: string) => string;
}

/** The files in which two meet, and the lines in conflict side by side. */
export function PairDetail({ pair, nameOf }: PairDetailProps) {
  const { one, other, level, files } = pair;
  const names = [nameOf(one), nameOf(other)] as const;
  return (
    <section className="pair" aria-label={`${names[0]} and ${names[1]}`}>
      <header className="pair__head">
        <LevelMark level={level} />
        <h3 className="cut">
          {names[0]} <span className="pair__and">and</span> {names[1]}
        </h3>
        <span className="pair__word">
          {level}
          {files.length > 0 && `, ${plural(files.length, 'file')}`}
        </span>
      </header>
      {files.length === 0 && <p className="pair__note">They have no file in common: both can be merged as they are.</p>}
      {files.map((file) => (
        <CollidingFileView key={file.path} file={file} names={names} />
      ))}
    </section>
  );
}

interface FileProps {
  readonly file: CollidingFile;
  readonly names: readonly [string, string];
}

/** git's words for conflicts that are not about lines, in words for a person. */
const KINDS: { readonly [kind: string]: string } = {
  contents: 'both changed the same lines',
  'add/add': 'both made this file, with other content',
  'modify/delete': 'one changed it, the other deleted it',
  'rename/delete': 'one renamed it, the other deleted it',
  'rename/rename': 'both renamed it, to other names',
  'file/directory': 'a file for one, a folder for the other',
  binary: 'both changed this binary file',
};

function CollidingFileView({ file, names }: FileProps) {
  const { path, level, kind, hunks } = file;
  const words = level === 'soft' ? `${LEVEL_WORDS.soft}: git merges it` : (KINDS[kind ?? ''] ?? kind ?? '');
  return (
    <section className="pair__file" aria-label={path}>
      <div className="pair__path">
        <LevelMark level={level} />
        <PathName path={path} />
        <span className="pair__word cut">{words}</span>
      </div>
      {hunks.map((hunk) => (
        <div key={hunk.line} className="pair__hunk">
          <Side name={names[0]} line={hunk.oursLine} lines={hunk.ours} others={hunk.theirs} />
          <Side name={names[1]} line={hunk.theirsLine} lines={hunk.theirs} others={hunk.ours} />
          <Before hunk={hunk} />
        </div>
      ))}
      {level === 'hot' && hunks.length === 0 && kind === 'contents' && (
        <p className="pair__note">The file is too large, or no text: its lines are not shown here.</p>
      )}
    </section>
  );
}

interface SideProps {
  readonly name: string;
  readonly line: number;
  readonly lines: readonly string[];
  /** The same place on the other side: what differs is marked where the lines stand against each other. */
  readonly others: readonly string[];
}

function Side({ name, line, lines, others }: SideProps) {
  return (
    <figure className="pair__side">
      <figcaption className="cut">
        {name}, <span className="figures">line {line}</span>
      </figcaption>
      <pre>
        {lines.length === 0 ? (
          <em>deleted here</em>
        ) : (
          lines.map((text, at) =>
            numbered(line + at, cutLine(text, others.length === lines.length ? others[at] : undefined)),
          )
        )}
      </pre>
    </figure>
  );
}

function numbered(line: number, { head, middle, tail }: CutLine) {
  return (
    <span key={line} className="pair__line" data-line={line}>
      {head}
      {middle !== '' && <mark>{middle}</mark>}
      {tail}
    </span>
  );
}

function Before({ hunk }: { readonly hunk: ConflictHunk }) {
  if (hunk.base.length === 0) return null;
  return (
    <details className="pair__before">
      <summary>Before both</summary>
      <pre>{hunk.base.join('\n')}</pre>
    </details>
  );
}
