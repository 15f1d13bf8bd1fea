import type { SessionEvent } from '../core/session/events.ts';
import { summaryOf } from '../core/session/summary.ts';
import { treeTable } from '../core/session/tree-table.ts';
import type { Engine } from '../engine/engine.ts';
import type { SessionOptions } from '../shared/contract.ts';
import { print } from './host.ts';
import { progressLine } from './progress-line.ts';

/** Exit codes of a run that a signal ended: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs a session to its end. Returns the exit code: 0 done, 1 when a branch failed, 130 interrupted. */
export async function run(engine: Engine, options: SessionOptions, json: boolean): Promise<number> {
  const signal = catchSignals();
  try {
    return await runSession(engine, options, json, signal);
  } finally {
    signal.release();
    await engine.close();
  }
}

async function runSession(engine: Engine, options: SessionOptions, json: boolean, signal: Caught): Promise<number> {
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
  const interrupted = signal.caught.then(async (name) => {
    await session.interruptAll(`Interrupted by ${name}.`);
    return SIGNALS[name];
  });
  const done = session.idle().then(() => 0);
  const code = await Promise.race([done, interrupted]);
  const summary = summaryOf(session.state, session.state.session?.sessionId ?? '');
  unsubscribe();
  print(json ? JSON.stringify({ type: 'session-summary', ...summary }) : `\n${treeTable(summary)}`);
  if (code !== 0) return code;
  return summary.branches.some(({ status }) => status === 'failed') ? 1 : 0;
}

interface Caught {
  readonly caught: Promise<keyof typeof SIGNALS>;
  readonly release: () => void;
}

/** A key press may arrive twice: from the terminal's group, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000;

/** The first signal interrupts and keeps everything; a later one ends the process at once. */
function catchSignals(): Caught {
  let resolve: (name: keyof typeof SIGNALS) => void = () => {};
  const caught = new Promise<keyof typeof SIGNALS>((done) => {
    resolve = done;
  });
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  let firstAt: number | null = null;
  const handler = (name: NodeJS.Signals) => {
    const known = name as keyof typeof SIGNALS;
    const now = performance.now();
    if (firstAt !== null && now - firstAt > SAME_SIGNAL_MS) process.exit(SIGNALS[known]);
    firstAt ??= now;
    resolve(known);
  };
  for (const name of names) process.on(name, handler);
  return {
    caught,
    release: () => {
      for (const name of names) process.off(name, handler);
    },
  };
}
