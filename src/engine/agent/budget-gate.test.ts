import { afterEach, beforeEach, expect, it } from 'vitest';
import { branchesOf, totalsOf } from '../../core/session/selectors.ts';
import { say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { dollars } from './budget-gate.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

it('sends of eight forks only those that the budget holds, all of them counted that are under way', async () => {
  test.model.script(() => say('Scope: my part. '.repeat(20)));
  const session = await test.create();
  await session.idle();
  const spent = totalsOf(session.state).cost ?? Number.NaN;
  const budget = spent + 0.002;
  session.setBudget(budget);
  await session.fork(
    'root',
    null,
    Array.from({ length: 8 }, (_, index) => `part ${index}`),
  );
  await session.idle();
  const forks = branchesOf(session.state).filter(({ kind }) => kind === 'fork');
  const sent = forks.filter(({ requests }) => requests.length > 0);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(8);
  expect(totalsOf(session.state).cost).toBeLessThanOrEqual(budget);
  for (const { status, reason } of forks.filter(({ requests }) => requests.length === 0)) {
    expect(status).toBe('failed');
    expect(reason).toMatch(/budget of \$0\.\d+ does not hold this request of about \$0\.000\d+/);
  }
});

it('goes on to keep the budget with what is known when one model has no price', async () => {
  test.model.script(() => say('done'));
  const session = await test.create({ budget: 1 });
  await session.idle();
  session.setModel('root', 'demo-fault-max-tokens-in-call');
  session.prompt('root', 'go on');
  await session.idle();
  expect(totalsOf(session.state).cost).toBeNull();
  const told = session.state.notices.filter(({ text }) => text.includes('is unknown'));
  expect(told.map(({ text }) => text.split(' ')[3])).toEqual(['demo-fault-max-tokens-in-call']);
  session.setModel('root', 'demo-planner');
  session.setBudget(0.000_05);
  session.prompt('root', 'go on');
  await session.idle();
  expect(session.state.branches.root?.reason).toContain('budget of $0.000050 is used up');
});

it.each([
  [12.345, '$12.35'],
  [0.5, '$0.50'],
  [0.002, '$0.0020'],
  [0.000_05, '$0.000050'],
  [0.000_000_001, '$0.0000000010'],
  [0, '$0.00'],
])('%d is said as %s', (value, text) => {
  expect(dollars(value)).toBe(text);
});
