import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBody, SessionEvent } from '../../src/core/session/events.ts';

export const LONG_SESSION = 'long-session';

const ROOT = '/home/kim/tides';
const CODE = ['```js', 'export function high(level) {', '  return level > 4.2;', '}', '```'].join('\n');

/** A session whose root has this many messages: questions, answers in Markdown, every third with a call and its result. */
export function longLog(messages: number, at: number): SessionEvent[] {
  const bodies: EventBody[] = [head(messages), branch('root', null)];
  for (let number = 1; bodies.length < messages + 2; number++) bodies.push(...exchange(number));
  bodies.push({ type: 'branch-ended', branch: 'root', status: 'completed', reason: null, report: 'Done.' });
  return bodies.map((body, index) => ({ ...body, seq: index + 1, at: at + index * 20 }));
}

function exchange(number: number): EventBody[] {
  const say = (author: 'person' | 'model', text: string): EventBody => ({
    type: 'message-added',
    branch: 'root',
    author,
    message: {
      id: `m${number}-${author}`,
      role: author === 'model' ? 'model' : 'user',
      parts: [{ kind: 'text', text }],
    },
  });
  return [
    say('person', `Look at station ${number} and say whether its curve is right.`),
    say(
      'model',
      `Station **${number}** is right in \`src/curve.js\`: the peak stands at ${number % 24}:00.\n\n- low ${number % 7}\n- high ${number % 11}\n\n${number % 3 === 0 ? CODE : ''}`,
    ),
  ];
}

export function head(messages: number): EventBody {
  return {
    type: 'session-created',
    version: 1,
    sessionId: LONG_SESSION,
    title: `${messages.toLocaleString('en')} messages`,
    workspace: { root: ROOT, gitBranch: 'main', head: '3f2a91c4' },
    provider: 'demo',
    model: 'demo-planner',
    approval: 'edits',
    isolation: 'worktree',
    maxForks: 64,
    budget: null,
  };
}

export function branch(id: string, parent: string | null): EventBody {
  return {
    type: 'branch-created',
    branch: id,
    parent,
    kind: parent === null ? 'root' : 'fork',
    title: parent === null ? 'All stations' : `Part ${id}`,
    directive: null,
    forkPoint: null,
    callId: null,
    snapshot: 'inherited',
    snapshotVersion: 1,
    root: ROOT,
  };
}

/** Stores a log as the app does, so that it is in the list of sessions. */
export function store(home: string, events: readonly SessionEvent[]): void {
  const folder = join(home, 'sessions', LONG_SESSION);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}
