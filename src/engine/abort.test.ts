import PQueue from 'p-queue';
import { expect, it } from 'vitest';
import { inTurn, onAbort, unlessAborted } from './abort.ts';

it('tells of an abort, also of one that was before', () => {
  const told: string[] = [];
  const controller = new AbortController();
  onAbort(controller.signal, () => told.push('kept'));
  onAbort(controller.signal, () => told.push('taken away'))();
  controller.abort();
  onAbort(controller.signal, () => told.push('late'));
  expect(told).toEqual(['kept', 'late']);
});

it('gives a turn up that has not come, and waits for a task that runs', async () => {
  const queue = new PQueue({ concurrency: 1 });
  const controller = new AbortController();
  const ran: string[] = [];
  let finish = () => {};
  const running = inTurn(queue, controller.signal, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    ran.push('cleaned up');
  });
  const queued = inTurn(queue, controller.signal, async () => ran.push('never'));
  const other = inTurn(queue, undefined, async () => ran.push('other'));
  controller.abort(new Error('enough'));
  await expect(queued).rejects.toThrow('enough');
  expect(ran).toEqual([]);
  finish();
  await Promise.all([running, other]);
  expect(ran).toEqual(['cleaned up', 'other']);
  await expect(inTurn(queue, controller.signal, async () => ran.push('late'))).rejects.toThrow('enough');
  expect(ran).toHaveLength(2);
});

it('does not wait for work that others share', async () => {
  const controller = new AbortController();
  const forever = new Promise<string>(() => {});
  const given = unlessAborted(controller.signal, forever);
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  await expect(unlessAborted(new AbortController().signal, Promise.resolve('done'))).resolves.toBe('done');
});
