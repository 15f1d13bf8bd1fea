import { expect, it } from 'vitest';
import { describeNotKept, planIgnoredContent } from './ignored-content.ts';

const file = (path: string, bytes = 1) => ({ path, bytes, canKeep: true });

it('keeps files but not caches, at any depth', () => {
  const found = [file('only.log'), file('node_modules/a/dist/x', 4), file('node_modules/b', 5), file('lib/target/c')];
  expect(planIgnoredContent([...found, file('build')])).toEqual({
    kept: ['build', 'only.log'],
    notKept: { paths: ['lib/target/', 'node_modules/'], files: 3, bytes: 10 },
  });
});

it('leaves out what is too much in all, and what git cannot hold', () => {
  const repository = { path: 'inner/', bytes: 1, canKeep: false };
  const { kept, notKept } = planIgnoredContent([file('big', 60_000_000), file('small'), repository]);
  expect(kept).toEqual(['small']);
  expect(notKept && describeNotKept(notKept)).toBe('Not kept: big, inner/ (ignored by git; 2 files, 60.0 MB).');
});
