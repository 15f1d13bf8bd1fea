import { expect, test } from 'vitest';
import { Deferred } from './deferred.ts';
import { FakePtyProcess } from './fake-pty-spawner.ts';
import { FlowControl } from './flow-control.ts';

function terminal() {
  return new FakePtyProcess(1, { file: '/bin/sh', args: [], cwd: '/', env: {}, columns: 80, rows: 24 });
}

test('pauses when the consumer is 256 Ki behind, and goes on at 64 Ki', async () => {
  const pty = terminal();
  const flow = new FlowControl(pty);
  const parts = Array.from({ length: 4 }, () => new Deferred<void>());
  for (const part of parts.slice(0, 3)) flow.track(64 * 1024, part.promise);
  expect(pty.paused).toBe(false);
  flow.track(64 * 1024, parts[3]?.promise ?? Promise.resolve());
  expect(pty.paused).toBe(true);
  for (const index of [0, 1]) parts[index]?.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(pty.paused).toBe(true);
  parts[2]?.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(pty.paused).toBe(false);
});

test('a consumer that fails is no longer waited for', async () => {
  const pty = terminal();
  const flow = new FlowControl(pty);
  flow.track(300_000, Promise.reject(new Error('view is gone')));
  expect(pty.paused).toBe(true);
  await Promise.resolve();
  await Promise.resolve();
  expect(pty.paused).toBe(false);
});

test('once opened it never pauses again', () => {
  const pty = terminal();
  const flow = new FlowControl(pty);
  flow.track(300_000, new Promise(() => undefined));
  flow.open();
  expect(pty.paused).toBe(false);
  flow.track(300_000, new Promise(() => undefined));
  expect(pty.paused).toBe(false);
});
