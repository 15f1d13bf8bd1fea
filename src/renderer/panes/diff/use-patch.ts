import { useEffect, useRef, useState } from 'react';
import type { WorktreeState } from '../../../core/session/state.ts';
import type { PastFiles } from '../../../core/worktree/past-files.ts';
import { host } from '../../bridge.ts';
import { useOpenSession } from '../../stores/use-session.ts';
import { parseInSlices } from './parse-in-slices.ts';
import type { FilePatch } from './parse-patch.ts';

export interface LoadedPatch {
  /** Null until the first answer. */
  readonly files: readonly FilePatch[] | null;
  readonly fault: string | null;
  readonly isLoading: boolean;
  /** Reads it again now. */
  reload(): void;
}

export interface PatchChoice {
  readonly branch: string;
  /** A branch on the other side; default: the base commit. */
  readonly against?: string | null;
  readonly ignoresSpace?: boolean;
  /** A moment of the past; null for the files as they are now. */
  readonly past?: PastFiles | null;
}

/** Milliseconds of calm before a changed worktree is read again: edits come in bursts, and each read runs git. */
const CALM_MS = 1_000;

/** What was read last; the files of another moment stay in sight until those of this one are there. */
interface Last {
  readonly key: string;
  readonly moment: string;
  readonly reads: number;
  readonly files: readonly FilePatch[];
}

interface Loaded extends Omit<LoadedPatch, 'reload'> {
  readonly key: string;
}

/**
 * The changes of a branch's worktree, read again after it or the branch on the other side changed; one read at a time,
 * the last state wins. Files that are as they were keep their objects.
 */
export function usePatch(
  { branch, against = null, ignoresSpace = false, past = null }: PatchChoice,
  worktree: WorktreeState | null,
  other: WorktreeState | null = null,
): LoadedPatch {
  const sessionId = useOpenSession((open) => open.sessionId);
  const key = `${sessionId} ${branch} ${against} ${ignoresSpace}`;
  const [loaded, setLoaded] = useState<Loaded>({ ...NOTHING, key });
  const [reads, setReads] = useState(0);
  const moment = past === null ? 'now' : `${past.before} ${past.after}`;
  const last = useRef<Last | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the worktrees' states are what triggers it
  useEffect(() => {
    if (sessionId === null || worktree === null) return;
    let isCurrent = true;
    const load = async () => {
      setLoaded((was) => (was.key === key ? { ...was, isLoading: true } : { ...NOTHING, key }));
      const answer = await host.call('branch.diff', {
        sessionId,
        branch,
        against,
        ignoreSpace: ignoresSpace,
        past,
      });
      if (!isCurrent) return;
      if (!answer.ok) {
        const fault = answer.error.message;
        setLoaded((was) => ({ key, files: was.key === key ? was.files : null, fault, isLoading: false }));
        last.current = { key, moment, reads, files: last.current?.key === key ? last.current.files : [] };
        return;
      }
      const former = last.current?.files ?? [];
      const files = await parseInSlices(answer.value.patch, former, () => isCurrent);
      if (files === null) return;
      last.current = { key, moment, reads, files };
      setLoaded({ key, files, fault: null, isLoading: false });
    };
    const { current } = last;
    const isNews = current?.key !== key || current.moment !== moment || current.reads !== reads;
    const timer = setTimeout(() => void load(), isNews ? 0 : CALM_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // A moment of the past does not change, whatever the worktrees do.
  }, [sessionId, key, moment, past === null && worktree, past === null && other, reads]);

  const reload = () => setReads(reads + 1);
  return loaded.key === key ? { ...loaded, reload } : { ...NOTHING, reload };
}

const NOTHING = { files: null, fault: null, isLoading: true } as const;
