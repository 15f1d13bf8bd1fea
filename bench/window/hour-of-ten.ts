import type { EventBody, SessionEvent } from '../../src/core/session/events.ts';
import { branch, head } from './long-log.ts';

const FORKS = Array.from({ length: 10 }, (_, at) => `f${at + 1}`);
/** Ten ticks a second for an hour. */
const TICKS = 36_000;
/** Ticks of one batch: what follows within the time in which the window folds once. */
const BATCH = 12;
/** Words that a fork streams in a tick: 50 tokens a second. */
const WORDS = ' word word word word word';
/** Ticks of one answer, after which it stands in the conversation. */
const ANSWER = 100;
/** Bytes that a command of each step prints. */
const OUTPUT = 'x'.repeat(4_000);

/** What an hour of ten streaming forks writes: 500 tokens a second in all, an answer and a command every ten seconds. */
export function hourOfTen(now: number): { log: SessionEvent[]; ticks: SessionEvent[][] } {
  let seq = 0;
  const stamp = (body: EventBody): SessionEvent => ({ ...body, seq: ++seq, at: now + seq });
  const log = [
    { ...head(0), title: 'Ten that stream' } as EventBody,
    branch('root', null),
    ...FORKS.flatMap((id): EventBody[] => [
      branch(id, 'root'),
      { type: 'branch-status', branch: id, status: 'running' },
    ]),
  ].map(stamp);
  const ticks: SessionEvent[][] = [];
  for (let tick = 0; tick < TICKS; tick += BATCH) {
    const batch: EventBody[] = [];
    for (let at = tick; at < tick + BATCH; at++) for (const id of FORKS) batch.push(...written(id, at));
    ticks.push(batch.map(stamp));
  }
  return { log, ticks };
}

function written(id: string, tick: number): EventBody[] {
  const step = Math.floor(tick / ANSWER) + 1;
  const requestId = `${id}-r${step}`;
  const bodies: EventBody[] = [];
  if (tick % ANSWER === 0) {
    bodies.push(
      {
        type: 'request-started',
        branch: id,
        requestId,
        step,
        attempt: 1,
        model: 'demo-planner',
        base: null,
        added: [],
        totalBytes: 400_000,
        chain: 'c',
        prefix: null,
      },
      { type: 'request-first-byte', branch: id, requestId },
    );
  }
  bodies.push({ type: 'text-delta', branch: id, requestId, thought: false, text: WORDS });
  if (tick % ANSWER === ANSWER - 1) bodies.push(...end(id, step, requestId));
  return bodies;
}

function end(id: string, step: number, requestId: string): EventBody[] {
  const callId = `${id}-c${step}`;
  const usage = { input: 90_000, cacheRead: 88_000, cacheWrite: 0, output: 500, thoughts: 0 };
  const text = { kind: 'text', text: WORDS.repeat(ANSWER) } as const;
  const call = { kind: 'call', callId, name: 'bash', args: { command: 'npm test' } } as const;
  const result = { kind: 'result', callId, name: 'bash', text: OUTPUT, isError: false } as const;
  return [
    { type: 'request-ended', branch: id, requestId, finishReason: 'STOP', usage, cost: 0.002, uncachedCost: 0.02 },
    {
      type: 'message-added',
      branch: id,
      author: 'model',
      message: { id: `${callId}m`, role: 'model', parts: [text, call] },
    },
    { type: 'tool-started', branch: id, callId, name: 'bash', title: 'npm test' },
    { type: 'terminal-data', branch: id, callId, data: OUTPUT },
    { type: 'tool-ended', branch: id, callId, status: 'ok', exitCode: 0, signal: null },
    {
      type: 'message-added',
      branch: id,
      author: 'tools',
      message: { id: `${callId}t`, role: 'user', parts: [result] },
    },
  ];
}
