import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { canvasStore } from '../canvas/canvas-store.ts';
import { openPane } from '../dock/open-pane.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { sessionStore } from '../stores/session-store.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { BranchLine } from './branches/branch-line.tsx';
import './branches/branches.css';
import { type OutlineItem, outlineOf } from './branches/outline.ts';
import './shared/pane.css';

export interface BranchesPaneProps {
  readonly branch: string;
}

/** The last wish for focus that was answered: a pane that a layout brings back takes no focus. */
let answered = 0;

/** The tree as a list of words, for a screen reader and for whoever would rather read: same branches, same selection. */
export function BranchesPane(_: BranchesPaneProps) {
  const collapsed = useStore(canvasStore, (canvas) => canvas.collapsed);
  const selected = useStore(viewStore, (view) => view.selected);
  // The outline changes with the structure only; lines read their own numbers.
  const order = useSession((state) => state.order);
  const list = useRef<HTMLDivElement>(null);
  const items = outlineOf(sessionStore.getState().state, collapsed);
  const current = items.some(({ id }) => id === selected) ? selected : (items[0]?.id ?? null);

  // Who asked for the list wants to read it: the keyboard's focus goes to the branch in use.
  const wish = useStore(paneTargetStore, ({ target }) => (target?.kind === 'branches' ? target.wish : 0));
  useEffect(() => {
    if (wish > answered) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    answered = Math.max(answered, wish);
  }, [wish]);

  const go = (item: OutlineItem | undefined): void => {
    if (!item) return;
    viewStore.getState().select(item.id);
    list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item.id)}"]`)?.focus();
  };
  const press = (event: KeyboardEvent, item: OutlineItem): void => {
    const at = items.indexOf(item);
    const isOpen = item.hasChildren && !collapsed.has(item.id);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') go(items[at + 1]);
    else if (event.key === 'ArrowUp') go(items[at - 1]);
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === 'ArrowRight') {
      if (item.hasChildren && !isOpen) canvasStore.getState().toggleCollapsed(item.id);
      else if (isOpen) go(items[at + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (isOpen) canvasStore.getState().toggleCollapsed(item.id);
      else go(items.slice(0, at).findLast(({ level }) => level < item.level));
    } else if (event.key === 'Enter' || event.key === ' ') openPane('transcript', item.id);
    else return;
    event.preventDefault();
  };

  return (
    <section className="pane-view branches-pane" aria-label="Branches as a list">
      <div
        ref={list}
        role="tree"
        aria-label={`${order.length} branches`}
        className="pane-scroll branches-list"
        aria-multiselectable={false}
      >
        {items.map((item) => (
          <div
            key={item.id}
            role="treeitem"
            data-item={item.id}
            tabIndex={item.id === current ? 0 : -1}
            aria-level={item.level}
            aria-posinset={item.place}
            aria-setsize={item.siblings}
            aria-selected={item.id === selected}
            aria-expanded={item.hasChildren ? !collapsed.has(item.id) : undefined}
            className="branch-line"
            style={{ '--level': item.level } as React.CSSProperties}
            onClick={() => go(item)}
            onDoubleClick={() => openPane('transcript', item.id)}
            onKeyDown={(event) => press(event, item)}
          >
            <BranchLine id={item.id} />
          </div>
        ))}
      </div>
    </section>
  );
}
