import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import { TranscriptPane } from '../panes/transcript-pane.tsx';
import { useBranch } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { IconButton } from '../ui/button.tsx';
import { Changes } from './changes.tsx';
import { Lanes } from './lanes.tsx';
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
  const end = useViewer(({ replay }) => replay.head.branches[selected]);
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
  const text = useViewer(({ replay, count }) => momentText(replay, count));
  return (
    <section className="viewer-time" aria-label="Timeline">
      <div className="viewer-time__bar">
        <IconButton
          size="small"
          name="Step back"
          hint=","
          onClick={() => {
            pause();
            step(-1);
          }}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton size="small" name={playing ? 'Pause' : 'Play'} hint="P" onClick={togglePlay}>
          {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <IconButton
          size="small"
          name="Step on"
          hint="."
          onClick={() => {
            pause();
            step(1);
          }}
        >
          <ChevronRight aria-hidden />
        </IconButton>
        <span className="figures">{text}</span>
        <ul className="viewer-legend" aria-label="Colours">
          <li data-what="model">model</li>
          <li data-what="tool">tool</li>
          <li data-what="error">failed</li>
        </ul>
      </div>
      <Lanes />
    </section>
  );
}
