import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReviewChange } from '../../core/review/entries.ts';
import { readReviewState } from './read-review.ts';
import { ReviewLog } from './review-log.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkscope-review-'));
  path = join(folder, 'review.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const comment = (commentId: string): ReviewChange => ({
  type: 'comment-added',
  commentId,
  thread: null,
  place: { kind: 'moment', branch: null },
  moment: 5,
  text: `Text of ${commentId}`,
});
const open = () => ReviewLog.open(path, 's1', () => 77);
const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);

test('reading makes no file; the first change brings the header, once', async () => {
  const log = await open();
  expect(existsSync(path)).toBe(false);
  log.append([comment('c1')]);
  log.append([comment('c2')]);
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    { seq: 1, at: 77, type: 'review-opened', version: 1, sessionId: 's1' },
    { seq: 2, at: 77, ...comment('c1') },
    { seq: 3, at: 77, ...comment('c2') },
  ]);
});

test('a torn last line is moved away, and the next one stands on its own line', async () => {
  (await open()).append([comment('c1')]);
  await appendFile(path, '{"seq":3,"at":1,"type":"comm');
  const log = await open();
  expect(log.problems).toEqual([{ line: 3, reason: 'the last line was cut off when the app stopped' }]);
  log.append([comment('c2')]);
  expect(JSON.parse(lines()[2] ?? '')).toMatchObject({ seq: 3, commentId: 'c2' });
  expect(readFileSync(`${path}.torn`, 'utf8')).toBe('{"seq":3,"at":1,"type":"comm\n');
});

test('bad lines are reported with their numbers, stay in the file, and no number is given twice', async () => {
  (await open()).append([comment('c1')]);
  await appendFile(path, 'not json\n{"seq":4,"at":1,"type":"something-new"}\n');
  const log = await open();
  expect(log.problems.map(({ line }) => line)).toEqual([3, 4]);
  expect(log.append([comment('c2')])[0]?.seq).toBe(5);
  expect(lines()[2]).toBe('not json');
  const { comments } = await readReviewState(path);
  expect([...comments.keys()]).toEqual(['c1', 'c2']);
});

test('the file of a newer version is left alone', async () => {
  const header = '{"seq":1,"at":1,"type":"review-opened","version":2,"sessionId":"s1"}\n';
  await writeFile(path, `${header}{"seq":2,"at`);
  await expect(open()).rejects.toThrow(/written by a newer Forkscope/);
  expect(readFileSync(path, 'utf8')).toBe(`${header}{"seq":2,"at`);
});

test.runIf(existsSync('/dev/full'))('a refused write is told, and what was not stored is not shown', async () => {
  const log = await open();
  await symlink('/dev/full', path);
  expect(() => log.append([comment('c1')])).toThrow(/the disk is full/);
  expect(log.entries).toEqual([]);
  await unlink(path);
  expect(log.append([comment('c1')]).map(({ seq }) => seq)).toEqual([1, 2]);
});
