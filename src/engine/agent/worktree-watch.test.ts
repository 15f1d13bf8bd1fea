import { expect, it } from 'vitest';
import type { EventBody } from '../../core/session/events.ts';
import { type WorktreeCount, WorktreeWatch } from './worktree-watch.ts';

const COUNT: WorktreeCount = { files: [{ path: 'a.ts' }], added: 2, removed: 1 };

/** A watch whose counts fail the first `failures` times. */
function watch(failures: number) {
  const events: EventBody[] = [];
  let calls = 0;
  const count = async (): Promise<WorktreeCount> => {
    if (++calls <= failures) throw new Error('unable to stat a file that has gone');
    return COUNT;
  };
  return { events, watch: new WorktreeWatch('f1', count, (event) => events.push(event)) };
}

it('does not bother a person with a file that went away while git looked', async () => {
  const { events, watch: one } = watch(1);
  await one.settle();
  expect(events).toEqual([{ type: 'worktree-changed', branch: 'f1', files: 1, added: 2, removed: 1, paths: ['a.ts'] }]);
});

it('says what is wrong when it stays wrong', async () => {
  const { events, watch: one } = watch(2);
  await one.settle();
  expect(events).toMatchObject([
    { type: 'notice', level: 'warning', text: expect.stringContaining('could not be counted') },
  ]);
});
