import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow } from 'electron';
import { summaryOf } from '../core/session/summary.ts';
import { treeTable } from '../core/session/tree-table.ts';
import type { Engine } from '../engine/engine.ts';
import type { Send } from './event-feed.ts';

/** What the window needs to draw the last events before its picture is taken. */
const SETTLE_MS = 1_500;

/**
 * Runs the demo session to its end where nobody watches: prints the tree as a table and saves the window as a picture.
 * Returns the exit code: 0 when every branch completed and every fork changed something.
 */
export async function runDemo(engine: Engine, window: BrowserWindow, send: Send, picture: string): Promise<number> {
  process.stdout.write('The demo session runs: one agent reads a small project and forks three ways.\n');
  const session = await engine.createDemo();
  const sessionId = session.state.session?.sessionId ?? '';
  send('show-session', { sessionId });
  await session.idle();
  await sleep(SETTLE_MS);
  await writeFile(picture, (await window.webContents.capturePage()).toPNG());
  const summary = summaryOf(session.state, sessionId);
  process.stdout.write(`\n${treeTable(summary)}\n\nPicture: ${picture}\n`);
  const isDone = summary.branches.every(
    ({ status, kind, worktree }) => status === 'completed' && (kind !== 'fork' || (worktree?.files ?? 0) > 0),
  );
  return isDone ? 0 : 1;
}
