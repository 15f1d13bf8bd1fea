import type { SessionEvent } from '../core/session/events.ts';
import { summaryOf } from '../core/session/summary.ts';
import { treeTable } from '../core/session/tree-table.ts';
import type { Engine } from '../engine/engine.ts';
import { SIGNAL_CODES } from '../engine/signal-codes.ts';
import type { SessionOptions } from '../shared/contract.ts';
import { print } from './host.ts';
import { progressLine } from './progress-line.ts';
import { type CaughtSignals, catchSignals } from './signals.ts';

/** Runs a session to its end. Returns the exit code: 0 done, 1 when a branch failed, 130 interrupted. */
export async function run(engine: Engine, options: SessionOptions, json: boolean): Promise<number> {
  const signals = catchSignals();
  try {
    return await runSession(engine, options, json, signals);
  } finally {
    signals.release();
    await engine.close();
  }
}

async function runSession(
  engine: Engine,
  options: SessionOptions,
  json: boolean,
  { caught }: CaughtSignals,
): Promise<number> {
  const session = await engine.create(options);
  const show = (event: SessionEvent) => {
    const line = json ? JSON.stringify(event) : progressLine(session.state, event);
    if (line !== null) print(line);
  };
  const unsubscribe = session.subscribe((event) => {
    show(event);
    // Nobody is there to answer: the agent is told so, instead of waiting for ever.
    if (event.type === 'permission-asked') {
      const word = 'Nobody can answer on this command line. Run with --approve all or --approve edits to allow it.';
      queueMicrotask(() => session.answerPermission(event.promptId, { answer: 'deny', scope: 'once', word }));
    }
  });
  for (const event of session.pastEvents()) show(event);
  const interrupted = caught.then(async (name) => {
    await session.interruptAll(`Interrupted by ${name}.`);
    return SIGNAL_CODES[name];
  });
  const done = session.idle().then(() => 0);
  const code = await Promise.race([done, interrupted]);
  const summary = summaryOf(session.state, session.state.session?.sessionId ?? '');
  unsubscribe();
  print(json ? JSON.stringify({ type: 'session-summary', ...summary }) : `\n${treeTable(summary)}`);
  if (code !== 0) return code;
  return summary.branches.some(({ status }) => status === 'failed') ? 1 : 0;
}
