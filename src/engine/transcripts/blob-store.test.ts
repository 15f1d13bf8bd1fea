import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BlobStore, sha256 } from './blob-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkscope-blobs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('stores each text once and gives back its exact characters', async () => {
  const blobs = new BlobStore(join(folder, 'blobs'));
  const text = 'ü\u2028 "x" \u0000';
  for (let i = 0; i < 5; i++) blobs.put(sha256(text), text);
  expect(await blobs.get(sha256(text))).toBe(text);
  const files = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
  expect(files).toHaveLength(1);
});

it('tells of a write that failed, and can try it again', async () => {
  const place = join(folder, 'blobs');
  writeFileSync(place, 'a file where the folder should be');
  const blobs = new BlobStore(place);
  blobs.put(sha256('a'), 'a');
  await expect(blobs.flush()).rejects.toThrow();
  await rm(place);
  blobs.put(sha256('a'), 'a');
  await blobs.flush();
  expect(await blobs.get(sha256('a'))).toBe('a');
});
