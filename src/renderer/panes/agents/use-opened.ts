import { useEffect, useRef, useState } from 'react';
import type { OpenedAgent } from '../../../shared/agent-calls.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { type AgentPlace, isEditing, placeKey } from './agent-place.ts';

export interface Opened {
  /** The file or the built-in agent of the place; null while it is read, and for other places. */
  readonly opened: OpenedAgent | null;
  readonly fault: Fault | null;
  /** The file that is edited is no longer the one that was opened. */
  readonly isOutdated: boolean;
}

const NOTHING = { visit: '', opened: null, fault: null, isOutdated: false } as const;

/**
 * The agent that is shown. While it is read it follows the disk; while it is edited it stays as it was opened, and the
 * person is told when the disk moves on. `visit` names one stay at a place, `readings` one look at the disk.
 */
export function useOpened(workspace: string, place: AgentPlace | null, visit: number, readings: number): Opened {
  const key = `${placeKey(place)} ${visit}`;
  const [state, setState] = useState<Opened & { readonly visit: string }>(NOTHING);
  const first = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again at every stay, and when anything on disk changed
  useEffect(() => {
    if (place?.kind !== 'file' && place?.kind !== 'built-in') return;
    let current = true;
    const of = place.kind === 'file' ? { path: place.path } : { builtIn: place.name };
    void ask('agents.read', { workspace, of }).then((answer) => {
      if (!current) return;
      if (isEditing(place) && first.current === key) {
        const stamp = answer.ok ? answer.value.stamp : null;
        setState((before) => ({ ...before, isOutdated: stamp !== before.opened?.stamp }));
        return;
      }
      first.current = key;
      setState({
        visit: key,
        opened: answer.ok ? answer.value : null,
        fault: answer.ok ? null : answer.error,
        isOutdated: false,
      });
    });
    return () => {
      current = false;
    };
  }, [key, workspace, readings]);
  return state.visit === key ? state : NOTHING;
}
