import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FloodGate } from './flood-gate.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ESCAPE = String.fromCharCode(27);
const MARK = new RegExp(`${ESCAPE}\\[0m\\r\\n${ESCAPE}\\[2m… ([\\d,]+) characters went by[^\\n]*\\n`, 'g');
const LINE = `${'x'.repeat(99)}\n`;
const lines = (count: number): string => LINE.repeat(count);

function gate() {
  const written: string[] = [];
  return { written, gate: new FloodGate({ clock: Date.now, write: (data) => void written.push(data) }) };
}

it('keeps all of what is no flood, however it comes', () => {
  const { written, gate: open } = gate();
  for (let at = 0; at < 20; at++) open.push(lines(1_000));
  vi.advanceTimersByTime(600_000);
  open.push(lines(1_000));
  open.end();
  expect(written.join('')).toBe(lines(21_000));
});

it('keeps of a flood its beginning and the latest lines, and says what went by', () => {
  const { written, gate: open } = gate();
  let sent = 0;
  // 10 MB a second for 10 s.
  for (let at = 0; at < 1_000; at++) {
    open.push(lines(1_000));
    sent += 100_000;
    vi.advanceTimersByTime(10);
  }
  open.push('the last line\n');
  open.end();
  const kept = written.join('');
  expect(kept.length).toBeLessThan(2_000_000 + 12 * 64_000);
  expect(kept.endsWith('the last line\n')).toBe(true);
  const marks = [...kept.matchAll(MARK)];
  const passed = marks.reduce((sum, [, count]) => sum + Number(count?.replaceAll(',', '')), 0);
  const unmarked = kept.replaceAll(MARK, '');
  expect(marks.length).toBeGreaterThan(5);
  expect(passed + unmarked.length).toBe(sent + 'the last line\n'.length);
  // Whole lines only.
  expect(unmarked.replaceAll(LINE, '')).toBe('the last line\n');
});

it('lets the end of a flood out when it falls silent, and goes on as before', () => {
  const { written, gate: open } = gate();
  open.push(lines(30_000));
  expect(written).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(written).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  open.push('one\n');
  expect(written.at(-1)).toBe('one\n');
});
