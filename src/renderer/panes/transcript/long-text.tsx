import { useState } from 'react';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatCount } from '../shared/format.ts';
import { matchingLines, plainText } from './output-lines.ts';
import { useFold } from './pane-context.ts';

/** Lines shown before "show all", and the most that are ever put on the page at once. */
const SHORT_LINES = 14;
const MOST_LINES = 4_000;

interface LongTextProps {
  readonly foldKey: string;
  readonly label: string;
  readonly text: string;
  readonly tone?: 'error' | 'added' | 'removed';
}

/** Code or output in a box: folded when it is long, with a line filter once it is unfolded. */
export function LongText({ foldKey, label, text, tone }: LongTextProps) {
  const [isOpen, toggle] = useFold(`${foldKey}.all`);
  const [filter, setFilter] = useState('');
  const lines = plainText(text).split('\n');
  const isLong = lines.length > SHORT_LINES + 2;
  const limit = isLong && !isOpen ? SHORT_LINES : MOST_LINES;
  const matches = isOpen && filter !== '' ? matchingLines(lines, filter) : null;
  return (
    <div className={`long-text ${tone ? `is-${tone}` : ''}`}>
      <div className="long-text-head">
        <span className="pane-grow cut">{label}</span>
        {isLong && isOpen ? (
          <input
            type="text"
            className="long-text-filter"
            placeholder="Filter lines"
            aria-label={`Filter lines of ${label}`}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        ) : null}
        {matches ? <span className="figures">{formatCount(matches.length)} lines</span> : null}
        <CopyButton label={`Copy ${label}`} text={() => text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <pre tabIndex={0}>
        {matches
          ? matches
              .slice(0, MOST_LINES)
              .map(({ number, line }) => `${number.toString().padStart(6)}  ${line}`)
              .join('\n')
          : lines.slice(0, limit).join('\n')}
      </pre>
      {isLong ? (
        <button type="button" className="long-text-more" onClick={toggle}>
          {isOpen ? 'Show less' : `Show all ${formatCount(lines.length)} lines`}
        </button>
      ) : null}
      {isOpen && lines.length > MOST_LINES ? (
        <p className="long-text-note">The first {formatCount(MOST_LINES)} lines are shown. Copy gives all of them.</p>
      ) : null}
    </div>
  );
}
