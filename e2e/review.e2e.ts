import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { git, makeRepository } from './support/repository.ts';
import { card, expectState, FAST, newSession, say } from './support/window.ts';

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
  lines[28] = ['    ends with $', '{lines.length} here`;'].join('');
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

test('a comment on lines of a diff reaches the fork; a viewed mark goes off when the file changes', async ({
  folder,
  launch,
}) => {
  const { page } = await launch(FAST);
  await twoForks(page, folder);
  const diff = await openDiff(page, 'fork-1');
  const story = diff.getByRole('region', { name: 'src/story.ts' });

  // By mouse: the button in the gutter of an added line.
  const line = story.locator('tr', { has: page.locator('[data-line-new-num="31"]') });
  await line.hover();
  await line.locator('.diff-add-widget').click();
  await page.getByRole('textbox', { name: 'Comment on line 31' }).fill('Why was this line renamed?');
  await story.getByRole('button', { name: 'Send to the fork' }).click();
  const comment = story.getByRole('article', { name: 'Comment' });
  await expect(comment).toContainText('Why was this line renamed?');
  await expect(comment).toContainText('sent to the fork');
  await card(page, 'fork-1').click();
  await page.keyboard.press('Enter');
  const transcript = page.getByRole('region', { name: /^Transcript of/ });
  const message = transcript.getByRole('article', { name: 'You' }).last();
  await expect(message).toContainText('Review comment on src/story.ts, line 31:');
  await expect(message).toContainText('+  // line 30 in fork 1 of the story');

  // By key: the file is read, then the fork's file changes.
  await page.getByRole('tab', { name: /diff/ }).click();
  await story.getByRole('checkbox', { name: 'Viewed src/story.ts' }).focus();
  await page.keyboard.press('Space');
  await expect(story.getByRole('checkbox')).toBeChecked();
  await expect(story.locator('td')).toHaveCount(0);
  await expectState(page, 'fork-1', 'completed');
  await say(page, 'run `sed -i "s/line 50 of/line fifty of/" src/story.ts`');
  await expect(story.getByRole('checkbox')).not.toBeChecked();
  await expect(story.getByText('line fifty of the story')).toBeVisible();
  await expect(comment).toBeVisible();
});

test('a comment and a finding by keyboard are there after the app was closed', async ({ folder, launch }) => {
  const { app, page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'read README.md', approval: 'all' });
  await expectState(page, 'root', 'completed');
  await card(page, 'root').click();
  await page.keyboard.press('Enter');
  const question = page.getByRole('article', { name: 'You' }).first();
  await question.getByRole('button', { name: 'Comment on this message' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Comment on this message' })).toBeFocused();
  await page.keyboard.type('A good question.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('article', { name: 'Comment' })).toContainText('A good question.');

  await card(page, 'root').click();
  await page.keyboard.press('Shift+R');
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review.getByText('A good question.')).toBeVisible();
  await review.getByRole('button', { name: 'Finding' }).click();
  await page.keyboard.type('The answer names no source.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await review.getByRole('combobox', { name: 'State' }).selectOption('resolved');
  await expect(review.getByText('1 comment, 1 finding', { exact: true })).toBeVisible();
  await review.getByRole('button', { name: /^Message/ }).click();
  await expect(page.locator('.is-place')).toContainText('A good question.');
  await app.close();

  const again = await launch(FAST);
  await again.page
    .getByRole('button', { name: /read README\.md/ })
    .first()
    .click();
  await expectState(again.page, 'root', 'completed');
  await card(again.page, 'root').click();
  await again.page.keyboard.press('Shift+R');
  const kept = again.page.getByRole('region', { name: 'Review', exact: true });
  await expect(kept.getByText('A good question.')).toBeVisible();
  await expect(kept.getByRole('article', { name: /^Finding/ }).getByRole('combobox', { name: 'State' })).toHaveValue(
    'resolved',
  );
});

test('the files of two forks are compared, change by change', async ({ folder, launch }) => {
  const { page } = await launch(FAST);
  await twoForks(page, folder);
  const diff = await openDiff(page, 'fork-2');
  const pictures = diff.getByRole('img', { name: /logo\.png$/ });
  await diff.getByRole('combobox', { name: 'Compare with' }).selectOption('fork-1');
  // Both renamed the same file: that is no difference between them.
  await expect(diff.getByRole('region', { name: 'src/other-name.txt' })).toHaveCount(0);
  const story = diff.getByRole('region', { name: 'src/story.ts' });
  await expect(story.getByText('line 30 in fork 1 of the story')).toBeVisible();
  await expect(story.getByText('line 30 in fork 2 of the story')).toBeVisible();
  await expect(story.getByText('line 80')).toHaveCount(0);
  await diff.getByRole('button', { name: 'Next change' }).click();
  await page.keyboard.press('n');
  await expect(diff.locator('tr[data-here="yes"]')).toBeVisible();
  await diff.getByRole('region', { name: 'logo.png' }).scrollIntoViewIfNeeded();
  await expect(pictures).toHaveCount(2);
});
