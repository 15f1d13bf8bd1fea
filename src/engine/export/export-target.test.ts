import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { branchCreated, SESSION_CREATED } from '../../core/session/testing/event-maker.ts';
import { EventLog } from '../transcripts/event-log.ts';
import { sessionFolder } from '../transcripts/session-folder.ts';
import { runExportJob } from './export-job.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forkscope-target-'));
  const log = EventLog.create(sessionFolder(folder, 's1').events, () => 1_000);
  log.append({ ...SESSION_CREATED, sessionId: 's1' });
  log.append(branchCreated('root'));
  log.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function exportTo(file: string) {
  const { events, blobs, review } = sessionFolder(folder, 's1');
  const place = { events, blobs, review, homes: [], viewer: '', app: '1', now: 1, forks: [], patterns: [], keep: [] };
  return runExportJob({ kind: 'write', sessionId: 's1', format: 'jsonl', redact: true, file, ...place }, () => {});
}

const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n').length;

describe.skipIf(process.platform === 'win32')('where an export is written', () => {
  it('leaves a pipe, a device and a folder as they are, also behind a link', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    symlinkSync('/dev/null', join(folder, 'device'));
    await expect(exportTo(pipe)).rejects.toMatchObject({ code: 'usage', message: /no regular file/ });
    await expect(exportTo(join(folder, 'device'))).rejects.toMatchObject({ code: 'usage', message: /no regular file/ });
    await expect(exportTo(folder)).rejects.toMatchObject({ code: 'usage', message: /is a folder/ });
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(existsSync(`${pipe}.part`)).toBe(false);
  });

  it('follows links to a file, and to one that is not there yet', async () => {
    mkdirSync(join(folder, 'there'));
    writeFileSync(join(folder, 'there', 'old'), 'old');
    symlinkSync('there/old', join(folder, 'link'));
    symlinkSync('link', join(folder, 'link-to-link'));
    symlinkSync('there/new', join(folder, 'dangling'));
    await exportTo(join(folder, 'link-to-link'));
    await exportTo(join(folder, 'dangling'));
    expect(lines(join(folder, 'there', 'old'))).toBe(2);
    expect(lines(join(folder, 'there', 'new'))).toBe(2);
    for (const name of ['link', 'link-to-link', 'dangling'])
      expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(true);
    symlinkSync('circle', join(folder, 'circle'));
    await expect(exportTo(join(folder, 'circle'))).rejects.toMatchObject({ message: /leads back to itself/ });
  });

  it('keeps the permissions of a file that it replaces', async () => {
    const file = join(folder, 'private');
    writeFileSync(file, 'old');
    chmodSync(file, 0o600);
    await exportTo(file);
    expect(lines(file)).toBe(2);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
