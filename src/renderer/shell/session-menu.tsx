import { Archive, ArchiveRestore, Ellipsis, Pencil, Share, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SessionListItem } from '../../shared/contract.ts';
import { archiveSession } from '../actions/session-actions.ts';
import { viewStore } from '../stores/view-store.ts';
import { IconButton } from '../ui/button.tsx';

interface SessionMenuProps {
  readonly item: SessionListItem;
  onRename(): void;
}

/** What can be done with a stored session: rename, put away, delete. */
export function SessionMenu({ item, onRename }: SessionMenuProps) {
  const [place, setPlace] = useState<{ readonly top: number; readonly left: number } | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const isOpen = place !== null;
  useEffect(() => {
    if (!isOpen) return;
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const leave = (event: Event): void => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) setPlace(null);
    };
    window.addEventListener('pointerdown', leave);
    window.addEventListener('scroll', leave, true);
    return () => {
      window.removeEventListener('pointerdown', leave);
      window.removeEventListener('scroll', leave, true);
    };
  }, [isOpen]);
  const choose = (run: () => void): void => {
    setPlace(null);
    run();
  };
  const close = (): void => {
    setPlace(null);
    button.current?.querySelector('button')?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
    else if (event.key === 'ArrowUp') all[(at - 1 + all.length) % all.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const entries = [
    { name: 'Rename', Icon: Pencil, run: onRename, isOff: item.status === 'unreadable' },
    {
      name: 'Export…',
      Icon: Share,
      run: () => viewStore.getState().openDialog({ kind: 'export', sessionId: item.sessionId }),
      isOff: item.status === 'unreadable',
    },
    item.archived
      ? { name: 'Bring back', Icon: ArchiveRestore, run: () => void archiveSession(item.sessionId, false) }
      : { name: 'Archive', Icon: Archive, run: () => void archiveSession(item.sessionId, true) },
    {
      name: 'Delete…',
      Icon: Trash2,
      run: () => viewStore.getState().openDialog({ kind: 'delete-session', sessionId: item.sessionId }),
    },
  ];
  return (
    <span ref={button} className="session-menu">
      <IconButton
        size="small"
        name={`More for ${item.title}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => {
          const { bottom, right } = event.currentTarget.getBoundingClientRect();
          setPlace(isOpen ? null : { top: Math.min(bottom + 4, window.innerHeight - 150), left: right - 24 });
        }}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      {place !== null && (
        <div ref={menu} role="menu" tabIndex={-1} className="session-menu__list" style={place} onKeyDown={press}>
          {entries
            .filter(({ isOff }) => isOff !== true)
            .map(({ name, Icon, run }) => (
              <button key={name} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(run)}>
                <Icon aria-hidden />
                {name}
              </button>
            ))}
        </div>
      )}
    </span>
  );
}
