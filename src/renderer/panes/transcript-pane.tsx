import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { openPane } from '../dock/open-pane.ts';
import { openAt } from '../dock/pane-target.ts';
import { useSession } from '../stores/use-session.ts';
import { FindBar, isFindKey } from './shared/find-bar.tsx';
import { markMatches, showFirstMatch } from './shared/find-highlight.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { useBranchField } from './shared/use-branch-field.ts';
import './transcript/markdown.css';
import { createPaneStore, type PaneActions, PaneContext } from './transcript/pane-context.ts';
import { RowView } from './transcript/row-view.tsx';
import type { TranscriptRow } from './transcript/rows.ts';
import './transcript/transcript.css';
import './transcript/calls.css';
import './transcript/cards.css';
import './transcript/seam.css';
import { estimateOf } from './transcript/estimate.ts';
import { toggleSeam, unfoldSeams, useOpenSeams, useShownGap } from './transcript/open-seams.ts';
import { useFind } from './transcript/use-find.ts';
import { useFollowEnd } from './transcript/use-follow-end.ts';
import { useHandOver } from './transcript/use-hand-over.ts';
import { usePlace } from './transcript/use-place.ts';
import { useTranscript } from './transcript/use-transcript.ts';

export interface TranscriptPaneProps {
  readonly branch: string;
  /** Takes over "Fork from here"; without it the pane shows its own form, and with null nothing can be forked. */
  readonly onFork?: ((branch: string, messageId: string) => void) | null;
  /** Opens another branch; without it the dock shows its transcript. */
  onOpenBranch?(branch: string): void;
}

/** Milliseconds until a row that find unfolded has its size. */
const SETTLE_MS = 120;

/** The conversation of one branch: what it inherited (folded), what it said and did, and what it is saying now. */
export function TranscriptPane(props: TranscriptPaneProps) {
  return <Transcript key={props.branch} {...props} />;
}

