import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import type { PrefixLane } from './family.ts';
import { commonLength, readable } from './segment-text.ts';
import { segmentTitle } from './strip.tsx';
import { useSegments } from './use-segments.ts';

interface SegmentDetailProps {
  readonly lane: PrefixLane;
  readonly head: PrefixLane | null;
  readonly index: number;
  onClose(): void;
}

/** The exact bytes of one segment; beside them the parent's at the same place, where they differ. */
export function SegmentDetail({ lane, head, index, onClose }: SegmentDetailProps) {
  const [isRaw, setRaw] = useState(false);
  const other = head && head.branch !== lane.branch && head.segments[index] ? head : null;
  const differs = other !== null && other.segments[index]?.hash !== lane.segments[index]?.hash;
  const own = useSegments(lane.request.requestId);
  const theirs = useSegments(differs ? other.request.requestId : null);
  const ownText = own.segments?.[index]?.text ?? null;
  const theirText = theirs.segments?.[index]?.text ?? null;
  const show = (text: string | null) => (text === null || isRaw ? text : readable(text));
  const [ownShown, theirShown] = [show(ownText), show(theirText)];
  const common = ownShown !== null && theirShown !== null ? commonLength(ownShown, theirShown) : null;
  return (
    <section className="prefix-detail" aria-label="Segment">
      <div className="pane-bar">
        <span className="cut pane-grow">
          {segmentTitle(lane, index)}
          {other && !differs ? `, the same bytes as in ${other.title}` : ''}
        </span>
        <span className="pane-choice">
          <button type="button" aria-pressed={!isRaw} onClick={() => setRaw(false)}>
            Readable
          </button>
          <button type="button" aria-pressed={isRaw} onClick={() => setRaw(true)}>
            As sent
          </button>
        </span>
        <CopyButton label="Copy the segment as sent" text={() => ownText ?? ''} />
        <IconButton size="small" name="Close the segment" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="prefix-texts">
        <SegmentBody title={differs ? lane.title : null} text={ownShown} fault={own.fault} common={common} />
        {differs ? <SegmentBody title={other.title} text={theirShown} fault={theirs.fault} common={common} /> : null}
      </div>
    </section>
  );
}

interface SegmentBodyProps {
  readonly title: string | null;
  readonly text: string | null;
  readonly fault: string | null;
  /** Characters in common with the other side; what follows is marked. */
  readonly common: number | null;
}

function SegmentBody({ title, text, fault, common }: SegmentBodyProps) {
  return (
    <div className="prefix-text">
      {title === null ? null : <h3 className="cut">{title}</h3>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <pre tabIndex={0}>{fault ?? (text === null ? 'Reading…' : <Marked text={text} from={common} />)}</pre>
    </div>
  );
}

function Marked({ text, from }: { text: string; from: number | null }) {
  if (from === null) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from)}</mark>
    </>
  );
}
