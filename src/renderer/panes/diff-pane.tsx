import { useEffect, useMemo, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { WorktreeState } from '../../core/session/state.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { PastFilesNote } from '../replay/past-files-note.tsx';
import { reviewStore } from '../stores/review-store.ts';
import { DiffBar } from './diff/diff-bar.tsx';
import { diffChoices } from './diff/diff-choices.ts';
import './diff/diff.css';
import './diff/viewer.css';
import { FileList } from './diff/file-list.tsx';
import { isFileViewed } from './diff/file-section.tsx';
import { FileSections, type SectionsHandle, useViewedCount } from './diff/file-sections.tsx';
import { buildTree, filterFiles } from './diff/file-tree.ts';
import {
  createDiffPaneStore,
  type DiffPaneActions,
  DiffPaneContext,
  type DiffPaneState,
  useDiffPane,
} from './diff/pane-store.ts';
import type { FilePatch } from './diff/parse-patch.ts';
import { useShownFiles } from './diff/past-files.ts';
import { remarksByPath } from './diff/place-comments.ts';
import { parseDiffPlace } from './diff/place-text.ts';
import { diffWays } from './diff/use-diff-keys.ts';
import { usePatch } from './diff/use-patch.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { useBranchField } from './shared/use-branch-field.ts';
import { useTheme } from './shared/use-theme.ts';
import { useWidth } from './shared/use-width.ts';

export interface DiffPaneProps {
  readonly branch: string;
}

/** CSS pixels from which two columns of code fit side by side, and from which a file list fits beside them. */
const SPLIT_WIDTH = 900;
const LIST_WIDTH = 640;

const NO_FILES: readonly FilePatch[] = [];

/** What a branch changed in its worktree: since its base commit, or beyond what another branch's files are now. */
export function DiffPane({ branch }: DiffPaneProps) {
  const title = useBranchField(branch, (found) => found.title, branch);
  const worktree = useBranchField<WorktreeState | null>(branch, (found) => found.worktree, null);
  return (
    <section className="pane-view diff-pane" aria-label={`Changes of ${title}`}>
      {worktree === null ? (
        <PaneEmpty title="This branch has no worktree of its own.">
          It works in the workspace's folder, so its changes cannot be told from others. Look there with git.
        </PaneEmpty>
      ) : (
        <Changes branch={branch} worktree={worktree} />
      )}
    </section>
  );
}

function Changes({ branch, worktree }: { branch: string; worktree: WorktreeState }) {
  const choices = useStore(diffChoices);
  const wanted = choices.against[branch] ?? null;
  const other = useBranchField<WorktreeState | null>(wanted ?? '', (found) => found.worktree, null);
  const isThere = useBranchField(wanted ?? '', (found) => found.worktree?.removedRef === undefined, false);
  const against = isThere && !worktree.isCarried ? wanted : null;
  const shown = useShownFiles(worktree, against === null ? null : other);
  const past = shown.kind === 'past' ? shown.files : null;
  const loaded = usePatch(
    { branch, against, ignoresSpace: choices.ignoresSpace, past },
    worktree,
    against === null ? null : other,
  );
  const { fault, isLoading } = loaded;
  const [store] = useState(createDiffPaneStore);
  const filter = useStore(store, (state) => state.filter);
  const whole = useMemo(() => buildTree(loaded.files ?? NO_FILES), [loaded.files]);
  const all = whole.files;
  const tree = useMemo(
    () => (filter.trim() === '' ? whole : buildTree(filterFiles(whole.files, filter))),
    [whole, filter],
  );
  const sections = useRef<SectionsHandle>(null);
  const actions = useMemo<DiffPaneActions>(
    () => ({
      branch,
      against,
      past,
      store,
      scroller: () => sections.current?.element ?? null,
      heightOf: (path) => sections.current?.heightOf(path) ?? 0,
      focus: () => sections.current?.element?.focus({ preventScroll: true }),
    }),
    [branch, against, past, store],
  );
  const ways = useMemo(() => diffWays(branch, tree.files, store, sections), [branch, tree, store]);
  const [frame, width] = useWidth<HTMLDivElement>();
  const isSplit = choices.isSplit ?? width >= SPLIT_WIDTH;
  const viewed = useViewedCount(branch, all);
  useWish(branch, all, store);
  return (
    <DiffPaneContext value={actions}>
      <PastFilesNote worktree={worktree} shown={shown} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole pane, for the controls inside */}
      <div
        ref={frame}
        className="diff-whole"
        aria-busy={isLoading}
        onKeyDown={ways.press}
        onWheel={() => store.setState({ current: null })}
      >
        <DiffBar
          branch={branch}
          against={against}
          baseCommit={worktree.baseCommit}
          isCarried={worktree.isCarried === true}
          files={loaded.files && all}
          viewed={viewed}
          fault={all.length > 0 ? fault : null}
          isLoading={isLoading}
          isSplit={isSplit}
          onReload={loaded.reload}
          onStep={ways.step}
        />
        {fault !== null && all.length === 0 ? (
          <PaneEmpty isError title={fault}>
            {worktree.removedRef ? `Its last state is kept under ${worktree.removedRef}.` : null}
          </PaneEmpty>
        ) : loaded.files === null ? (
          <PaneEmpty title="Reading the changes…" />
        ) : all.length === 0 ? (
          <PaneEmpty title={against === null ? 'No changes yet.' : 'The files of both are the same.'} />
        ) : (
          <Files tree={tree} total={all.length} sections={sections} hasList={width >= LIST_WIDTH} isSplit={isSplit} />
        )}
      </div>
    </DiffPaneContext>
  );
}

