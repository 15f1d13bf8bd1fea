import type { ReactNode } from 'react';

interface PaneEmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** An error is announced; an empty state is not. */
  readonly isError?: boolean;
}

/** What a pane shows when it has nothing to show, and why. */
export function PaneEmpty({ title, children, isError = false }: PaneEmptyProps) {
  return (
    <div className="pane-empty" role={isError ? 'alert' : undefined}>
      <p className="pane-empty-title">{title}</p>
      {children ? <p className="pane-empty-text">{children}</p> : null}
    </div>
  );
}
