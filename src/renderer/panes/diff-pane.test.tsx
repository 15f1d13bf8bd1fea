import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiffPane } from './diff-pane.tsx';
import { LogWriter } from './testing/log-writer.ts';
import { type HostCall, openSession, show } from './testing/open-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PATCH = `diff --git a/a.ts b/a.ts
--- a/a.ts
+++ b/a.ts
@@ -1 +1 @@
-x
+y
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
`;

function session(withWorktree = true) {
  const log = new LogWriter();
  log.branch('root');
  if (withWorktree) {
    log.add({
      type: 'worktree-created',
      branch: 'root',
      path: '/w',
      baseCommit: 'abcdef1234',
      gitBranch: null,
      notices: [],
    });
  }
  return log;
}
const changed = (log: LogWriter, added: number) => {
  log.add({ type: 'worktree-changed', branch: 'root', files: 1, added, removed: 0, paths: ['a.ts'] });
  act(() => show(log));
};
const diffs = (calls: readonly HostCall[]) => calls.filter(({ name }) => name === 'branch.diff');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('without a worktree it says so and asks for nothing', async () => {
  const calls = openSession(session(false));
  render(<DiffPane branch="root" />);
  await pass(1_000);
  expect(screen.getByText('This branch has no worktree of its own.')).toBeTruthy();
  expect(diffs(calls)).toEqual([]);
});

test('an empty diff is no error', async () => {
  openSession(session(), { 'branch.diff': () => ({ ok: true, value: { patch: '' } }) });
  render(<DiffPane branch="root" />);
  await pass(10);
  expect(screen.getByText('No changes yet.')).toBeTruthy();
});

test('files, sums and the base are shown', async () => {
  openSession(session(), { 'branch.diff': () => ({ ok: true, value: { patch: PATCH } }) });
  render(<DiffPane branch="root" />);
  await pass(10);
  expect(screen.getByText('2 files')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'since abcdef12' })).toBeTruthy();
});

test('a burst of changes is read once, after it', async () => {
  const log = session();
  const calls = openSession(log, { 'branch.diff': () => ({ ok: true, value: { patch: PATCH } }) });
  render(<DiffPane branch="root" />);
  await pass(10);
  expect(diffs(calls)).toHaveLength(1);
  for (const added of [1, 2, 3]) {
    changed(log, added);
    await pass(100);
  }
  expect(diffs(calls)).toHaveLength(1);
  await pass(1_000);
  expect(diffs(calls)).toHaveLength(2);
  await pass(2_000);
  expect(diffs(calls)).toHaveLength(2);
});

test('a failed read keeps the last diff and says why', async () => {
  const log = session();
  let isBroken = false;
  const refusal = { ok: false, error: { code: 'gone', message: 'The worktree is gone. Look into its folder.' } };
  openSession(log, { 'branch.diff': () => (isBroken ? refusal : { ok: true, value: { patch: PATCH } }) });
  render(<DiffPane branch="root" />);
  await pass(10);
  isBroken = true;
  changed(log, 5);
  await pass(1_100);
  expect(screen.getByText('The worktree is gone. Look into its folder.')).toBeTruthy();
  expect(screen.getByText('2 files')).toBeTruthy();
});
