import { useCallback, useEffect, useRef, useState } from 'react';
import type { AgentListing } from '../../../shared/agent-calls.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { host } from '../../bridge.ts';

export interface Agents {
  readonly listing: AgentListing | null;
  readonly fault: Fault | null;
  /** Counts up with every reading, so that whoever shows a file knows when to look at it again. */
  readonly readings: number;
  reload(): Promise<void>;
}

/** The agents and skills of a workspace as they are on disk now; changes there appear by themselves. */
export function useAgents(workspace: string): Agents {
  const [found, setFound] = useState<Omit<Agents, 'reload'>>({ listing: null, fault: null, readings: 0 });
  const root = useRef<string | null>(null);
  const reload = useCallback(async (): Promise<void> => {
    const answer = await ask('agents.list', { workspace });
    if (answer.ok) root.current = answer.value.root;
    setFound(({ listing, readings }) =>
      answer.ok
        ? { listing: answer.value, fault: null, readings: readings + 1 }
        : { listing, fault: answer.error, readings },
    );
  }, [workspace]);
  useEffect(() => {
    const off = host.on('agents-changed', (changed) => {
      if (changed.root === root.current) void reload();
    });
    void reload();
    // Once more when the watch stands: a change may have come in between.
    void ask('agents.watch', { workspace }).then(() => reload());
    return () => {
      off();
      void ask('agents.unwatch', { workspace });
    };
  }, [workspace, reload]);
  return { ...found, reload };
}
