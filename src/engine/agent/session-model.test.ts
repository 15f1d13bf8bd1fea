import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RecordingProxy, startRecordingProxy } from '../providers/testing/recording-proxy.ts';
import { say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

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
