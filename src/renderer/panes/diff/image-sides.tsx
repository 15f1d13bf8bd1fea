import { useState } from 'react';
import type { FileSide } from '../../../core/worktree/file-side.ts';
import { formatBytes } from '../../ui/format.ts';
import type { FilePatch } from './parse-patch.ts';
import { useSides } from './use-sides.ts';

/** A binary file: pictures before and after side by side, else how large it was and is. */
export function BinarySides({ file }: { file: FilePatch }) {
  const sides = useSides(file, true, 0);
  if (sides === null) return <p className="diff-note">Reading both sides…</p>;
  const { before, after } = sides;
  if (before.kind !== 'image' && after.kind !== 'image') {
    return (
      <p className="diff-note">
        A binary file: its bytes are not shown. {sizeOf(before)} before, {sizeOf(after)} now.
      </p>
    );
  }
  return (
    <div className="diff-images">
      <ImageSide side={before} name="Before" path={file.from ?? file.path} />
      <ImageSide side={after} name="After" path={file.path} />
    </div>
  );
}

function ImageSide({ side, name, path }: { side: FileSide; name: string; path: string }) {
  const [size, setSize] = useState<string | null>(null);
  return (
    <figure className={`diff-image is-${name.toLowerCase()}`}>
      <div className="diff-image__ground">
        {side.kind === 'image' ? (
          <img
            alt={`${name}: ${path}`}
            src={`data:${side.mimeType};base64,${side.data}`}
            onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)}
          />
        ) : (
          <span className="diff-image__none">{side.kind === 'absent' ? 'Not there' : 'Not a picture'}</span>
        )}
      </div>
      <figcaption>
        <strong>{name}</strong> <span className="figures">{[size, sizeOf(side)].filter(Boolean).join(', ')}</span>
      </figcaption>
    </figure>
  );
}

function sizeOf(side: FileSide): string {
  if (side.kind === 'absent') return 'nothing';
  return side.kind === 'text' ? 'text' : formatBytes(side.bytes);
}
