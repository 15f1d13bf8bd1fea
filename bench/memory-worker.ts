import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sessionOn, skipHolds } from './lib/fork-session.ts';
import { workspaceIn } from './lib/workspace.ts';

/** The process that is measured: one session whose root has read 32 files, with `count` forks that run. */
export async function runMemory(
  [url = '', folder = '', count = '1']: readonly string[],
  tell: (message: unknown) => void,
) {
  const workspace = workspaceIn(folder);
  process.on('SIGTERM', () => process.exit(0));
  const session = sessionOn(url, workspace, Number(count));
  skipHolds(session);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('message', () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    tell({ kind: 'live', bytes: heapUsed + external });
  });
  session.prompt('root', 'Look around.');
  await session.idle();
  if (Number(count) > 0) session.prompt('root', 'Fork now.');
  tell({ kind: 'ready' });
  await session.idle();
  tell({ kind: 'done' });
}
