import {
  ChevronLeft,
  ChevronRight,
  List,
  Maximize2,
  PanelBottomClose,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useStore } from 'zustand';
import type { StepKind } from '../../core/replay/steps.ts';
import { hasEnded } from '../../core/session/selectors.ts';
import { formatDuration } from '../panes/shared/format.ts';
import { useOpenSession, usePresent } from '../stores/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { momentText } from './moment-text.ts';
import { replayStore, SPEEDS, type Speed } from './replay-store.ts';
import { timelineStore } from './timeline-store.ts';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }));
const PACES = [
  { value: 'even', label: 'Even pace' },
  { value: 'real', label: 'Real time' },
] as const;
const STEPS: readonly { readonly value: StepKind; readonly label: string }[] = [
  { value: 'event', label: 'Event' },
  { value: 'turn', label: 'Turn' },
  { value: 'fork', label: 'Fork' },
  { value: 'failure', label: 'Failure' },
];
/** Play, step, speed: every one with its words, and the view of the timeline at the right. */
export function Transport() {
  const { step, toStart, toLive, play, pause, setSpeed, setPace, setStepKind } = replayStore.getState();
  const { playing, mode, speed, pace, stepKind } = useStore(replayStore);
  const anyActive = usePresent((state) => Object.values(state.branches).some((branch) => !hasEnded(branch)));
  const asList = useStore(timelineStore, (view) => view.asList);
  const { zoom, fit, toggle, toggleList } = timelineStore.getState();
  const noun = stepKind === 'event' ? 'event' : stepKind;
  return (
    <div className="transport" role="toolbar" aria-label="Replay">
      <div className="transport__group">
        <IconButton size="small" name="To the start" command="replay.start" onClick={toStart}>
          <SkipBack aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name={`Previous ${noun}`}
          command={`replay.previous.${stepKind}`}
          onClick={() => step(stepKind, -1)}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          className="transport__play"
          name={playing ? 'Pause the replay' : 'Play'}
          command="replay.play"
          onClick={() => (playing ? pause() : play())}
        >
          {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <IconButton
          size="small"
          name={`Next ${noun}`}
          command={`replay.next.${stepKind}`}
          onClick={() => step(stepKind, 1)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
        <button
          type="button"
          className="live-button"
          data-live={mode === 'live'}
          data-active={anyActive}
          aria-pressed={mode === 'live'}
          title={anyActive ? 'Follow what happens now (End)' : 'To the end (End)'}
          onClick={toLive}
        >
          {anyActive ? <span className="live-button__dot" aria-hidden /> : <SkipForward aria-hidden />}
          {anyActive ? 'Live' : 'End'}
        </button>
      </div>
      <Clock />
      <span className="transport__gap" />
      <div className="transport__group">
        <span className="transport__choice">
          <span className="transport__word">Step by</span>
          <Select
            look="quiet"
            aria-label="One step goes over"
            value={stepKind}
            options={STEPS}
            onPick={(value) => setStepKind(STEPS.find((each) => each.value === value)?.value ?? 'event')}
          />
        </span>
        <Select
          look="quiet"
          aria-label="Speed"
          title="Speed of the replay (< and >)"
          value={String(speed)}
          options={SPEED_OPTIONS}
          onPick={(value) => setSpeed((SPEEDS.find((each) => String(each) === value) ?? 1) as Speed)}
        />
        <Select
          look="quiet"
          aria-label="Pace"
          title="Even pace folds the stretches in which nothing happened; real time keeps them"
          value={pace}
          options={PACES}
          onPick={(value) => setPace(value === 'real' ? 'real' : 'even')}
        />
      </div>
      <div className="transport__group transport__view">
        <IconButton size="small" name="Zoom out" command="timeline.zoomOut" onClick={() => zoom(1 / 1.6)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton size="small" name="Zoom in" command="timeline.zoomIn" onClick={() => zoom(1.6)}>
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton size="small" name="Fit the whole session" command="timeline.fit" onClick={fit}>
          <Maximize2 aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name="Timeline as a list"
          command="timeline.list"
          aria-pressed={asList}
          onClick={toggleList}
        >
          <List aria-hidden />
        </IconButton>
        <IconButton size="small" name="Hide the timeline" command="timeline.toggle" onClick={toggle}>
          <PanelBottomClose aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** Where the playhead stands, and how far that is from the start. */
function Clock() {
  const log = useOpenSession((open) => open.log);
  const shownAt = useOpenSession((open) => open.shownAt);
  const known = useOpenSession((open) => open.known);
  const coming = useOpenSession((open) => open.coming);
  const { clock } = log;
  const at = shownAt ?? clock.end;
  if (coming !== null) {
    return <p className="transport__clock figures">Reading the log: {Math.floor((known / coming) * 100)} %</p>;
  }
  if (log.length === 0) return null;
  return (
    <p className="transport__clock figures">
      <strong>{momentText(log, at)}</strong>
      {clock.hasTimes ? (
        <span>
          {formatDuration(at - clock.start)} of {formatDuration(clock.end - clock.start)}
        </span>
      ) : (
        <span>the source states no times</span>
      )}
    </p>
  );
}
