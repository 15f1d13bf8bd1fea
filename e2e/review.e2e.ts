import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { git, makeRepository } from './support/repository.ts';
import { card, expectState, newSession } from './support/window.ts';

const FAST = { env: { FORKSCOPE_DEMO_LATENCY: 'fast' } };

/** What each of two forks does to its files: lines, a name, a mode, a picture, bytes. */
const SCRIPT = `set -e
sed -i "s/line 30 of/line 30 in fork $1 of/; s/line 31 of/line 31 in fork $1 of/" src/story.ts
sed -i "s/line 80 of/line 80 changed of/" src/story.ts
printf 'export const added = %s;\\n' "$1" > src/added.ts
git mv src/name.txt src/other-name.txt
chmod +x tool.sh
node draw.mjs "$1"
printf '\\0\\1\\2%s' "$1" > data.bin
`;

/** A square of one colour as a PNG, made by hand: node has zlib and nothing else is needed. */
const DRAW = `import { writeFileSync } from 'node:fs';
import { deflateSync, crc32 } from 'node:zlib';
const side = Number(process.argv[2] ?? 0) * 24 + 48;
const crc = crc32 ?? ((bytes) => {
  let value = ~0;
  for (const byte of bytes) { value ^= byte; for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0); }
  return ~value >>> 0;
});
const chunk = (name, data) => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4); sum.writeUInt32BE(crc(body));
  const size = Buffer.alloc(4); size.writeUInt32BE(data.length);
  return Buffer.concat([size, body, sum]);
};
const head = Buffer.alloc(13); head.writeUInt32BE(side, 0); head.writeUInt32BE(side, 4); head.set([8, 2, 0, 0, 0], 8);
const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array.from({ length: side }, () => [64, 90 + side, 216]).flat())]);
const rows = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
writeFileSync('logo.png', Buffer.concat([Buffer.from('\\x89PNG\\r\\n\\x1a\\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]));
`;

function makeStory(folder: string): string {
  const repository = makeRepository(folder);
  mkdirSync(join(repository, 'src'), { recursive: true });
  const lines = Array.from({ length: 100 }, (_, index) => `  // line ${index + 1} of the story`);
  lines[26] = '  const text = `begins here';
  lines[28] = '    ends with ${lines.length} here`;';
  lines[31] = "  const after = 'a string' + 42;";
  writeFileSync(join(repository, 'src/story.ts'), `export function story(lines: string[]) {\n${lines.join('\n')}\n}\n`);
  writeFileSync(join(repository, 'src/name.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(repository, 'tool.sh'), 'echo tool\n');
  writeFileSync(join(repository, 'data.bin'), Buffer.from([0, 9, 9]));
  writeFileSync(join(repository, 'change.sh'), SCRIPT);
  writeFileSync(join(repository, 'draw.mjs'), DRAW);
  execFileSync('node', ['draw.mjs'], { cwd: repository });
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '-m', 'A story');
  return repository;
}

async function twoForks(page: Page, folder: string): Promise<void> {
  const prompt = 'Fork into two, in parallel:\n1. Run `sh change.sh 1`\n2. Run `sh change.sh 2`';
  await newSession(page, { folder: makeStory(folder), prompt, approval: 'all' });
  await expectState(page, 'root', 'completed');
  for (const fork of ['fork-1', 'fork-2']) await expectState(page, fork, 'completed');
}

async function openDiff(page: Page, branch: string) {
  await card(page, branch).click();
  await page.keyboard.press('d');
  const diff = page.getByRole('region', { name: /^Changes of/ });
  await expect(diff.getByRole('region', { name: 'src/story.ts' })).toBeVisible();
  return diff;
}
