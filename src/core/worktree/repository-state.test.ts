import { expect, it } from 'vitest';
import { repositoryState, stateNotice } from './repository-state.ts';

it.each([
  [['HEAD', 'index'], 'clean'],
  [['rebase-merge', 'CHERRY_PICK_HEAD'], 'rebase'],
  [['rebase-apply'], 'rebase'],
  [['rebase-apply', 'rebase-apply/applying'], 'apply-mail'],
  [['MERGE_HEAD'], 'merge'],
  [['CHERRY_PICK_HEAD', 'sequencer'], 'cherry-pick'],
  [['REVERT_HEAD'], 'revert'],
  [['BISECT_LOG'], 'bisect'],
] as const)('%j is %s', (names, state) => {
  expect(repositoryState(names)).toBe(state);
});

it('has nothing to say about a clean state and one sentence about the others', () => {
  expect(stateNotice('clean')).toBeNull();
  expect(stateNotice('rebase')).toMatch(/in the middle of a rebase/);
});
