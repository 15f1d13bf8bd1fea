import { expect, it } from 'vitest';
import type { EventBody } from '../../core/session/events.ts';
import { type WorktreeCount, WorktreeWatch } from './worktree-watch.ts';

const COUNT: WorktreeCount = { files: [{ path: 'a.ts' }], added: 2, removed: 1, tree: 'tree-1' };
const EVENT = { type: 'worktree-changed', branch: 'f1', files: 1, added: 2, removed: 1, paths: ['a.ts'] };

/** A watch whose counts fail the first `failures` times; `now` is what the worktree holds, `keeps` whether it can be kept. */
function watch(failures = 0, keeps = true) {
  const events: EventBody[] = [];
  const kept: (string | null)[] = [];
  const holder = { now: COUNT };
  let calls = 0;
  const looks = {
    count: async (): Promise<WorktreeCount> => {
      if (++calls <= failures) throw new Error('unable to stat a file that has gone');
      return holder.now;
    },
    keep: async (previous: string | null): Promise<string> => {
      kept.push(previous);
      if (!keeps) throw new Error('the disk is full');
      return `commit of ${holder.now.tree}`;
    },
  };
  return { events, kept, holder, watch: new WorktreeWatch('f1', looks, (event) => events.push(event)) };
}

it('does not bother a person with a file that went away while git looked', async () => {
  const { events, watch: one } = watch(1);
  await one.settle();
  expect(events).toEqual([{ ...EVENT, snapshot: 'commit of tree-1' }]);
});

it('says what is wrong when it stays wrong', async () => {
  const { events, watch: one } = watch(2);
  await one.settle();
  expect(events).toMatchObject([
    { type: 'notice', level: 'warning', text: expect.stringContaining('could not be counted') },
  ]);
});

it('keeps each state of the files once, on top of the one before, also when the counts are the same', async () => {
  const { events, kept, holder, watch: one } = watch();
  await one.settle();
  await one.settle();
  holder.now = { ...COUNT, tree: 'tree-2' };
  await one.settle();
  expect(kept).toEqual([null, 'commit of tree-1']);
  expect(events).toEqual([
    { ...EVENT, snapshot: 'commit of tree-1' },
    { ...EVENT, snapshot: 'commit of tree-2' },
  ]);
});

it('keeps nothing of a worktree in which nothing has changed yet', async () => {
  const { events, kept, holder, watch: one } = watch();
  holder.now = { files: [], added: 0, removed: 0, tree: 'base' };
  await one.settle();
  expect([events, kept]).toEqual([[], []]);
});

it('still tells the counts when the files cannot be kept, once, and tries again with the next look', async () => {
  const { events, kept, watch: one } = watch(0, false);
  await one.settle();
  await one.settle();
  expect(kept).toEqual([null, null]);
  expect(events).toEqual([{ ...EVENT, snapshot: undefined }]);
});
