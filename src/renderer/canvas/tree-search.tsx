import { ListFilter, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isFiltering, passingBranches } from '../../core/graph/tree-filter.ts';
import { sessionStore } from '../stores/session-store.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { canvasStore } from './canvas-store.ts';
import { treeViewStore } from './tree-view-store.ts';

/** Search over the tree, and the choices of what to show. What does not fit is dimmed where it stands. */
export function TreeSearch() {
  const open = useStore(treeViewStore, (view) => view.searchOpen);
  const filter = useStore(treeViewStore, (view) => view.filter);
  const hidesFinished = useStore(treeViewStore, (view) => view.hidesFinished);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const filtering = isFiltering(filter);
  return (
    <>
      {open ? (
        <SearchField />
      ) : (
        <IconButton
          size="small"
          name="Search the tree"
          command="tree.search"
          onClick={() => treeViewStore.getState().openSearch()}
        >
          <Search aria-hidden />
        </IconButton>
      )}
      <IconButton
        size="small"
        name="What the tree shows"
        aria-haspopup="menu"
        aria-pressed={filter.kinds.size > 0 || hidesFinished}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setMenuAt({ x: left, y: bottom + 6 });
        }}
      >
        <ListFilter aria-hidden />
      </IconButton>
      {menuAt && <ShowMenu at={menuAt} onClose={() => setMenuAt(null)} />}
      {filtering && !open && (
        <IconButton size="small" name="End the filter" hint="Esc" onClick={() => treeViewStore.getState().clear()}>
          <X aria-hidden />
        </IconButton>
      )}
    </>
  );
}

function ShowMenu({ at, onClose }: { readonly at: { x: number; y: number }; readonly onClose: () => void }) {
  const view = treeViewStore.getState();
  const kind = (name: string, each: 'root' | 'fork' | 'subagent') => ({
    name,
    checked: view.filter.kinds.has(each),
    run: () => view.toggleKind(each),
  });
  return (
    <Menu
      label="What the tree shows"
      at={at}
      onClose={onClose}
      groups={[
        [
          {
            name: 'Hide finished branches',
            checked: view.hidesFinished,
            command: 'tree.hideFinished',
            run: view.toggleFinished,
          },
          { name: 'Hide what does not fit', checked: view.hidesOthers, run: view.toggleOthers },
        ],
        [kind('Only forks', 'fork'), kind('Only subagents', 'subagent')],
      ]}
    />
  );
}

function SearchField() {
  const text = useStore(treeViewStore, (view) => view.filter.text);
  const focus = useStore(treeViewStore, (view) => view.searchFocus);
  const found = useSession((state) => passingBranches(state, treeViewStore.getState().filter).length);
  const all = useSession((state) => state.order.length);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus > 0) ref.current?.select();
  }, [focus]);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      treeViewStore.getState().clear();
      viewStore.getState().focusCard(viewStore.getState().selected);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      walkFound(event.shiftKey ? -1 : 1);
    }
  };
  return (
    <search className="tree-search">
      <Search aria-hidden />
      <input
        ref={ref}
        className="tree-search__field"
        // biome-ignore lint/a11y/noAutofocus: it appears because the person asked for it
        autoFocus
        aria-label="Search the tree"
        placeholder="Title, model, file"
        value={text}
        onChange={(event) => treeViewStore.getState().setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <span className="tree-search__count figures" aria-live="polite">
        {text.trim() === '' ? '' : `${found} of ${all}`}
      </span>
      <IconButton size="small" name="End the search" hint="Esc" onClick={() => treeViewStore.getState().clear()}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}

/** Selects the next branch that was found and brings it into view; the cursor stays in the field. */
function walkFound(step: 1 | -1): void {
  const found = passingBranches(sessionStore.getState().state, treeViewStore.getState().filter);
  const { selected, select } = viewStore.getState();
  const at = found.indexOf(selected ?? '');
  const next = found.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % found.length);
  if (next === undefined) return;
  select(next);
  canvasStore.getState().focusOn([next]);
}
