import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { EventFeed } from '../src/main/event-feed.ts';
import { sessionOn, skipHolds } from './lib/fork-session.ts';
import { workspaceIn } from './lib/workspace.ts';

/** Milliseconds between two looks at the clock; it is part of every value. */
const RESOLUTION_MS = 1;

/** The process that is measured: the engine, and the feed that hands each event to a window, serialised as Electron does. */
export async function runLoopDelay(
  [url = '', folder = '', count = '32', seconds = '10']: readonly string[],
  tell: (message: unknown) => void,
) {
  const workspace = workspaceIn(folder);
  process.on('SIGTERM', () => process.exit(0));
  const session = sessionOn(url, workspace, Number(count));
  skipHolds(session);
  let sent = 0;
  let events = 0;
  const feed = new EventFeed(
    'bare',
    (listener) => session.subscribe(listener),
    (_, payload) => {
      sent += serialize(payload).length;
      events += 'events' in payload ? payload.events.length : 0;
    },
  );
  session.prompt('root', 'Look around.');
  await session.idle();
  session.prompt('root', 'Fork now.');
  // What is measured is the streaming: the other process says when all streams are open.
  await once(process, 'message');
  await sleep(500);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = process.cpuUsage();
  delays.enable();
  await sleep(Number(seconds) * 1_000);
  delays.disable();
  const { user, system } = process.cpuUsage(before);
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  tell({
    kind: 'delays',
    p50: ms(delays.percentile(50)),
    p99: ms(delays.percentile(99)),
    max: ms(delays.max),
    cpuShare: (user + system) / 1e6 / Number(seconds),
    events,
    sentBytes: sent,
  });
  feed.stop();
  await session.close();
}
