import { useEffect, useState } from 'react';
import type { WorkspaceInfo } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import { ask } from '../actions/attempt.ts';

export type WorkspaceLook =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly info: WorkspaceInfo }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Milliseconds without a key press before the folder is looked at. */
const LOOK_AFTER_MS = 300;

/** What the host says about a folder while a person is still filling in the form. */
export function useWorkspace(path: string): WorkspaceLook {
  const [look, setLook] = useState<WorkspaceLook>({ kind: 'none' });
  useEffect(() => {
    const folder = path.trim();
    if (folder === '') {
      setLook({ kind: 'none' });
      return;
    }
    let current = true;
    setLook({ kind: 'looking' });
    const timer = setTimeout(async () => {
      const answer = await ask('workspace.inspect', { path: folder });
      if (!current) return;
      setLook(answer.ok ? { kind: 'found', info: answer.value } : { kind: 'fault', fault: answer.error });
    }, LOOK_AFTER_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [path]);
  return look;
}
