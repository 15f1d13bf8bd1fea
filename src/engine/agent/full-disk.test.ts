import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { branchesOf, hasEnded } from '../../core/session/selectors.ts';
import { ask, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

/** A file system of its own with room for a few requests only; null where one cannot be mounted. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const disk = mountSmallDisk();

describe.runIf(disk !== null)('a full disk', () => {
  let test: TestEngine;
  afterEach(async () => {
    await test.dispose();
    if (disk) execFileSync('umount', ['-l', disk]);
  });

  it('stops the session with one plain sentence and keeps every whole line', async () => {
    const home = join(disk ?? '', 'home');
    mkdirSync(home);
    test = await startTestEngine({}, home);
    test.model.script(() => ask({ name: 'read_file', args: { path: 'notes.txt' } }));
    const session = await test.create();
    await expect(session.idle()).rejects.toThrow(/the disk is full.*Make room/);
    expect(branchesOf(session.state).every(hasEnded)).toBe(true);
    expect(session.state.notices.at(-1)).toMatchObject({ level: 'error' });
    expect(session.state.branches.root?.reason).toContain('the disk is full');
    const { sessionId } = session.state.session ?? { sessionId: '' };
    const lines = readFileSync(join(home, 'sessions', sessionId, 'events.jsonl'), 'utf8')
      .split('\n')
      .slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.length).toBeGreaterThan(20);
  });
});
