import type { ReactNode } from 'react';
import { PathName } from '../../diff/file-section.tsx';

interface ResolveHeadProps {
  readonly path: string;
  readonly place: { readonly at: number; readonly of: number };
  readonly words: string;
  readonly children?: ReactNode;
}

/** Which file is settled now, which of how many, and how far it is. */
export function ResolveHead({ path, place, words, children }: ResolveHeadProps) {
  return (
    <div className="pane-bar">
      <PathName path={path} />
      {place.of > 1 && (
        <span className="resolve__place figures">
          file {place.at + 1} of {place.of}
        </span>
      )}
      <span className="pane-grow" />
      <span className="resolve__words figures" role="status">
        {words}
      </span>
      {children}
    </div>
  );
}
