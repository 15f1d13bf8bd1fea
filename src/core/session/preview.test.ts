import { expect, it } from 'vitest';
import type { EventBody } from './events.ts';
import { previewOf } from './preview.ts';
import { fold } from './reduce.ts';
import { totalsOf } from './selectors.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, SESSION_CREATED, stored, user } from './testing/event-maker.ts';

it('keeps the newest messages and every number', () => {
  const said = Array.from({ length: 500 }, (_, at): EventBody => {
    return { type: 'message-added', branch: 'root', author: 'person', message: user(`m${at}`, 'words') };
  });
  const state = fold(EMPTY_SESSION, stored([SESSION_CREATED, branchCreated('root'), ...said]));
  const preview = previewOf(state);
  expect(preview.branches.root?.entries.length).toBeLessThan(100);
  expect(preview.branches.root?.entries.at(-1)?.message.id).toBe('m499');
  expect(totalsOf(preview)).toEqual(totalsOf(state));
  expect(preview.lastSeq).toBe(502);
});