function Transcript({ branch, onFork, onOpenBranch }: TranscriptPaneProps) {
  const [sharedIsOpen, setSharedOpen] = useState(false);
  const [store] = useState(createPaneStore);
  const scroller = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const openSeams = useOpenSeams(store);
  // Rows are drawn right behind the tree and the totals, and not at all when something newer has come by then.
  const newest = useTranscript(branch, sharedIsOpen, openSeams);
  const transcript = useDeferredValue(newest);
  const { rows, results, behind } = transcript;
  const title = useBranchField(branch, (found) => found.title, '');
  const isLive = rows.at(-1)?.kind === 'live';

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    // At the end nobody scrolls: what stands far above is drawn when somebody does.
    overscan: isAtEnd.current ? 2 : 6,
    // The pane opens at the end: rows at the start are then not drawn for nothing.
    initialOffset: () => rows.reduce((total, row) => total + estimateOf(row), 0),
  });
  useHandOver(rows, virtualizer);
  const size = virtualizer.getTotalSize();
  const follow = useFollowEnd(scroller, size);
  const { hold } = follow;
  isAtEnd.current = follow.isFollowing;
  // Whoever is held at the end is brought there once, after all rows were measured, and not by each of them.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = follow.isFollowing ? neverAdjust : undefined;
  // And the rows there are drawn at once: those at the place before would be drawn for nothing, until the scroll is heard.
  if (follow.isFollowing && virtualizer.scrollRect !== null) {
    virtualizer.scrollOffset = Math.max(0, size - virtualizer.scrollRect.height);
  }
  const find = useFind(transcript);

  const actions = useMemo<PaneActions>(
    () => ({
      branch,
      store,
      hold,
      openBranch: (id) => {
        if (onOpenBranch) onOpenBranch(id);
        else openPane('transcript', id);
      },
      toggleBehind: (key) => {
        hold();
        toggleSeam(store, key);
      },
      openPlace: (id, place) => openAt('transcript', id, place),
      fork:
        onFork === null
          ? null
          : (owner, messageId, key) => {
              hold();
              if (onFork) onFork(owner, messageId);
              else store.setState({ forkAt: key });
            },
    }),
    [branch, store, hold, onFork, onOpenBranch],
  );

  // Find unfolds the row it stands on (what matches may be inside) and brings it into view.
  const foundIndex = find.row === null ? -1 : rows.findIndex((row) => row.key === find.row);
  useEffect(() => {
    store.setState((state) => ({
      found: find.row,
      folds: find.row === null ? state.folds : { ...state.folds, [find.row]: true, [`${find.row}.output.all`]: true },
    }));
    if (foundIndex < 0) return;
    hold();
    virtualizer.scrollToIndex(foundIndex, { align: 'center' });
  }, [find.row, foundIndex, hold, store, virtualizer]);
  useLayoutEffect(() => {
    if (find.isOpen && scroller.current) return markMatches(scroller.current, find.query, '.is-found');
  });
  // Once a match's row stands still, the match itself is brought into its own box.
  useEffect(() => {
    if (find.row === null || !scroller.current) return;
    const { current } = scroller;
    const timer = setTimeout(() => showFirstMatch(current, find.query, '.is-found'), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [find.row, find.query]);

  // Unfolded from its seam, what is behind it begins further up: it is brought into view.
  const shownGap = useShownGap(store, rows);
  useEffect(() => {
    if (shownGap < 0) return;
    virtualizer.scrollToIndex(shownGap, { align: 'start' });
    store.setState({ gapOf: null });
  }, [shownGap, store, virtualizer]);

  const place = usePlace(branch, transcript);
  useEffect(() => {
    if (place.index < 0) {
      if (place.isShared) setSharedOpen(true);
      if (place.isBehind) unfoldSeams(store, transcript.seams);
      return;
    }
    hold();
    virtualizer.scrollToIndex(place.index, { align: 'center' });
  }, [place, hold, virtualizer, store, transcript.seams]);

  if (rows.length === 0) return <PaneEmpty title="This branch is not in the open session." />;
  return (
    <PaneContext value={actions}>
      <section
        ref={section}
        className="pane-view transcript-pane"
        aria-label={`Transcript of ${title}`}
        onPointerEnter={() => store.setState({ isUsed: true })}
        onPointerLeave={() => store.setState({ isUsed: false })}
        onFocus={() => store.setState({ isUsed: true })}
        onBlur={() => store.setState({ isUsed: false })}
        onKeyDown={(event) => {
          if (isFindKey(event)) {
            unfoldSeams(store, transcript.seams);
            find.open();
          } else if (event.key === 'Escape' && find.isOpen) find.close();
          else return;
          event.preventDefault();
        }}
      >
        <Behind pane={section} />
        {find.isOpen ? <FindBar {...find} onQuery={find.setQuery} onStep={find.step} onClose={find.close} /> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
        <div ref={scroller} className="pane-scroll transcript-scroll" tabIndex={0} onScroll={follow.onScroll}>
          <div className="transcript-rows" style={{ height: size }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={`transcript-row is-${row.kind}${isBehind(row, behind) ? ' is-behind' : ''}${row.key === find.row ? ' is-found' : ''}${item.index === place.index ? ' is-place' : ''}`}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <div className="transcript-column">
                    <RowView
                      row={row}
                      branch={branch}
                      results={results}
                      sharedIsOpen={sharedIsOpen}
                      onToggleShared={() => {
                        hold();
                        setSharedOpen(!sharedIsOpen);
                      }}
                    />
                  </div>
                </div>
              );
            })}
          </div>
        </div>
        {follow.isFollowing ? null : (
          <button type="button" className="transcript-jump" onClick={follow.jump}>
            <ArrowDown aria-hidden /> {isLive ? 'Jump to live' : 'Jump to end'}
          </button>
        )}
      </section>
    </PaneContext>
  );
}

/** Says of the pane that it is busy while its rows are of an older moment than the tree. */
function Behind({ pane }: { readonly pane: RefObject<HTMLElement | null> }) {
  const newest = useSession((state) => state);
  const drawn = useDeferredValue(newest);
  useLayoutEffect(() => pane.current?.setAttribute('aria-busy', String(newest !== drawn)), [pane, newest, drawn]);
  return null;
}

const neverAdjust = (): boolean => false;

/** True for what the model no longer has, and for calls whose results it has in part. */
function isBehind(row: TranscriptRow, behind: ReadonlySet<string>): boolean {
  return 'messageId' in row && (behind.has(row.messageId) || (row.kind === 'call' && behind.has(row.call.callId)));
}
