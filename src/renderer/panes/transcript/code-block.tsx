import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../shared/copy-button.tsx';

interface CodeBlockProps {
  readonly language: string | null;
  readonly children: ReactNode;
}

export function CodeBlock({ language, children }: CodeBlockProps) {
  const pre = useRef<HTMLPreElement>(null);
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span className="pane-grow">{language ?? 'text'}</span>
        <CopyButton label="Copy code" text={() => pre.current?.textContent ?? ''} />
      </div>
      {/* A long line scrolls inside its block, so the block must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <pre ref={pre} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}
