import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { planHold } from '../../core/fork/hold.ts';
import { HoldGroup } from './hold-group.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Three cold siblings: `a` leads, `b` and `c` are held. `gone` lists those that were let go. */
function heldGroup(readableAfter: 'first-byte' | 'end') {
  const group = new HoldGroup(planHold({ siblings: 3, parentIsWarm: false, tailBytes: 10, readableAfter }));
  const gone: string[] = [];
  const controllers = new Map(['b', 'c'].map((branch) => [branch, new AbortController()] as const));
  expect(group.mustWait('a')).toBe(false);
  for (const [branch, { signal }] of controllers) {
    expect(group.mustWait(branch)).toBe(true);
    void group.wait(branch, signal).then(() => gone.push(branch));
  }
  return { group, gone, abort: (branch: string) => controllers.get(branch)?.abort() };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('a hold ends', () => {
  it("with the leader's first byte, where that makes its entry readable", async () => {
    const { group, gone } = heldGroup('first-byte');
    group.leaderSent('a', 'first-byte');
    await settled();
    expect(gone).toEqual(['b', 'c']);
    expect(group.mustWait('late')).toBe(false);
  });

  it("with the end of the leader's answer, not before, for DashScope and DeepSeek", async () => {
    const { group, gone } = heldGroup('end');
    group.leaderSent('a', 'first-byte');
    await settled();
    expect(gone).toEqual([]);
    group.leaderSent('a', 'end');
    await settled();
    expect(gone).toEqual(['b', 'c']);
  });

  it.each(['first-byte', 'end'] as const)('when the leader fails (readable after %s)', async (readableAfter) => {
    const { group, gone } = heldGroup(readableAfter);
    group.leaderSent('a', 'error');
    await settled();
    expect(gone).toEqual(['b', 'c']);
  });

  it('after 5 s when the leader is slow', async () => {
    const { gone } = heldGroup('end');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['b', 'c']);
  });

  it('for one fork alone when a person skips it or stops it', async () => {
    const { group, gone, abort } = heldGroup('end');
    group.skip('c');
    await settled();
    expect(gone).toEqual(['c']);
    abort('b');
    await settled();
    expect(gone).toEqual(['c', 'b']);
  });

  it('at once for a fork that is stopped already, and for one that a person let go before it was ready', async () => {
    const { group, gone } = heldGroup('end');
    void group.wait('stopped', AbortSignal.abort()).then(() => gone.push('stopped'));
    await settled();
    expect(gone).toEqual(['stopped']);
    group.skip('early');
    expect(group.mustWait('early')).toBe(false);
    expect(group.mustWait('other')).toBe(true);
  });

  it('for the next one when the leader ends before it sent anything, and that one then leads', async () => {
    const { group, gone } = heldGroup('first-byte');
    await vi.advanceTimersByTimeAsync(4_000);
    group.leave('a');
    await settled();
    expect([group.leader, gone]).toEqual(['b', ['b']]);
    expect(group.mustWait('late')).toBe(true);
    // Its five seconds are its own.
    await vi.advanceTimersByTimeAsync(4_999);
    expect(gone).toEqual(['b']);
    group.leaderSent('b', 'first-byte');
    await settled();
    expect(gone).toEqual(['b', 'c']);
  });

  it('goes on without one that ends while it waits; without anybody, the next that is ready leads', async () => {
    const { group, gone } = heldGroup('first-byte');
    group.leave('b');
    group.leave('a');
    await settled();
    expect([group.leader, gone]).toEqual(['c', ['c']]);
    group.leave('c');
    expect(group.leader).toBeNull();
    expect(group.mustWait('late')).toBe(false);
    expect(group.leader).toBe('late');
    group.release();
  });

  it('only by its leader', async () => {
    const { group, gone } = heldGroup('first-byte');
    expect(group.leader).toBe('a');
    group.leaderSent('b', 'end');
    await settled();
    expect(gone).toEqual([]);
    group.release();
  });
});

it('holds nobody when the plan says so', () => {
  const group = new HoldGroup(planHold({ siblings: 3, parentIsWarm: true, tailBytes: 10, readableAfter: 'end' }));
  expect(['a', 'b', 'c'].map((branch) => group.mustWait(branch))).toEqual([false, false, false]);
});
