import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { branchesOf, hasEnded } from '../../core/session/selectors.ts';
import { ask, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
}

/** True where a file system of its own can be mounted (as root, outside a locked container). */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-small-'));
  try {
    mount(folder, '64k');
    execFileSync('umount', ['-l', folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.runIf(canMount())('a full disk', () => {
  let test: TestEngine;
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'forkscope-small-'));
  });
  afterEach(async () => {
    await test.dispose();
    for (const folder of [join(home, 'sessions'), home]) {
      if (existsSync(folder)) execFileSync('sh', ['-c', `umount -l '${folder}' 2>/dev/null || true`]);
    }
  });

  it('in the middle: one plain sentence, every whole line kept, and reopening goes on once there is room', async () => {
    mount(home, '192k');
    test = await startTestEngine({}, home);
    // No two calls alike: those would be ended as repetition.
    let asked = 0;
    test.model.script(() => ask({ name: 'read_file', args: { path: 'notes.txt', limit: ++asked } }));
    const session = await test.create();
    await expect(session.idle()).rejects.toThrow(/the disk is full.*Make room/);
    expect(branchesOf(session.state).every(hasEnded)).toBe(true);
    expect(session.state.notices.at(-1)).toMatchObject({ level: 'error' });
    expect(session.state.branches.root?.reason).toContain('the disk is full');
    const { sessionId } = session.state.session ?? { sessionId: '' };
    const log = join(home, 'sessions', sessionId, 'events.jsonl');
    const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
    const before = lines();
    expect(before.map((line) => JSON.parse(line).seq)).toEqual(before.map((_, index) => index + 1));
    expect(before.length).toBeGreaterThan(20);

    execFileSync('mount', ['-o', 'remount,size=8m', home]);
    test.model.script(() => say('there is room'));
    const again = await test.engine.open(sessionId);
    expect(again).not.toBe(session);
    again.prompt('root', 'go on');
    await again.idle();
    expect(again.state.branches.root?.report).toBe('there is room');
    expect(lines().length).toBeGreaterThan(before.length);
  });

  it('at the start: one plain sentence, nothing runs, and nothing half-made stays', async () => {
    mkdirSync(join(home, 'sessions'));
    mount(join(home, 'sessions'), '4k');
    test = await startTestEngine({}, home);
    await expect(test.create()).rejects.toThrow(/disk is full.*Make room/);
    expect(readdirSync(join(home, 'sessions'))).toEqual([]);
    expect(test.model.stats().requests).toBe(0);
  });
});
