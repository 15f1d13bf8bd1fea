import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prefixTable } from '../../core/prefix/prefix-table.ts';
import type { Segment } from '../../core/prefix/segments.ts';
import { branchesOf } from '../../core/session/selectors.ts';
import { storedSegments } from '../agent/stored-request.ts';
import { VENDORS } from '../providers/testing/vendors.ts';
import { prefixLoss } from './testing/prefix-loss.ts';
import { startVendorFamily } from './testing/vendor-family.ts';

const SIBLINGS = 3;
const STEPS = 3;

it.each(VENDORS)('`prefix` on a session of $name shows zero loss, and so does the wire', async (vendor) => {
  const folder = await mkdtemp(join(tmpdir(), 'forkscope-family-'));
  let family = await startVendorFamily(vendor, { folder, siblings: SIBLINGS, steps: STEPS });
  try {
    family.session.prompt('root', 'Do it in parts.');
    await family.session.idle();
    family = await family.restart();
    const { session } = family;
    session.prompt('root', 'And after a restart?');
    session.prompt('fork-1', 'One more step.');
    await session.idle();

    const { first, later } = prefixLoss(family.sent());
    expect(first).toMatchObject({ requests: SIBLINGS, lost: 0 });
    // Root: its second request, one or more for the reports, one after the restart; forks: the rest of their steps.
    expect(later.requests).toBeGreaterThanOrEqual(SIBLINGS * (STEPS - 1) + 3 + STEPS);
    expect(later.lost).toBe(0);

    const { state } = session;
    const segments = new Map<string, Segment[]>();
    for (const { id, requests } of branchesOf(state)) {
      segments.set(id, await storedSegments(state, requests[0] ?? '', session.blobs));
    }
    const rows = prefixTable(state, (id) => segments.get(id));
    expect(rows).toHaveLength(1 + SIBLINGS);
    for (const row of rows.filter(({ parentId }) => parentId !== null)) {
      expect(row).toMatchObject({ firstDivergence: null, siblings: { insideDirective: true } });
      expect(row.sharedBytes).toBe(row.againstBytes);
    }
    for (const { prefix } of Object.values(state.requests)) expect(prefix?.divergence ?? null).toBeNull();
  } finally {
    await family.close();
    await rm(folder, { recursive: true, force: true });
  }
});
