import { useEffect, useRef } from 'react';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { plural } from '../ui/format.ts';
import { PermissionCard } from './permission-card.tsx';
import './permissions.css';

/** All open prompts of all branches, the oldest first. Closing it answers nothing. */
export function Inbox() {
  const prompts = useSession((state) => state.prompts);
  const ref = useRef<HTMLDivElement>(null);
  const { setInbox } = viewStore.getState();
  useEffect(() => {
    ref.current?.focus();
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest('.top-bar__inbox')) setInbox(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [setInbox]);
  return (
    <div
      ref={ref}
      className="inbox"
      role="dialog"
      aria-label="Permissions"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setInbox(false);
      }}
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
        {prompts.map((prompt) => (
          <PermissionCard key={prompt.promptId} prompt={prompt} />
        ))}
      </div>
    </div>
  );
}
