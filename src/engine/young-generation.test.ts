import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
// The module must be seen by a process of its own: the flag is one of the whole process.
import { transformWithOxc } from 'vite';
import { expect, it } from 'vitest';

/** Allocates far more than any young generation, with much of it alive, a little at a time as streams do. */
const ALLOCATE = `
import { getHeapSpaceStatistics } from 'node:v8';
import { setImmediate as turn } from 'node:timers/promises';
const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
let [kept, most] = [[], 0];
for (let round = 0; round < 400; round++) {
  for (let i = 0; i < 4_000; i++) kept.push({ i, text: 'x' + i });
  if (kept.length > 60_000) kept = kept.slice(30_000);
  most = Math.max(most, size());
  await turn();
}
console.log(most / 2 ** 20);
`;

it('keeps the young generation at its size while much is allocated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forkscope-young-'));
  try {
    const source = await readFile(join(import.meta.dirname, 'young-generation.ts'), 'utf8');
    await writeFile(join(folder, 'young.mjs'), (await transformWithOxc(source, 'young-generation.ts')).code);
    const most = async (before: string) => {
      await writeFile(join(folder, 'main.mjs'), before + ALLOCATE);
      return Number((await execa(process.execPath, [join(folder, 'main.mjs')])).stdout);
    };
    const cap = "import { capYoungGeneration } from './young.mjs';\ncapYoungGeneration();\n";
    expect(await most('')).toBeGreaterThan(8);
    expect(await most(cap)).toBeLessThanOrEqual(8);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
