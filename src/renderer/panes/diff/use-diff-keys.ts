import type { KeyboardEvent, RefObject } from 'react';
import type { StoreApi } from 'zustand';
import { markViewed } from '../../actions/review-actions.ts';
import { reviewStore } from '../../stores/review-store.ts';
import { isFileViewed } from './file-section.tsx';
import type { SectionsHandle } from './file-sections.tsx';
import { isHeavy } from './heavy.ts';
import { changesIn } from './hunk-lines.ts';
import { lineElement } from './line-element.ts';
import type { DiffPaneState } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';
import { versionOf } from './version-of.ts';

export interface DiffWays {
  /** To the next (1) or the previous (-1) change. */
  step(direction: 1 | -1): void;
  press(event: KeyboardEvent): void;
}

/** CSS pixels below the upper edge from which a change counts as "the next one": a file's head covers what is above. */
const BELOW_HEAD = 40;

let wishes = 0;

/** Walking by key: J and K file by file, N and P change by change, V marks as viewed, C comments on the change. */
export function diffWays(
  branch: string,
  files: readonly FilePatch[],
  store: StoreApi<DiffPaneState>,
  sections: RefObject<SectionsHandle | null>,
): DiffWays {
  const indexOf = (path: string | null) => files.findIndex((file) => file.path === path);
  const here = (): number => {
    const { current } = store.getState();
    return Math.max(0, indexOf(current?.path ?? sections.current?.top() ?? null));
  };
  const stopsOf = (file: FilePatch | undefined) =>
    file && isShown(file, branch, store.getState().folds[file.path]) ? changesIn(file) : [];

  const go = (file: FilePatch, index: number): void => {
    const change = stopsOf(file)[index];
    store.setState({
      current: { path: file.path, index },
      jump: { path: file.path, at: change ?? null, wish: ++wishes },
    });
    sections.current?.element?.focus({ preventScroll: true });
  };
  const step = (direction: 1 | -1): void => {
    const at = here();
    const file = files[at];
    if (!file) return;
    const stops = stopsOf(file);
    const { current } = store.getState();
    const from =
      current?.index ?? firstBelow(file, stops, sections.current?.element ?? null) - (direction === 1 ? 1 : 0);
    const next = from + direction;
    const other = files[at + direction];
    if (next >= 0 && next < stops.length) go(file, next);
    else if (other) go(other, direction === 1 ? 0 : Math.max(0, stopsOf(other).length - 1));
  };
  const file = (direction: 1 | -1): void => {
    const other = files[here() + direction];
    if (!other) return;
    store.setState({ current: null });
    sections.current?.show(other.path);
    sections.current?.element?.focus({ preventScroll: true });
  };
  const comment = (): void => {
    const at = files[here()];
    const { current } = store.getState();
    const change = at && stopsOf(at)[current?.path === at.path ? current.index : 0];
    if (!change) return;
    const { side, line, to } = change;
    store.setState({
      draft: { path: at.path, side, from: line, to, isFresh: true },
      jump: { path: at.path, at: { side, line: to }, wish: ++wishes },
    });
  };
  const view = (): void => {
    const at = files[here()];
    if (!at) return;
    const isViewed = isFileViewed(reviewStore.getState().review, branch, at);
    const { [at.path]: _, ...folds } = store.getState().folds;
    store.setState({ folds });
    void markViewed(branch, at.path, versionOf(at), !isViewed);
  };
  return {
    step,
    press(event) {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key === 'n') step(1);
      else if (event.key === 'p') step(-1);
      else if (event.key === 'j') file(1);
      else if (event.key === 'k') file(-1);
      else if (event.key === 'c') comment();
      else if (event.key === 'v') view();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function isShown(file: FilePatch, branch: string, fold: boolean | undefined): boolean {
  const isOpen = fold ?? !isFileViewed(reviewStore.getState().review, branch, file);
  return isOpen && (!isHeavy(file) || fold === true);
}

/** The first of these changes that is below the upper edge; as many as there are when none is. */
function firstBelow(file: FilePatch, stops: ReturnType<typeof changesIn>, box: HTMLElement | null): number {
  const section = box?.querySelector<HTMLElement>(`[data-path="${CSS.escape(file.path)}"]`);
  if (!box || !section) return 0;
  const edge = box.getBoundingClientRect().top + BELOW_HEAD;
  const below = stops.findIndex(({ side, line }) => {
    const row = lineElement(section, side, line);
    return row !== null && row.getBoundingClientRect().top > edge;
  });
  return below < 0 ? stops.length : below;
}
