import { expect, test } from 'vitest';
import { abortOnSignal, catchSignals } from './signals.ts';

const emit = (name: 'SIGINT' | 'SIGTERM') => process.emit(name, name);

test('the second half of one key press finds a handler and changes nothing', async () => {
  const before = process.listenerCount('SIGINT');
  const { caught, release } = catchSignals();
  emit('SIGINT');
  expect(process.listenerCount('SIGINT')).toBe(before + 1);
  emit('SIGINT');
  expect(await caught).toBe('SIGINT');
  release();
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('a signal aborts what listens to it', async () => {
  const { signal, release } = abortOnSignal();
  expect(signal.aborted).toBe(false);
  emit('SIGTERM');
  await expect.poll(() => signal.aborted).toBe(true);
  release();
});
