import { expect, it } from 'vitest';
import type { EventBody } from '../core/session/events.ts';
import { reduce } from '../core/session/reduce.ts';
import { EMPTY_SESSION } from '../core/session/state.ts';
import { branchCreated, SESSION_CREATED } from '../core/session/testing/event-maker.ts';
import type { Settings } from '../shared/settings.ts';
import { Notices, type SystemNotice } from './notices.ts';

/** Plays events to notices that nobody looks at unless `lookedAt` says so, and tells what is out after them. */
function play(bodies: readonly EventBody[], wanted: Partial<Settings['notices']> = {}, lookedAt = false) {
  const out: SystemNotice[] = [];
  const badges: number[] = [];
  const notices = new Notices({
    settings: () => ({ needsInput: true, failed: true, allDone: true, ...wanted }),
    isLookedAt: () => lookedAt,
    show: (notice) => {
      out.push(notice);
      return () => out.splice(out.indexOf(notice), 1);
    },
    setBadge: (count) => badges.push(count),
  });
  let state = EMPTY_SESSION;
  [
    SESSION_CREATED,
    branchCreated('root'),
    branchCreated('f1', { parent: 'root', kind: 'fork', title: 'Chart' }),
    ...bodies,
  ].forEach((body, index) => {
    const event = { seq: index + 1, at: index, ...body };
    state = reduce(state, event);
    notices.hear('s1', { state }, event);
  });
  return { titles: out.map(({ title }) => title), badges, notices, out };
}

const asked: EventBody = {
  type: 'permission-asked',
  branch: 'f1',
  promptId: 'p1',
  callId: 'c1',
  tool: 'bash',
  title: 'npm test',
  detail: 'npm test',
};
const ended = (branch: string, status: 'completed' | 'failed' | 'interrupted'): EventBody => ({
  type: 'branch-ended',
  branch,
  status,
  reason: status === 'failed' ? 'The key was refused.' : null,
  report: null,
});

it('calls for a prompt, and takes the call back when it was answered', () => {
  expect(play([asked]).titles).toEqual(['Chart needs you']);
  const answered = play([
    asked,
    { type: 'permission-answered', branch: 'f1', promptId: 'p1', answer: 'allow', scope: 'once', word: null },
  ]);
  expect(answered.titles).toEqual([]);
  expect(answered.badges).toEqual([1, 0]);
});

it('tells a failure with its reason, and the end of all only once all have ended well', () => {
  const failed = play([ended('f1', 'failed')]);
  expect(failed.out).toMatchObject([{ branch: 'f1', title: 'Chart failed', body: 'The key was refused.' }]);
  expect(play([ended('f1', 'completed')]).titles).toEqual([]);
  expect(play([ended('f1', 'completed'), ended('root', 'completed')]).titles).toEqual(['All branches are done']);
  expect(play([ended('f1', 'interrupted'), ended('root', 'interrupted')]).titles).toEqual([]);
});

it('is silent while a person looks, and for kinds that were switched off', () => {
  expect(play([asked], {}, true).titles).toEqual([]);
  expect(play([asked, ended('f1', 'failed')], { needsInput: false }).titles).toEqual(['Chart failed']);
});

it('has nothing out any more once the window was looked at', () => {
  const { notices, out, badges } = play([asked, ended('f1', 'failed')]);
  notices.seen();
  expect(out).toEqual([]);
  expect(badges.at(-1)).toBe(0);
});
