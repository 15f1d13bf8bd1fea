import { AlarmClock } from 'lucide-react';
import { useStore } from 'zustand';
import { snoozeStore } from '../stores/snooze-store.ts';
import { useWallClock } from '../stores/use-now.ts';
import { usePresent } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatElapsed } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { allow, deny, snooze } from './answers.ts';
import { Lineage } from './lineage.tsx';
import { sortPrompts } from './prompt-groups.ts';
import { RiskMarks } from './risk-marks.tsx';
import './permissions.css';

/** The oldest open prompt that was not put aside, above the prompt box: in sight, and in nobody's way. */
export function PermissionBar() {
  const prompts = usePresent((state) => state.prompts);
  const until = useStore(snoozeStore, (snoozes) => snoozes.until);
  const inboxOpen = useStore(viewStore, (view) => view.inboxOpen);
  const { open } = sortPrompts(prompts, until);
  const prompt = open[0];
  const now = useWallClock(prompt !== undefined);
  if (!prompt || inboxOpen) return null;
  const more = prompts.length - 1;
  return (
    <section className="permission-bar" aria-label="A branch asks for permission">
      <StateMark status="waiting" waitingFor="permission" />
      <div className="permission-bar__what">
        <span className="permission-bar__who">
          <Lineage branch={prompt.branch} />
          <span className="permission-card__wait figures" title="How long it has been waiting">
            {formatElapsed(now - prompt.at)}
          </span>
        </span>
        <code className="cut" title={prompt.detail}>
          {prompt.title}
        </code>
      </div>
      <RiskMarks prompt={prompt} brief />
      <IconButton size="small" name="Put aside for five minutes" onClick={() => snooze(prompt)}>
        <AlarmClock aria-hidden />
      </IconButton>
      <Button size="small" look="quiet" onClick={() => viewStore.getState().setInbox(true)}>
        {more > 0 ? `Review, ${more} more` : 'Review'}
      </Button>
      <Button size="small" onClick={() => deny([prompt], '')}>
        Deny
      </Button>
      <Button size="small" look="primary" onClick={() => allow([prompt], 'once')}>
        {prompt.tool === 'setup' ? 'Allow' : 'Allow once'}
      </Button>
    </section>
  );
}
