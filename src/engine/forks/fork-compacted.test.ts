import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import type { Session } from '../agent/session.ts';
import type { WireRequest } from '../demo/wire.ts';
import { read, setUp } from '../subagents/testing/scripted-subagents.ts';
import { lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n} ${'x'.repeat(60)}`).join('\n');
const isFork = (request: WireRequest) => JSON.stringify(request.contents).includes('Directive: ');

/** A root that was compacted while it read: 20,000 tokens of window, each file brings about 4,500. */
async function compactedSession(kind: 'truncation' | 'summary'): Promise<Session> {
  const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`f${n}.txt`, `${n}\n${lines(250)}`]));
  const settings = JSON.stringify({ windows: { 'demo-planner': 20_000 }, compaction: kind });
  await setUp(test, { ...files, 'settings.json': settings });
  let step = 0;
  test.model.script((request) => {
    if (lastText(request).includes('This message is not part of the task')) return say('It read the first files.');
    if (isFork(request)) return say('Scope: mine');
    return ++step <= 6 ? read(`f${step}.txt`) : say('read them');
  });
  const session = await test.create();
  await session.idle();
  return session;
}

/** The first answer that a compaction took out of the root's context, and that compaction. */
function replaced({ state }: Session) {
  const { root } = state.branches;
  const inContext = root ? contextOf(state, 'root') : [];
  const early = root?.entries.map(({ message }) => message).find((m) => m.role === 'model' && !inContext.includes(m));
  const gone = root?.compactions.find(({ messages }) => early && !messages.includes(early));
  if (!root || !early || !gone) throw new Error('nothing was compacted');
  return { root, early, gone };
}

it.each(['truncation', 'summary'] as const)(
  'Fork from a message that a %s has replaced starts from the request before it, not from the latest one',
  async (kind) => {
    const session = await compactedSession(kind);
    const { early, gone, root } = replaced(session);
    const before = root.requests
      .slice(0, root.requests.indexOf(gone.afterRequest ?? '') + 1)
      .filter((id) => session.state.requests[id]?.purpose === null);

    const estimate = await session.estimateFork('root', early.id, 2);
    expect(estimate).toMatchObject({ isWarm: true, warning: null });
    const ids = await session.fork('root', early.id, ['one', 'two']);
    await session.idle();
    for (const id of ids) {
      const request = session.state.requests[session.state.branches[id]?.requests[0] ?? ''];
      // Tools, system text, and all that it inherits.
      const sharedSegments = 2 + contextOf(session.state, id).findIndex((message) => message.id === early.id) + 1;
      expect(sharedSegments).toBeGreaterThan(3);
      const whole = { relation: 'parent', divergence: null, sharedSegments };
      expect(request?.prefix).toMatchObject({ ...whole, against: before.at(-1) });
    }

    // From the end it is compared with the latest one, whole.
    const [late] = await session.fork('root', null, ['three']);
    await session.idle();
    const last = root.requests.findLast((id) => session.state.requests[id]?.purpose === null);
    const request = session.state.requests[session.state.branches[late ?? '']?.requests[0] ?? ''];
    expect(request?.prefix).toMatchObject({ against: last, divergence: null });
  },
);

it('a fork of a fork that was made before the compaction finds its grandparent’s request', async () => {
  const session = await compactedSession('truncation');
  const early = replaced(session).early.id;
  test.model.injectFault('forbidden', 1, isFork);
  const [child] = await session.fork('root', early, ['one']);
  await session.idle();
  // Its only request was refused, so what can be in a cache is its parent's.
  expect(session.state.branches[child ?? '']?.status).toBe('failed');
  const [grandchild] = await session.fork(child ?? '', early, ['two']);
  await session.idle();
  const request = session.state.requests[session.state.branches[grandchild ?? '']?.requests[0] ?? ''];
  expect(request?.prefix).toMatchObject({ relation: 'parent', divergence: null });
  expect(session.state.requests[request?.prefix?.against ?? '']?.branch).toBe('root');
  expect(request?.prefix?.sharedSegments).toBeGreaterThan(3);
});