interface FilesProps {
  readonly tree: ReturnType<typeof buildTree>;
  readonly total: number;
  readonly sections: React.RefObject<SectionsHandle | null>;
  readonly hasList: boolean;
  readonly isSplit: boolean;
}

function Files({ tree, total, sections, hasList, isSplit }: FilesProps) {
  const [shown, setShown] = useState<string | null>(null);
  const wraps = useStore(diffChoices, (choices) => choices.wraps);
  const theme = useTheme();
  const review = useStore(reviewStore, (open) => open.review);
  const { branch } = useDiffPane();
  const remarks = useMemo(() => remarksByPath(review, branch), [review, branch]);
  return (
    <div className="diff-frame">
      {hasList && total > 1 ? (
        <FileList
          tree={tree}
          shown={shown ?? tree.files[0]?.path ?? null}
          total={total}
          onShow={(path) => sections.current?.show(path)}
        />
      ) : null}
      <FileSections
        files={tree.files}
        remarks={remarks}
        handle={sections}
        onTop={setShown}
        isSplit={isSplit}
        wraps={wraps}
        theme={theme}
      />
    </div>
  );
}

/** Answers what another pane, a link or a comment asks to see: a file, or a line of it. */
function useWish(branch: string, files: readonly FilePatch[], store: StoreApi<DiffPaneState>): void {
  const target = useStore(paneTargetStore, (state) => state.target);
  const wanted = target?.kind === 'diff' && target.branch === branch ? target : null;
  const place = wanted && parseDiffPlace(wanted.place);
  const isThere = files.some(({ path }) => path === place?.path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is answered once, when its file is there
  useEffect(() => {
    if (!place || !isThere || !wanted) return;
    const { filter, folds } = store.getState();
    const file = files.find(({ path }) => path === place.path);
    const { review } = reviewStore.getState();
    const isFolded = file && !(folds[place.path] ?? !isFileViewed(review, branch, file));
    store.setState({
      // What the filter hides cannot be shown.
      filter: place.path.includes(filter) ? filter : '',
      ...(isFolded ? { folds: { ...folds, [place.path]: true } } : {}),
      jump: { ...place, wish: -wanted.wish },
    });
  }, [wanted?.wish, isThere]);
}
