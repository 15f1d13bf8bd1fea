import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkspaceInfo } from '../../shared/contract.ts';
import { EngineFault } from '../engine-fault.ts';

/** The folder whose agents count: the root of the repository, or the folder itself where there is none. */
export async function workspaceRoot(
  engine: { inspect(path: string): Promise<WorkspaceInfo> },
  workspace: string,
  nextStep = 'Choose one that is there.',
): Promise<string> {
  const folder = resolve(workspace);
  const isFolder = await stat(folder).then(
    (info) => info.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new EngineFault('not-a-folder', `${folder} is no folder. ${nextStep}`);
  return engine.inspect(folder).then(
    ({ root }) => root,
    () => folder,
  );
}
