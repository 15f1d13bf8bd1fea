import { existsSync } from 'node:fs';
import { countsOf } from '../core/review/selectors.ts';
import { branchesOf } from '../core/session/selectors.ts';
import { summaryOf } from '../core/session/summary.ts';
import { treeTable } from '../core/session/tree-table.ts';
import type { Engine } from '../engine/engine.ts';
import { readReviewState } from '../engine/review/read-review.ts';
import type { SourceSummary } from '../engine/transcripts/import/summarise-source.ts';
import { sessionFolder } from '../engine/transcripts/session-folder.ts';
import { print } from './host.ts';
import { summaryOfPath } from './import.ts';

/** `show`: a stored session by its id, or a transcript by its path: ours, or another tool's. */
export async function show(engine: Engine, home: string, target: string, json: boolean): Promise<void> {
  const { summary, reasons } = existsSync(target) ? await summaryOfPath(home, target) : await stored(engine, target);
  if (json) return print(JSON.stringify(summary, null, 2));
  print(`${summary.title}\n${summary.sessionId}\n\n${treeTable(summary)}`);
  for (const { id, status } of summary.branches) {
    const reason = reasons[id];
    if (status !== 'completed' && reason) print(`\n${id} ${status}: ${reason}`);
  }
  if (!existsSync(target)) await printReview(home, summary.sessionId);
  if (!summary.timesKnown) print('\nThe source states no times: the order is that of the file.');
  for (const { line, reason } of summary.problems) print(`\n${line === 0 ? '' : `line ${line}: `}${reason}`);
}

/** How much people have said about a stored session; nothing where nobody has. */
async function printReview(home: string, sessionId: string): Promise<void> {
  const review = await readReviewState(sessionFolder(home, sessionId).review);
  const { comments, findings, openFindings } = countsOf(review);
  if (comments + findings > 0) print(`\nReview: ${comments} comments, ${findings} findings (${openFindings} open)`);
  for (const { line, reason } of review.problems) print(`\nreview line ${line}: ${reason}`);
}

async function stored(engine: Engine, target: string): Promise<SourceSummary> {
  const state = await engine.read(await engine.find(target));
  const reasons = branchesOf(state).flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const]));
  return { summary: summaryOf(state, target), reasons: Object.fromEntries(reasons) };
}

/** `sessions`: what is stored, newest first. */
export async function sessions(engine: Engine, json: boolean): Promise<void> {
  const items = await engine.list();
  if (json) return print(JSON.stringify(items, null, 2));
  if (items.length === 0)
    return print('No sessions yet. Start one with `forkscope run --workspace DIR --prompt TEXT`.');
  for (const item of items) {
    const when =
      item.lastAt === 0 ? 'unknown time    ' : new Date(item.lastAt).toISOString().slice(0, 16).replace('T', ' ');
    print(
      `${item.sessionId}  ${when}  ${item.status.padEnd(11)}  ${item.branches === 1 ? '1 branch' : `${item.branches} branches`}  ${item.title}`,
    );
  }
}
