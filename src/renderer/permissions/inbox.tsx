import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { snoozeStore } from '../stores/snooze-store.ts';
import { usePresent } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { plural } from '../ui/format.ts';
import { PermissionCard } from './permission-card.tsx';
import { isForRepository, sortPrompts } from './prompt-groups.ts';
import './permissions.css';

/** All open prompts of all branches, the oldest first. Closing it answers nothing. */
export function Inbox() {
  const prompts = usePresent((state) => state.prompts);
  const until = useStore(snoozeStore, (snoozes) => snoozes.until);
  const ref = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const { setInbox } = viewStore.getState();
  useEffect(() => {
    (cardsIn(ref.current)[0] ?? ref.current)?.focus();
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest('.top-bar__inbox')) setInbox(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [setInbox]);
  useFocusAfterAnswer(ref, prompts.length);
  const press = (event: KeyboardEvent): void => {
    const step =
      event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0;
    if (event.key === 'Escape') setInbox(false);
    else if (step === 0 || event.target instanceof HTMLInputElement || !walk(ref.current, step)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { open, aside } = sortPrompts(prompts, until);
  const inHand = prompts.find(({ promptId }) => promptId === focused);
  const hasScopes = inHand ? !isForRepository(inHand) : prompts.some((prompt) => !isForRepository(prompt));
  return (
    <div
      ref={ref}
      className="inbox"
      role="dialog"
      aria-label="Permissions"
      tabIndex={-1}
      onKeyDown={press}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-prompt]')?.dataset.prompt ?? null)}
    >
      <div className="inbox__head">
        <h2>Permissions</h2>
        <span className="inbox__count">
          {prompts.length === 0 ? '' : `${plural(prompts.length, 'branch', 'branches')} waiting, the others go on`}
        </span>
      </div>
      <div className="inbox__list">
        {prompts.length === 0 && (
          <p className="inbox__none">Nothing waits for you. Prompts of all branches arrive here.</p>
        )}
        {open.map((prompt) => (
          <PermissionCard key={prompt.promptId} prompt={prompt} />
        ))}
        {aside.length > 0 && <h3 className="inbox__aside">Put aside: still waiting, back by themselves</h3>}
        {aside.map((prompt) => (
          <PermissionCard key={prompt.promptId} prompt={prompt} />
        ))}
      </div>
      {prompts.length > 0 && <p className="inbox__keys">{keyWords(hasScopes)}</p>}
    </div>
  );
}

/** The keys that answer the prompt in hand. */
function keyWords(hasScopes: boolean): string {
  const allow = hasScopes ? 'Y once · B branch · S session' : 'Y allow';
  return `↑ ↓ walk · ${allow} · N deny · Z put aside`;
}

function cardsIn(inbox: HTMLElement | null): HTMLElement[] {
  return [...(inbox?.querySelectorAll<HTMLElement>('.permission-card') ?? [])];
}

/** Moves the focus one prompt on; false when the focus is in a box that scrolls by the same keys. */
function walk(inbox: HTMLElement | null, step: 1 | -1): boolean {
  const cards = cardsIn(inbox);
  if (document.activeElement?.matches('.permission-detail')) return false;
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[at === -1 ? 0 : Math.max(0, Math.min(cards.length - 1, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** An answered prompt goes away with its focus: the next one takes it, so that a row of prompts is answered by keys alone. */
function useFocusAfterAnswer(ref: RefObject<HTMLDivElement | null>, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (fewer && document.activeElement === document.body) (cardsIn(ref.current)[0] ?? ref.current)?.focus();
  }, [count, ref]);
}
