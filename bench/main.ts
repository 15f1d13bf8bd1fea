import { availableParallelism, loadavg, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { capYoungGeneration } from '../src/engine/young-generation.ts';
import { measureChildren } from './children.ts';
import { measureExport } from './export.ts';
import { measureHold } from './hold.ts';
import { measureImport } from './import.ts';
import { measureLaunch } from './launch.ts';
import type { Measurement } from './lib/measure.ts';
import { tableOf } from './lib/table.ts';
import { measureLoopDelay } from './loop-delay.ts';
import { measureMemory } from './memory.ts';
import { measurePrefix } from './prefix.ts';
import { measureWorktrees } from './worktrees.ts';

const MEASURES: Readonly<Record<string, () => Promise<Measurement>>> = {
  prefix: measurePrefix,
  launch: measureLaunch,
  hold: measureHold,
  memory: measureMemory,
  children: measureChildren,
  loop: measureLoopDelay,
  import: measureImport,
  worktrees: measureWorktrees,
  export: measureExport,
};

/** Seconds to wait at most for other work on the machine to end, unless `--no-wait` is given. */
const CALM_SECONDS = 60;

const args = process.argv.slice(2);
const only = args[args.indexOf('--only') + 1]?.split(',') ?? [];
const names = args.includes('--only') ? only : Object.keys(MEASURES);
const unknown = names.filter((name) => !Object.hasOwn(MEASURES, name));
if (unknown.length > 0) {
  console.error(`There is no measurement "${unknown.join(', ')}". Choose from ${Object.keys(MEASURES).join(', ')}.`);
  process.exit(2);
}

// As the app and the command line do.
capYoungGeneration();
if (!args.includes('--no-wait')) await waitForCalm();
const loadBefore = loadavg()[0] ?? 0;
const measurements: Measurement[] = [];
for (const name of names) {
  console.error(`measuring ${name} …`);
  const measurement = await MEASURES[name]?.();
  if (measurement) measurements.push(measurement);
}
if (args.includes('--json')) console.log(JSON.stringify(measurements, null, 2));
else console.log(`\n${machine()}\n\n${tableOf(measurements)}\n`);
const missed = measurements.flatMap(({ rows }) => rows).filter(({ met }) => met === false);
if (missed.length > 0) console.error(`${missed.length} of the targets were missed.`);
process.exit(missed.length > 0 ? 1 : 0);

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = `load ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  return `${availableParallelism()} cores, ${memory} GiB of memory, Node ${process.versions.node}, ${process.platform}; ${load}. Compare ratios, not milliseconds.`;
}

/** Other work on the machine makes milliseconds longer. */
async function waitForCalm(): Promise<void> {
  for (let waited = 0; waited < CALM_SECONDS && (loadavg()[0] ?? 0) > availableParallelism() / 2; waited += 5) {
    if (waited === 0) console.error(`waiting up to ${CALM_SECONDS} s for other work to end …`);
    await sleep(5_000);
  }
}
