import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TrashedSession } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { settingsStore } from '../../stores/settings-store.ts';
import { useWallClock } from '../../stores/use-now.ts';
import { FaultLine } from '../../ui/fault-line.tsx';
import { goneWords, TrashLine } from './trash-line.tsx';

/** Where everything lies, and what was deleted from it. */
export function DataFolder() {
  const info = useStore(settingsStore, (state) => state.info);
  const [trash, setTrash] = useState<readonly TrashedSession[]>([]);
  const [fault, setFault] = useState<Fault | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLHeadingElement>(null);
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
  const deleteForGood = async (sessionId: string): Promise<void> => {
    const answer = await ask('sessions.deleteForGood', { sessionId });
    setFault(answer.ok ? null : answer.error);
    if (answer.ok) setSaid(goneWords(answer.value));
    await read();
    list.current?.focus();
  };
  return (
    <>
      <p className="settings__path">{info?.dataFolder ?? 'unknown'}</p>
      <p className="field__hint">
        Sessions, settings.json and worktrees live here. Version {info?.version ?? 'unknown'}. Drawn with React Flow,
        dockview and xterm.js.
      </p>
      {fault && <FaultLine message={fault.message} />}
      {(trash.length > 0 || said !== '') && (
        <>
          <h4 ref={list} tabIndex={-1} className="settings__subtitle">
            Trash
          </h4>
          <p className="field__hint" role="status">
            {said}
          </p>
          <ul className="settings__trash" aria-label="Deleted sessions">
            {trash.map((item) => (
              <TrashLine key={item.sessionId} item={item} now={now} restore={restore} deleteForGood={deleteForGood} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
