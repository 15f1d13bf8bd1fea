import { useState } from 'react';
import { lineageOf } from '../../core/graph/lineage.ts';
import type { SessionState } from '../../core/session/state.ts';
import { answerPermission } from '../actions/branch-actions.ts';
import { useNow } from '../stores/use-now.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { formatElapsed } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { PermissionDetail } from './permission-detail.tsx';

export type Prompt = SessionState['prompts'][number];

/** One prompt in full: who asks, what for, and every way to answer it. */
export function PermissionCard({ prompt }: { readonly prompt: Prompt }) {
  const { promptId, branch } = prompt;
  const [word, setWord] = useState<string | null>(null);
  const now = useNow(true);
  const hasChildren = useSession((state) => (state.branches[branch]?.children.length ?? 0) > 0);
  const root = useSession((state) => state.branches[branch]?.root ?? '');
  const allow = (scope: 'once' | 'branch' | 'subtree' | 'session'): void => {
    void answerPermission({ promptId, answer: 'allow', scope }, branch);
  };
  const deny = (): void => {
    const text = word?.trim() ?? '';
    void answerPermission({ promptId, answer: 'deny', word: text === '' ? null : text }, branch);
  };
  return (
    <article className="permission-card" aria-label={`${prompt.tool}: ${prompt.title}`}>
      <div className="permission-card__head">
        <StateMark status="waiting" waitingFor="permission" />
        <Lineage branch={branch} />
        <span className="permission-card__wait figures" title="How long it has been waiting">
          {formatElapsed(now - prompt.at)}
        </span>
      </div>
      <p className="permission-card__title">
        <span className="permission-card__tool">{prompt.tool}</span> {prompt.title}
      </p>
      <PermissionDetail detail={prompt.detail} />
      <p className="permission-card__place cut" title={root}>
        in {root}
      </p>
      {word === null ? (
        <div className="permission-card__answers">
          <Button size="small" look="primary" onClick={() => allow('once')}>
            Allow once
          </Button>
          <Button size="small" onClick={() => allow('branch')} title="This kind of call, for this branch until it ends">
            For this branch
          </Button>
          {hasChildren && (
            <Button size="small" onClick={() => allow('subtree')} title="For this branch and everything below it">
              Its subtree
            </Button>
          )}
          <Button size="small" onClick={() => allow('session')} title="For all branches of this session">
            The session
          </Button>
          <span className="card__gap" />
          <Button size="small" onClick={() => setWord('')}>
            Deny…
          </Button>
        </div>
      ) : (
        <form
          className="permission-card__deny"
          onSubmit={(event) => {
            event.preventDefault();
            deny();
          }}
        >
          <input
            className="input"
            // biome-ignore lint/a11y/noAutofocus: it appears because the person pressed "Deny…"
            autoFocus
            aria-label="A word to the agent (optional)"
            placeholder="A word to the agent (optional)"
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setWord(null);
            }}
          />
          <Button type="submit" size="small" look="danger">
            Deny
          </Button>
          <Button size="small" look="quiet" onClick={() => setWord(null)}>
            Back
          </Button>
        </form>
      )}
    </article>
  );
}

export function Lineage({ branch }: { readonly branch: string }) {
  const path = useSession((state) => lineageOf(state, branch).map(titleOf).join(' › '));
  return (
    <button
      type="button"
      className="lineage cut"
      title={`${path} (show it in the tree)`}
      onClick={() => viewStore.getState().focusCard(branch)}
    >
      {path}
    </button>
  );
}
