import { useCallback, useEffect, useState } from 'react';
import type { CloneLook } from '../../../shared/clone-calls.ts';
import { ask, attempt } from '../../actions/attempt.ts';
import { useOpenSession } from '../../stores/use-session.ts';

export interface ClonesOfPerson {
  /** Those that suit the fork, the best first, and what was picked besides. Null until they are known. */
  readonly clones: readonly CloneLook[] | null;
  readonly fault: string | null;
  /** The system's dialog for a folder; it becomes the choice when it is a checkout. */
  browse(): void;
}

/** The person's own clones for a fork that came with a bundle. Without a choice the best one that suits is taken. */
export function useClones(
  branch: string,
  isWanted: boolean,
  into: string | null,
  onPick: (root: string) => void,
): ClonesOfPerson {
  const sessionId = useOpenSession((open) => open.sessionId);
  const [known, setKnown] = useState<readonly CloneLook[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const add = useCallback((look: CloneLook): void => {
    setKnown((was) => [look, ...(was ?? []).filter(({ root }) => root !== look.root)]);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once a fork; the choice of that moment is looked up with it
  useEffect(() => {
    if (!isWanted || sessionId === null) return;
    let isCurrent = true;
    const load = async () => {
      const answer = await ask('clone.known', { sessionId, branch });
      const before = into === null ? null : await ask('clone.look', { sessionId, branch, path: into });
      if (!isCurrent) return;
      if (!answer.ok) {
        setFault(answer.error.message);
        setKnown([]);
        return;
      }
      setKnown(answer.value);
      if (before?.ok) add(before.value);
      const [best] = answer.value;
      // Whoever merges into a clone that only looks alike says so himself.
      if (into === null && best && best.fit !== 'files') onPick(best.root);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [sessionId, branch, isWanted]);

  const browse = async (): Promise<void> => {
    const picked = await attempt('workspace.pick', {});
    if (!picked.ok || picked.value === null || sessionId === null) return;
    const look = await ask('clone.look', { sessionId, branch, path: picked.value });
    if (!look.ok) {
      setFault(look.error.message);
      return;
    }
    setFault(null);
    add(look.value);
    onPick(look.value.root);
  };
  return { clones: known, fault, browse: () => void browse() };
}
