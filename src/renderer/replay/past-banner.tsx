import { GitFork, History, SkipForward } from 'lucide-react';
import { useStore } from 'zustand';
import { branchesOf, hasEnded, rootOf } from '../../core/session/selectors.ts';
import { useOpenSession, usePresent, useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { actionsInView } from './actions-in-view.ts';
import { forkFromView } from './fork-from-view.ts';
import { momentText } from './moment-text.ts';
import { replayStore } from './replay-store.ts';
import { usePastClock } from './use-past-clock.ts';
import './past-banner.css';

/** Stands where the prompt box does while the past is shown: what one sees, what can be done from here, the way back. */
export function PastBanner() {
  const clock = usePastClock();
  const selected = useStore(viewStore, (view) => view.selected);
  const end = useOpenSession(({ log }) => momentText(log, log.clock.end));
  const active = usePresent((state) => branchesOf(state).filter((branch) => !hasEnded(branch)).length);
  const branch = useSession((state) => (selected !== null ? state.branches[selected] : undefined) ?? rootOf(state));
  const canFork = branch !== null && actionsInView(branch).has('fork');
  return (
    <section className="past-banner" aria-label="You see the past">
      <History aria-hidden />
      <p className="past-banner__text">
        <strong className="figures">You see {clock}</strong>
        <span>
          {active > 0
            ? `, the session goes on: ${plural(active, 'branch is', 'branches are')} active now.`
            : `. The session ended at ${end}.`}
        </span>
      </p>
      <Button
        size="small"
        disabled={!canFork}
        title={
          canFork
            ? `Start new forks from the last message of ${titleOf(branch)} before this moment (F)`
            : 'Nothing had been said yet that could be forked from'
        }
        onClick={() => branch && forkFromView(branch.id)}
      >
        <GitFork aria-hidden />
        Fork from this moment
      </Button>
      <Button size="small" look="primary" onClick={() => replayStore.getState().toLive()}>
        <SkipForward aria-hidden />
        {active > 0 ? 'Back to live' : 'Back to the end'}
      </Button>
    </section>
  );
}
