import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RecordingProxy, startRecordingProxy } from '../providers/testing/recording-proxy.ts';
import { ask, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import type { Session } from './session.ts';

let model: TestEngine;
let proxy: RecordingProxy;
let test: TestEngine;
beforeEach(async () => {
  // The first engine is only here for its model; the second one's requests pass the witness on their way to it.
  model = await startTestEngine();
  proxy = await startRecordingProxy({ target: model.model.url });
  test = await startTestEngine({ FORKSCOPE_DEMO_URL: proxy.url });
});
afterEach(async () => {
  await test.dispose();
  await proxy.close();
  await model.dispose();
});

/** The models that were asked, as they stand in the requests' paths. */
const asked = (): string[] => proxy.requests.map(({ path }) => /models\/([^:]+):/.exec(path)?.[1] ?? path);

it('asks another model from the next request on, says what that does to the prefix, and keeps it over a restart', async () => {
  model.model.script(() => say('done'));
  const session = await test.create();
  await session.idle();
  session.setModel('root', 'demo-planner-small');
  session.prompt('root', 'go on');
  await session.idle();
  session.prompt('root', 'and on');
  await session.idle();
  const sessionId = session.state.session?.sessionId ?? '';
  const reopened = await (await test.restart()).open(sessionId);
  reopened.prompt('root', 'and on');
  await reopened.idle();

  expect(asked()).toEqual(['demo-planner', 'demo-planner-small', 'demo-planner-small', 'demo-planner-small']);
  const { branches, requests } = reopened.state;
  const prefixes = branches.root?.requests.map((id) => requests[id]?.prefix?.divergence?.cause ?? null);
  expect(prefixes).toEqual([
    null,
    'the model was changed from demo-planner to demo-planner-small, and a cache belongs to one model',
    null,
    null,
  ]);
  expect(branches.root).toMatchObject({ reason: null, status: 'completed', model: 'demo-planner-small' });
});

it('tells before a fork of the changed branch leaves that its parent’s cache is of no use', async () => {
  model.model.script(() => say('done'));
  const session = await test.create();
  await session.idle();
  session.setModel('root', 'demo-planner-small');
  const estimate = await session.estimateFork('root', null, 2);
  expect(estimate.warning).toContain('the model was changed from demo-planner to demo-planner-small');
  const [fork = ''] = await session.fork('root', null, ['look again']);
  await session.idle();
  const first = session.state.branches[fork]?.requests[0] ?? '';
  expect(session.state.requests[first]?.prefix).toMatchObject({ sharedBytes: 0, divergence: { path: 'model' } });
  expect(asked().at(-1)).toBe('demo-planner-small');
  expect(session.state.branches[fork]).toMatchObject({ reason: null, status: 'completed' });
});

it('changes nothing when the model is the one that is asked already', async () => {
  model.model.script(() => say('done'));
  const session = await test.create();
  await session.idle();
  const events = session.pastEvents().length;
  session.setModel('root', 'demo-planner');
  expect(session.pastEvents()).toHaveLength(events);
});

it('lets an answer that is under way belong to the former model, and goes on after it', async () => {
  let session: Session | null = null;
  model.model.script(() => {
    // The request has arrived, its answer has not left yet.
    session?.setModel('root', 'demo-planner-small');
    return say('done');
  });
  session = await test.create();
  await session.idle();
  session.prompt('root', 'go on');
  await session.idle();
  expect(asked()).toEqual(['demo-planner', 'demo-planner-small']);
  expect(session.state.branches.root).toMatchObject({ reason: null, status: 'completed' });
});

it('starts forks of an answer that was under way with the model that answered, and their prefix is whole', async () => {
  let session: Session | null = null;
  model.model.script(({ contents }) => {
    if (contents?.length !== 1) return say('done');
    session?.setModel('root', 'demo-planner-small');
    return ask(
      { name: 'agent', args: { description: 'one', prompt: 'count' } },
      { name: 'agent', args: { description: 'two', prompt: 'sum' } },
    );
  });
  session = await test.create();
  await session.idle();
  const { branches, requests } = session.state;
  const forks = Object.values(branches).filter(({ kind }) => kind === 'fork');
  expect(forks).toHaveLength(2);
  for (const fork of forks) {
    expect(fork).toMatchObject({ status: 'completed', model: 'demo-planner' });
    expect(requests[fork.requests[0] ?? '']?.prefix).toMatchObject({ relation: 'parent', divergence: null });
  }
  expect(branches.root).toMatchObject({ reason: null, status: 'completed', model: 'demo-planner-small' });
});

it('shows a fork with its parent’s new model before its first request has left', async () => {
  model.model.script(() => say('done'));
  const session = await test.create();
  await session.idle();
  session.setModel('root', 'demo-planner-small');
  const [fork = ''] = await session.fork('root', null, ['look again']);
  expect(session.state.branches[fork]?.model).toBe('demo-planner-small');
  await session.idle();
});
