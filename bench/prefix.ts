import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefixLoss } from '../src/engine/forks/testing/prefix-loss.ts';
import { startVendorFamily } from '../src/engine/forks/testing/vendor-family.ts';
import { VENDORS, type Vendor } from '../src/engine/providers/testing/vendors.ts';
import type { Measurement } from './lib/measure.ts';

const SIBLINGS = 8;
const STEPS = 10;

/** Bytes lost against the limit, on every provider shape, through the real SDKs against a recording server. */
export async function measurePrefix(): Promise<Measurement> {
  const results = [];
  for (const vendor of VENDORS) results.push(await lossOf(vendor));
  return {
    title: 'Prefix: bytes lost in front of the directive',
    rows: results.map(({ name, first, later }) => ({
      what: `${name}: ${first.requests} first requests; ${later.requests} later ones, with a restart`,
      measured: `${first.lost} of ${grouped(first.bytes)} B; ${later.lost} of ${grouped(later.bytes)} B`,
      target: '0 B',
      met: first.lost === 0 && later.lost === 0 && first.requests === SIBLINGS,
      ...(name === 'gemini'
        ? { peers: 'Claude Code 0 B (63.5 % with its attribution line), qwen-code 100 % of the parent' }
        : {}),
    })),
    raw: results,
  };
}

async function lossOf(vendor: Vendor) {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-bench-'));
  let family = await startVendorFamily(vendor, { folder, siblings: SIBLINGS, steps: STEPS });
  try {
    family.session.prompt('root', 'Do it in parts.');
    await family.session.idle();
    family = await family.restart();
    family.session.prompt('root', 'And after a restart?');
    for (let fork = 1; fork <= SIBLINGS; fork++) family.session.prompt(`fork-${fork}`, 'Go on.');
    await family.session.idle();
    return { name: vendor.name, ...prefixLoss(family.sent()) };
  } finally {
    await family.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
