import { AlarmClock } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { snoozeStore } from '../stores/snooze-store.ts';
import { useWallClock } from '../stores/use-now.ts';
import { usePresent, usePresentShallow } from '../stores/use-session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatElapsed } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { allow, deny, type Scope, snooze } from './answers.ts';
import { DenyForm } from './deny-form.tsx';
import { Lineage } from './lineage.tsx';
import { PermissionDetail } from './permission-detail.tsx';
import { isForRepository, type Prompt, samePrompts } from './prompt-groups.ts';
import { RiskMarks } from './risk-marks.tsx';

/** Which scope a key stands for, on a prompt that has the focus. */
const SCOPE_KEYS: { readonly [key: string]: Scope } = { y: 'once', b: 'branch', u: 'subtree', s: 'session' };

/** One prompt in full: who asks, what for, where it would work, and every way to answer it. */
export function PermissionCard({ prompt }: { readonly prompt: Prompt }) {
  const { branch } = prompt;
  const ref = useRef<HTMLElement>(null);
  const [denying, setDenying] = useState(false);
  const [all, setAll] = useState(false);
  const same = usePresentShallow((state) => samePrompts(state.prompts, prompt));
  const hasChildren = usePresent((state) => (state.branches[branch]?.children.length ?? 0) > 0);
  const answered = all ? same : [prompt];
  const press = (event: KeyboardEvent): void => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || (event.target instanceof Element && event.target.closest('input, button') && event.key === 'Enter'))
      return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
    const key = event.key.toLowerCase();
    const scope = SCOPE_KEYS[key];
    if (scope !== undefined && isForRepository(prompt)) {
      if (scope === 'once') allow(answered, scope);
    } else if (scope !== undefined && (scope !== 'subtree' || hasChildren)) allow(answered, scope);
    else if (key === 'n' && event.shiftKey) deny(answered, '');
    else if (key === 'n') setDenying(true);
    else if (key === 'z') snooze(prompt);
    else if (key === 'a' && same.length > 1) setAll(!all);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <article
      ref={ref}
      className="permission-card"
      data-prompt={prompt.promptId}
      aria-label={`${prompt.tool}: ${prompt.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys answer the prompt that has the focus
      tabIndex={0}
      onKeyDown={press}
    >
      <div className="permission-card__head">
        <StateMark status="waiting" waitingFor="permission" />
        <Lineage branch={branch} />
        <Waiting prompt={prompt} />
        <IconButton size="small" name="Put aside for five minutes" hint="Z" onClick={() => snooze(prompt)}>
          <AlarmClock aria-hidden />
        </IconButton>
      </div>
      <div className="permission-card__what">
        <p className="permission-card__title">
          <span className="permission-card__tool">{prompt.tool}</span>
          {repeats(prompt) || isForRepository(prompt) ? null : ` ${prompt.title}`}
        </p>
        <RiskMarks prompt={prompt} />
      </div>
      <PermissionDetail detail={prompt.detail} />
      {isForRepository(prompt) && (
        <p className="permission-card__once">
          The repository asks for this command in every new worktree. Once allowed, exactly this text runs there
          unasked.
        </p>
      )}
      <Place branch={branch} />
      {same.length > 1 && (
        <label className="permission-card__all">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          Answer all {same.length} branches that ask for exactly this (A)
        </label>
      )}
      {denying ? (
        <DenyForm
          onDeny={(word) => deny(answered, word)}
          onBack={() => {
            setDenying(false);
            ref.current?.focus();
          }}
        />
      ) : (
        <div className="permission-card__answers">
          <Button
            size="small"
            look="primary"
            title={isForRepository(prompt) ? 'Allow it here from now on (Y)' : 'Allow once (Y)'}
            onClick={() => allow(answered, 'once')}
          >
            {isForRepository(prompt) ? 'Allow for this repository' : 'Allow once'}
          </Button>
          {!isForRepository(prompt) && <Scopes hasChildren={hasChildren} onPick={(scope) => allow(answered, scope)} />}
          <span className="card__gap" />
          <Button
            size="small"
            title="Deny, with a word to the agent (N); without one (Shift+N)"
            onClick={() => setDenying(true)}
          >
            Deny…
          </Button>
        </div>
      )}
    </article>
  );
}

/** Answers that hold for more than this one call. */
function Scopes({ hasChildren, onPick }: { readonly hasChildren: boolean; readonly onPick: (scope: Scope) => void }) {
  return (
    <>
      <Button size="small" onClick={() => onPick('branch')} title="This kind of call by this branch, from now on (B)">
        For this branch
      </Button>
      {hasChildren && (
        <Button size="small" onClick={() => onPick('subtree')} title="For this branch and everything below it (U)">
          Its subtree
        </Button>
      )}
      <Button size="small" onClick={() => onPick('session')} title="For all branches of this session (S)">
        The session
      </Button>
    </>
  );
}

/** A command's title is its first line, which the box below shows whole. */
function repeats({ title, detail }: Prompt): boolean {
  return detail.startsWith(title.replace(/…$/, '').trimEnd());
}

/** How long the branch has been waiting; for one that was put aside also when it comes back. */
function Waiting({ prompt }: { readonly prompt: Prompt }) {
  const now = useWallClock(true);
  const back = useStore(snoozeStore, (snoozes) => snoozes.until.get(prompt.promptId) ?? null);
  const waits = formatElapsed(now - prompt.at);
  return (
    <span className="permission-card__wait figures" title="How long it has been waiting">
      {back === null ? waits : `${waits}, back in ${formatElapsed(back - now)}`}
    </span>
  );
}

/** Where it would work: the branch's own worktree, or the person's checkout, which is said louder. */
function Place({ branch }: { readonly branch: string }) {
  const root = usePresent((state) => state.branches[branch]?.root ?? '');
  const gitBranch = usePresent((state) => state.branches[branch]?.worktree?.gitBranch ?? null);
  const own = usePresent((state) => state.branches[branch]?.worktree != null);
  return (
    <p className="permission-card__place cut" data-own={own} title={root}>
      {own ? 'in its worktree' : 'in your checkout'}
      {gitBranch !== null && ` (${gitBranch})`}: {root}
    </p>
  );
}
