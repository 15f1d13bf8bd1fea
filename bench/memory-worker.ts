import { sessionOn, skipHolds } from './lib/fork-session.ts';
import { makeWorkspace } from './lib/workspace.ts';

/** The process that is measured: one session whose root has read 32 files, with `count` forks that run. */
export async function runMemory(
  [url = '', count = '1', files = '32']: readonly string[],
  tell: (message: unknown) => void,
) {
  const workspace = makeWorkspace(Number(files), 9_600);
  process.on('exit', () => workspace.dispose());
  process.on('SIGTERM', () => process.exit(0));
  const session = sessionOn(url, workspace, Number(count));
  skipHolds(session);
  session.prompt('root', 'Look around.');
  await session.idle();
  if (Number(count) > 0) session.prompt('root', 'Fork now.');
  tell({ kind: 'ready' });
  await session.idle();
  tell({ kind: 'done' });
}
