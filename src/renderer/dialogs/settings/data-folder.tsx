import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { TrashedSession } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { settingsStore } from '../../stores/settings-store.ts';
import { useWallClock } from '../../stores/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { formatAgo } from '../../ui/format.ts';

/** Where everything lies, and what was deleted from it. */
export function DataFolder() {
  const info = useStore(settingsStore, (state) => state.info);
  const [trash, setTrash] = useState<readonly TrashedSession[]>([]);
  const [fault, setFault] = useState<Fault | null>(null);
  const now = useWallClock(false);
  const read = useCallback(async () => {
    const answer = await ask('sessions.trash', {});
    if (answer.ok) setTrash(answer.value);
    else setFault(answer.error);
  }, []);
  useEffect(() => void read(), [read]);
  const restore = async (sessionId: string): Promise<void> => {
    const answer = await ask('sessions.restore', { sessionId });
    setFault(answer.ok ? null : answer.error);
    await read();
  };
  return (
    <>
      <p className="settings__path">{info?.dataFolder ?? 'unknown'}</p>
      <p className="field__hint">
        Sessions, settings.json and worktrees live here. Version {info?.version ?? 'unknown'}. Drawn with React Flow,
        dockview and xterm.js.
      </p>
      {fault && <FaultLine message={fault.message} />}
      {trash.length > 0 && (
        <>
          <h4 className="settings__subtitle">Trash</h4>
          <ul className="settings__trash" aria-label="Deleted sessions">
            {trash.map((item) => (
              <li key={item.sessionId}>
                <span className="cut" title={item.workspace}>
                  {item.title}
                </span>
                <span className="figures">{item.deletedAt === 0 ? '' : formatAgo(item.deletedAt, now)}</span>
                <Button size="small" onClick={() => void restore(item.sessionId)}>
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
