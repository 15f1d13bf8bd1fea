import { expect, it } from 'vitest';
import { isTooOld, parseGitVersion } from './git-version.ts';

it.each([
  ['git version 2.39.5\n', 2, 39],
  ['git version 2.39.5 (Apple Git-154)\n', 2, 39],
  ['git version 2.47.1.windows.2\n', 2, 47],
  ['git version 3.0.0-rc1\n', 3, 0],
])('reads %j', (text, major, minor) => {
  expect(parseGitVersion(text)).toEqual({ major, minor });
});

it('does not guess at other text', () => {
  expect(parseGitVersion('hub version 2.14')).toBeNull();
});

it('draws the line at 2.36, whose worktree list knows -z', () => {
  expect(isTooOld({ major: 2, minor: 35 })).toBe(true);
  expect(isTooOld({ major: 1, minor: 99 })).toBe(true);
  expect(isTooOld({ major: 2, minor: 36 })).toBe(false);
  expect(isTooOld({ major: 3, minor: 0 })).toBe(false);
});
