import { useStore } from 'zustand';
import { answerPermission } from '../actions/branch-actions.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Lineage } from './permission-card.tsx';
import './permissions.css';

/** The oldest open prompt, above the prompt box: in sight, and in nobody's way. */
export function PermissionBar() {
  const prompt = useSession((state) => state.prompts[0] ?? null);
  const more = useSession((state) => Math.max(0, state.prompts.length - 1));
  const inboxOpen = useStore(viewStore, (view) => view.inboxOpen);
  if (!prompt || inboxOpen) return null;
  const { promptId, branch } = prompt;
  return (
    <section className="permission-bar" aria-label="A branch asks for permission">
      <StateMark status="waiting" waitingFor="permission" />
      <div className="permission-bar__what">
        <Lineage branch={branch} />
        <code className="cut" title={prompt.detail}>
          {prompt.title}
        </code>
      </div>
      <Button size="small" look="quiet" onClick={() => viewStore.getState().setInbox(true)}>
        {more > 0 ? `Review, ${more} more` : 'Review'}
      </Button>
      <Button size="small" onClick={() => void answerPermission({ promptId, answer: 'deny' }, branch)}>
        Deny
      </Button>
      <Button size="small" look="primary" onClick={() => void answerPermission({ promptId, answer: 'allow' }, branch)}>
        Allow once
      </Button>
    </section>
  );
}
