import { describe, expect, it } from 'vitest';
import type { Survey, SurveyedWorktree } from './survey.ts';
import { arrange, backupRows, surveyRows } from './survey-rows.ts';
import type { Tenant } from './tenants.ts';

const tree = (path: string, rest: Partial<SurveyedWorktree>): SurveyedWorktree => ({
  path,
  name: path,
  gitBranch: null,
  condition: 'idle',
  action: 'discard',
  why: '',
  bytes: 1,
  createdAt: 1,
  owner: null,
  ...rest,
});
const tenant: Tenant = {
  sessionId: 's',
  sessionTitle: 'S',
  branch: 'fork-1',
  branchTitle: 'A fork',
  status: 'completed',
  path: '/w/a',
  backupRef: null,
};
const survey: Survey = {
  worktrees: [
    tree('/w/main', { condition: 'main', action: 'none', bytes: null, createdAt: null }),
    tree('/w/a', { bytes: 5, createdAt: 30 }),
    tree('/w/b', { condition: 'unregistered', action: 'look', bytes: 9, createdAt: null }),
    tree('/w/c', { condition: 'record-only', action: 'forget', bytes: null, createdAt: 20 }),
    tree('/w/d', { condition: 'in-use', action: 'none', bytes: 2, createdAt: 10 }),
  ],
  backups: [
    { ref: 'r/old', name: 'old', at: 1, gitBranch: null, bytes: 0 },
    { ref: 'r/new', name: 'new', at: 2, gitBranch: null, bytes: 0 },
  ],
  undoPoints: [],
  problems: [],
};
const rows = surveyRows(survey, [tenant]);
const paths = (...given: Parameters<typeof arrange> extends [unknown, ...infer Rest] ? Rest : never) =>
  arrange(rows, ...given).map(({ path }) => path.slice(3));

describe('surveyRows', () => {
  it('names the fork of each, and what only one side knows', () => {
    expect(rows.find(({ path }) => path === '/w/a')?.tenant).toBe(tenant);
    expect(rows.filter(({ isOrphan }) => isOrphan).map(({ path }) => path)).toEqual(['/w/b', '/w/c']);
  });

  it('sorts by size and age with the unknown at the end, and filters', () => {
    expect(paths('all', 'size').slice(0, 3)).toEqual(['b', 'a', 'd']);
    expect(paths('all', 'age').slice(0, 3)).toEqual(['d', 'c', 'a']);
    expect(paths('removable', 'name')).toEqual(['c', 'a']);
    expect(paths('in-use', 'name')).toEqual(['d']);
    expect(paths('orphans', 'size')).toEqual(['b', 'c']);
  });
});

it('lists the newest backup first, with the fork that left it', () => {
  const left = { ...tenant, path: null, backupRef: 'r/old' };
  expect(backupRows(survey, [left]).map(({ name, tenant: fork }) => [name, fork?.branch])).toEqual([
    ['new', undefined],
    ['old', 'fork-1'],
  ]);
});
