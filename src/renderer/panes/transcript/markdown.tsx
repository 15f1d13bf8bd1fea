import { Image } from 'lucide-react';
import { isValidElement, memo, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';

/** Above this many characters code is shown without colours: highlighting would block the frame. */
const MAX_HIGHLIGHTED = 60_000;

/** Models mean their line breaks: a report's labels stand on lines of their own. */
const REMARK = [remarkGfm, remarkBreaks];
const REHYPE = [rehypeHighlight];

/**
 * Model output is untrusted: raw HTML stays text, pictures are named but never fetched, and links do not navigate
 * (they show where they point, and a press copies the address).
 */
const COMPONENTS: Components = {
  a: ({ href, children }) => <InertLink address={href ?? ''}>{children}</InertLink>,
  img: ({ alt, src }) => (
    <span className="md-image" title={typeof src === 'string' ? src : undefined}>
      <Image aria-hidden /> {alt || 'picture'} (not loaded)
    </span>
  ),
  pre: ({ children }) => <CodeBlock language={languageOf(children)}>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="md-table">
      <table>{children}</table>
    </div>
  ),
};

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="md">
      <ReactMarkdown
        remarkPlugins={REMARK}
        rehypePlugins={text.length > MAX_HIGHLIGHTED ? [] : REHYPE}
        components={COMPONENTS}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

function InertLink({ address, children }: { address: string; children: React.ReactNode }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <button
      type="button"
      className="pane-link"
      title={copied ? `Copied: ${address}` : `${address} (press to copy the address)`}
      onClick={copy}
      onMouseLeave={() => setCopied(false)}
    >
      {children}
    </button>
  );
}

function languageOf(code: React.ReactNode): string | null {
  if (!isValidElement<{ className?: string }>(code)) return null;
  return /language-(\S+)/.exec(code.props.className ?? '')?.[1] ?? null;
}
