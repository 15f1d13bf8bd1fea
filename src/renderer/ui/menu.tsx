import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useKeyHint } from './key-hints.ts';
import './menu.css';
import { returnFocus } from './return-focus.ts';

export interface MenuItem {
  readonly name: string;
  readonly icon?: ReactNode;
  /** The key that does the same where no command stands for it, as it is written for a person. */
  readonly hint?: string;
  /** Id of the command that does the same: its key is shown. */
  readonly command?: string;
  readonly look?: 'plain' | 'danger';
  /** For entries that are on or off. */
  readonly checked?: boolean;
  readonly run: () => void;
}
/** Groups of entries, a line between them. Empty groups are left out. */
export type MenuGroups = readonly (readonly MenuItem[])[];

interface MenuProps {
  readonly label: string;
  readonly groups: MenuGroups;
  /** Where it opens, in pixels of the window: its upper left corner, moved inside if it would not fit. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** Pixels that stay free between a menu and the window's edge. */
const EDGE = 8;

/** A menu of commands: arrows walk, letters jump, Escape and a click elsewhere close, the focus goes back. */
export function Menu({ label, groups, at, onClose }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState(at);
  useLayoutEffect(() => {
    const box = ref.current?.getBoundingClientRect();
    if (!box) return;
    setSpot({
      x: Math.max(EDGE, Math.min(at.x, window.innerWidth - box.width - EDGE)),
      y: Math.max(EDGE, Math.min(at.y, window.innerHeight - box.height - EDGE)),
    });
  }, [at]);
  useEffect(() => {
    const opener = document.activeElement;
    itemsOf(ref.current)[0]?.focus();
    return () => returnFocus(opener);
  }, []);
  useEffect(() => {
    const closeOutside = (event: Event): void => {
      if (!(event.target instanceof Node && ref.current?.contains(event.target))) onClose();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('wheel', closeOutside, { capture: true, passive: true });
    window.addEventListener('blur', onClose);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('wheel', closeOutside, true);
      window.removeEventListener('blur', onClose);
    };
  }, [onClose]);
  const press = (event: KeyboardEvent): void => {
    // Nothing that is pressed in a menu reaches the tree behind it.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    const next = nextItem(itemsOf(ref.current), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return createPortal(
    <div
      ref={ref}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      style={{ left: spot.x, top: spot.y }}
      onKeyDown={press}
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <div key={group[0]?.name} className="menu__group" role="presentation">
            {group.map((item) => (
              <MenuEntry key={item.name} item={item} onClose={onClose} />
            ))}
          </div>
        ))}
    </div>,
    document.body,
  );
}

function MenuEntry({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  const { name, icon, hint, command, look = 'plain', checked, run } = item;
  const keys = useKeyHint(command) ?? hint;
  return (
    <button
      type="button"
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      tabIndex={-1}
      className="menu__item"
      data-look={look}
      onClick={() => {
        onClose();
        run();
      }}
    >
      <span className="menu__icon">{checked === undefined ? icon : checked ? '✓' : ''}</span>
      <span className="menu__name">{name}</span>
      {keys !== undefined && <span className="menu__hint">{keys}</span>}
    </button>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('.menu__item') ?? [])];
}

/** Which entry a key leads to; null for keys that do not walk. */
function nextItem(items: readonly HTMLElement[], key: string): HTMLElement | null {
  const at = items.findIndex((item) => item.contains(document.activeElement));
  if (key === 'ArrowDown') return items[(at + 1) % items.length] ?? null;
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1) ?? null;
  if (key === 'Home') return items[0] ?? null;
  if (key === 'End') return items.at(-1) ?? null;
  if (key.length !== 1 || key === ' ') return null;
  const begins = (item: HTMLElement): boolean =>
    (item.querySelector('.menu__name')?.textContent ?? '').toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins) ?? null;
}
