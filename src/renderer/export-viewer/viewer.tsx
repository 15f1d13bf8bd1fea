import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import type { BundleManifest } from '../../core/export/bundle-lines.ts';
import { formatCount } from '../panes/shared/format.ts';
import { TranscriptPane } from '../panes/transcript-pane.tsx';
import { useBranch } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { IconButton } from '../ui/button.tsx';
import { Changes } from './changes.tsx';
import { Lanes, LanesToCome } from './lanes.tsx';
import { momentText } from './moment-text.ts';
import { PrintView } from './print-view.tsx';
import { hasReview, ReviewList } from './review-list.tsx';
import { TreeDrawing } from './tree-drawing.tsx';
import { useViewer } from './use-viewer.ts';
import { Statistics, ViewerHead } from './viewer-head.tsx';
import { pressViewerKey } from './viewer-keys.ts';
import { pause, select, step, togglePlay, type ViewerTab, viewerStore } from './viewer-store.ts';

/** The whole page: the tree beside the selected branch, and time below both. */
export function Viewer() {
  useEffect(() => {
    document.addEventListener('keydown', pressViewerKey);
    return () => document.removeEventListener('keydown', pressViewerKey);
  }, []);
  return (
    <>
      <div className="viewer">
        <ViewerHead />
        <main className="viewer-main">
          <TreeDrawing />
          <BranchArea />
        </main>
        <TimeArea />
        <Statistics />
      </div>
      <PrintView />
    </>
  );
}

const TABS: readonly { readonly id: ViewerTab; readonly name: string }[] = [
  { id: 'transcript', name: 'Transcript' },
  { id: 'changes', name: 'Changes' },
  { id: 'review', name: 'Review' },
];

function BranchArea() {
  const selected = useViewer((viewer) => viewer.selected);
  const tab = useViewer((viewer) => viewer.tab);
  const branch = useBranch(selected);
  const end = useViewer((viewer) => viewer.end.branches[selected]);
  return (
    <section className="viewer-branch" aria-label="Branch">
      <div className="viewer-tabs">
        <h2 className="cut">{tab === 'review' ? 'The whole session' : end ? titleOf(end) : selected}</h2>
        <div role="tablist" aria-label="What to show of it">
          {TABS.filter(({ id }) => id !== 'review' || hasReview()).map(({ id, name }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`viewer-tab-${id}`}
              aria-selected={tab === id}
              aria-controls="viewer-panel"
              onClick={() => viewerStore.setState({ tab: id })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <div className="viewer-panel" id="viewer-panel" role="tabpanel" aria-labelledby={`viewer-tab-${tab}`}>
        {tab === 'review' && <ReviewList />}
        {!branch && tab !== 'review' && (
          <p className="viewer-none">This branch does not exist yet at this moment. Move the playhead on.</p>
        )}
        {branch && tab === 'transcript' && (
          <TranscriptPane branch={selected} onFork={null} onOpenBranch={(id) => select(id)} />
        )}
        {branch && tab === 'changes' && <Changes />}
      </div>
    </section>
  );
}

function TimeArea() {
  const playing = useViewer((viewer) => viewer.playing);
  const isReading = useViewer(({ read }) => read !== null);
  const text = useViewer(({ replay, count, read, manifest }) =>
    read === null
      ? momentText(replay, count)
      : `Reading ${formatCount(manifest.events)} events: ${percent(read, manifest)}`,
  );
  return (
    <section className="viewer-time" aria-label="Timeline">
      <div className="viewer-time__bar">
        <IconButton
          size="small"
          name="Step back"
          hint=","
          disabled={isReading}
          onClick={() => {
            pause();
            step(-1);
          }}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton size="small" name={playing ? 'Pause' : 'Play'} hint="P" disabled={isReading} onClick={togglePlay}>
          {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <IconButton
          size="small"
          name="Step on"
          hint="."
          disabled={isReading}
          onClick={() => {
            pause();
            step(1);
          }}
        >
          <ChevronRight aria-hidden />
        </IconButton>
        <span className="figures" role={isReading ? 'status' : undefined}>
          {text}
        </span>
        <ul className="viewer-legend" aria-label="Colours">
          <li data-what="model">model</li>
          <li data-what="tool">tool</li>
          <li data-what="error">failed</li>
        </ul>
      </div>
      {isReading ? <LanesToCome /> : <Lanes />}
    </section>
  );
}

function percent(read: number, { events }: Pick<BundleManifest, 'events'>): string {
  return `${Math.floor((100 * read) / Math.max(1, events))} %`;
}
