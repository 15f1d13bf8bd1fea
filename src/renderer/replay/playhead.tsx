import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { branchesOf, hasEnded } from '../../core/session/selectors.ts';
import { useOpenSession, useSession } from '../stores/use-session.ts';
import { plural } from '../ui/format.ts';
import { exactMomentText, momentText } from './moment-text.ts';
import { replayStore } from './replay-store.ts';

/** The playhead's handle on the axis. It is a slider: where it stands is also said in words. */
export function Playhead({ ref }: { readonly ref: RefObject<HTMLDivElement | null> }) {
  const log = useOpenSession((open) => open.log);
  const known = useOpenSession((open) => open.known);
  const shownAt = useOpenSession((open) => open.shownAt);
  const place = useStore(replayStore, (replay) => replay.place);
  const mode = useStore(replayStore, (replay) => replay.mode);
  const active = useSession((state) => branchesOf(state).filter((branch) => !hasEnded(branch)).length);
  const born = useSession((state) => state.order.length);
  const isLoading = useOpenSession((open) => open.coming !== null);
  const isLive = mode === 'live';
  const at = isLive || shownAt === null ? log.clock.end : shownAt;
  const where = isLive ? (active > 0 ? 'Live' : 'At the end') : momentText(log, at, place);
  return (
    <div
      ref={ref}
      className="timeline__handle figures"
      data-live={isLive}
      data-loading={isLoading}
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={0}
      aria-valuemax={known}
      aria-valuenow={isLive ? known : Math.min(place, known)}
      aria-valuetext={`${where}, ${active} of ${plural(born, 'branch', 'branches')} active`}
    >
      <span className="timeline__handle-label">
        {isLive ? (active > 0 ? 'now' : 'end') : exactMomentText(log, at, place)}
      </span>
    </div>
  );
}
