import { describe, expect, it } from 'vitest';
import { type DiscardContent, type DiscardPlace, planDiscard, refuseByPlace } from './discard-plan.ts';

const place: DiscardPlace = {
  path: '/w/a',
  isMain: false,
  isRegistered: true,
  contains: null,
  usedBy: null,
  foreignLock: null,
};
const untouched: DiscardContent = {
  changedFiles: 0,
  isChanged: false,
  commits: 0,
  skipped: [],
  filledSubmodules: [],
  ignored: { kept: [], notKept: null },
};

describe('refuseByPlace', () => {
  it('allows a registered worktree that nobody uses', () => {
    expect(refuseByPlace(place)).toBeNull();
  });
  it.each([
    [{ isMain: true }, 'main-checkout'],
    [{ isRegistered: false }, 'not-registered'],
    [{ contains: '/w/a/b' }, 'contains-checkout'],
    [{ usedBy: 'process 1 (node)' }, 'in-use'],
    [{ foreignLock: '' }, 'locked'],
  ] as const)('%j is refused as %s', (change, reason) => {
    const refusal = refuseByPlace({ ...place, ...change });
    expect(refusal?.reason).toBe(reason);
    expect(refusal?.message).toContain('/w/a');
  });
  it('names the main checkout first, whatever else is wrong', () => {
    expect(refuseByPlace({ ...place, isMain: true, usedBy: 'x', contains: '/y' })?.reason).toBe('main-checkout');
  });
});

describe('planDiscard', () => {
  it('removes an untouched worktree without asking and without a backup', () => {
    expect(planDiscard('/w/a', untouched, false)).toEqual({ kind: 'remove', backUp: false });
  });
  it('asks before it loses anything, and says what', () => {
    const plan = planDiscard('/w/a', { ...untouched, isChanged: true, changedFiles: 1, commits: 2 }, false);
    expect(plan).toMatchObject({ kind: 'needs-confirmation', changedFiles: 1, commits: 2 });
    expect(plan).toHaveProperty('message', expect.stringContaining('1 changed file and 2 commits'));
  });
  it('backs up what is confirmed', () => {
    const plan = planDiscard('/w/a', { ...untouched, isChanged: true, commits: 1 }, true);
    expect(plan).toEqual({ kind: 'remove', backUp: true });
  });
  it('asks before it loses ignored files, and says which no backup would hold', () => {
    const notKept = { paths: ['dist/', 'node_modules/'], files: 2, bytes: 3_000_000 };
    const content = { ...untouched, ignored: { kept: [], notKept } };
    const plan = planDiscard('/w/a', content, false);
    expect(plan).toHaveProperty('message', expect.stringContaining('Not kept: dist/, node_modules/'));
    expect(planDiscard('/w/a', content, true)).toEqual({ kind: 'remove', backUp: false });
    const kept = { ...untouched, isChanged: true, ignored: { kept: ['a.log'], notKept: null } };
    expect(planDiscard('/w/a', kept, false)).toHaveProperty('message', expect.stringContaining('a.log'));
  });
  it('lets folders go unasked that are filled again, by the names that are given', () => {
    const notKept = { paths: ['apps/x/node_modules/'], files: 2, bytes: 3_000_000 };
    const content = { ...untouched, ignored: { kept: [], notKept } };
    expect(planDiscard('/w/a', content, false)).toEqual({ kind: 'remove', backUp: false });
    expect(planDiscard('/w/a', content, false, [])).toMatchObject({ kind: 'needs-confirmation' });
    expect(planDiscard('/w/a', content, false, ['x'])).toMatchObject({ kind: 'needs-confirmation' });
    const file = { ...untouched, ignored: { kept: [], notKept: { ...notKept, paths: ['node_modules'] } } };
    expect(planDiscard('/w/a', file, false)).toMatchObject({ kind: 'needs-confirmation' });
  });
  it('refuses what no backup can hold, even when confirmed', () => {
    const content = { ...untouched, skipped: [{ path: 'inner', reason: 'embedded-repository' as const }] };
    expect(planDiscard('/w/a', content, true)).toMatchObject({ kind: 'refused', reason: 'not-saveable' });
    expect(planDiscard('/w/a', { ...untouched, filledSubmodules: ['lib'] }, true)).toMatchObject({ kind: 'refused' });
  });
});
