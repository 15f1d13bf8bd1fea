import { WrapText } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { WorktreeState } from '../../core/session/state.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { IconButton } from '../ui/button.tsx';
import { Counts } from './diff/counts.tsx';
import './diff/diff.css';
import { plural } from '../ui/format.ts';
import { FileSection, isHeavy, PathName } from './diff/file-section.tsx';
import { type FilePatch, parsePatch } from './diff/parse-patch.ts';
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

/** What a branch changed in its worktree since its base commit. */
export function DiffPane({ branch }: DiffPaneProps) {
  const title = useBranchField(branch, (found) => found.title, branch);
  const worktree = useBranchField<WorktreeState | null>(branch, (found) => found.worktree, null);
  const { patch, fault, isLoading } = usePatch(branch, worktree);
  const files = useMemo(() => (patch === null ? [] : parsePatch(patch)), [patch]);
  return (
    <section
      className="pane-view diff-pane"
      aria-label={`Changes of ${title}`}
      aria-busy={isLoading && worktree !== null}
    >
      {worktree === null ? (
        <PaneEmpty title="This branch has no worktree of its own.">
          It works in the workspace's folder, so its changes cannot be told from others. Look there with git.
        </PaneEmpty>
      ) : fault !== null && files.length === 0 ? (
        <PaneEmpty isError title={fault}>
          {worktree.removedRef ? `Its last state is kept under ${worktree.removedRef}.` : null}
        </PaneEmpty>
      ) : patch === null ? (
        <PaneEmpty title="Reading the changes…" />
      ) : files.length === 0 ? (
        <PaneEmpty title="No changes yet." />
      ) : (
        <Files branch={branch} files={files} worktree={worktree} fault={fault} />
      )}
    </section>
  );
}

interface FilesProps {
  readonly branch: string;
  readonly files: readonly FilePatch[];
  readonly worktree: WorktreeState;
  readonly fault: string | null;
}

function Files({ branch, files, worktree, fault }: FilesProps) {
  const sections = useRef<HTMLDivElement>(null);
  const [frame, width] = useWidth<HTMLDivElement>();
  const [wraps, setWraps] = useState(false);
  const theme = useTheme();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [folds, setFolds] = useState<{ readonly [path: string]: boolean }>({});
  const isSplit = chosen ?? width >= SPLIT_WIDTH;
  const isOpen = (file: FilePatch) => folds[file.path] ?? !isHeavy(file);
  const toggle = (path: string) => {
    const file = files.find((candidate) => candidate.path === path);
    if (file) setFolds({ ...folds, [path]: !isOpen(file) });
  };
  const show = (file: FilePatch) => {
    if (!isOpen(file)) toggle(file.path);
    sections.current?.querySelector(`[data-path="${CSS.escape(file.path)}"]`)?.scrollIntoView({ block: 'start' });
  };
  const target = useStore(paneTargetStore, (state) => state.target);
  const wanted = target?.kind === 'diff' && target.branch === branch ? target : null;
  const found = files.find(({ path }) => path === wanted?.place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is answered once, when its file is there
  useEffect(() => {
    if (found) show(found);
  }, [wanted?.wish, found?.path]);
  return (
    <>
      <div className="pane-bar">
        <span className="cut">{plural(files.length, 'file')}</span>
        <Counts added={sum(files, 'added')} removed={sum(files, 'removed')} />
        <span className="pane-grow cut diff-base" title={`Base commit ${worktree.baseCommit}`}>
          {fault ?? `since ${worktree.baseCommit.slice(0, 8)}`}
        </span>
        <IconButton size="small" name="Wrap long lines" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          <WrapText aria-hidden />
        </IconButton>
        <span className="pane-choice">
          <button type="button" aria-pressed={!isSplit} onClick={() => setChosen(false)}>
            Unified
          </button>
          <button type="button" aria-pressed={isSplit} onClick={() => setChosen(true)}>
            Split
          </button>
        </span>
      </div>
      <div ref={frame} className="diff-frame">
        {width >= LIST_WIDTH && files.length > 1 ? (
          <nav className="diff-list pane-scroll" aria-label="Changed files">
            {files.map((file) => (
              <button key={file.path} type="button" onClick={() => show(file)}>
                <PathName path={file.path} />
                <Counts added={file.added} removed={file.removed} />
              </button>
            ))}
          </nav>
        ) : null}
        <div ref={sections} className="diff-files pane-scroll">
          {files.map((file) => (
            <FileSection
              key={file.path}
              file={file}
              isOpen={isOpen(file)}
              isSplit={isSplit}
              wraps={wraps}
              theme={theme}
              onToggle={toggle}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function sum(files: readonly FilePatch[], field: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + file[field], 0);
}
