import { Image } from 'lucide-react';
import { isValidElement, memo, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { copyText } from '../../actions/copy-text.ts';
import { openAt } from '../../dock/pane-target.ts';
import { CodeBlock } from './code-block.tsx';
import { useFileLink } from './file-link.ts';

/** Above this many characters code is shown without colours: highlighting would block the frame. */
const MAX_HIGHLIGHTED = 60_000;

/** Models mean their line breaks: a report's labels stand on lines of their own. */
const REMARK = [remarkGfm, remarkBreaks];
const REHYPE = [rehypeHighlight];
/** Code with a language stands in a fence. Colours bring all their languages with them, anew for each text. */
const FENCE = /```|~~~/;

/**
 * Model output is untrusted: raw HTML stays text, pictures are named but never fetched, and links do not navigate
 * (they show where they point, and a press copies the address).
 */
const COMPONENTS: Components = {
  a: ({ href, children }) => <Link address={href ?? ''}>{children}</Link>,
  code: ({ className, children }) => <Code className={className}>{children}</Code>,
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

/**
 * One line in which nothing could be meant as a mark, an entity or an address. Parsing takes a millisecond or more, and
 * a leap through a transcript brings dozens of texts at once.
 */
const PLAIN = /^(?![-+=#\d]|\s)[^\n\r\t*_`~<>[\]|\\&@!$^]+$/;
const ADDRESS = /www\.|:\/\//i;

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !ADDRESS.test(text);
}

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const trimmed = text.trimEnd();
  if (isPlain(trimmed)) {
    return (
      <div className="md">
        <p>{trimmed}</p>
      </div>
    );
  }
  return (
    <div className="md">
      <ReactMarkdown
        remarkPlugins={REMARK}
        rehypePlugins={text.length > MAX_HIGHLIGHTED || !FENCE.test(text) ? [] : REHYPE}
        components={COMPONENTS}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** Our own links lead to their message, a changed file to its diff; anything else goes nowhere. */
function Link({ address, children }: { address: string; children: React.ReactNode }) {
  const file = useFileLink(address);
  if (file) {
    return (
      <button
        type="button"
        className="pane-link"
        title={`Open the diff of ${file.path}`}
        onClick={() => openAt('diff', file.branch, file.path)}
      >
        {children}
      </button>
    );
  }
  return <InertLink address={address}>{children}</InertLink>;
}

/** Code in a sentence; when it names a changed file, it opens the diff there. */
function Code({ className, children }: { className?: string | undefined; children?: React.ReactNode }) {
  const file = useFileLink(className === undefined && typeof children === 'string' ? children : '');
  const code = <code className={className}>{children}</code>;
  if (!file) return code;
  return (
    <button
      type="button"
      className="file-link"
      title={`Open the diff of ${file.path}`}
      onClick={() => openAt('diff', file.branch, file.path)}
    >
      {code}
    </button>
  );
}

function InertLink({ address, children }: { address: string; children: React.ReactNode }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(address));
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
