import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lookAtPath } from './look-at-path.ts';
import { probeFile } from './probe-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forkscope-look-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')('does not wait for a pipe that nobody writes to', () => {
  const pipe = join(folder, 'pipe.jsonl');
  execFileSync('mkfifo', [pipe]);
  expect(lookAtPath(pipe)).toBe('unknown');
  expect(() => probeFile(pipe)).toThrow(/is no regular file\. Choose a file that is\./);
});

it('calls what is not there unknown', () => {
  expect(lookAtPath(join(folder, 'nothing.jsonl'))).toBe('unknown');
});
