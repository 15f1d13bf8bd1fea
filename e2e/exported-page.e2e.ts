import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { ElectronApplication, Page } from '@playwright/test';
import type { EventBody, MessageAdded } from '../src/core/session/events.ts';
import { expect, test } from './support/app.ts';
import { forkscope } from './support/command-line.ts';
import { makeRepository } from './support/repository.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const PLANTED = ['gh', 'p_', 'Zk3vN8qLw0RtYx', '7Hs2Jd5Fg9Bc4Mn6Qa1E'].join('');

/** A window without a bridge, as any browser is one. */
async function openPage(app: ElectronApplication, file: string): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow }, url) => {
    const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { partition: 'exported-page' } });
    void window.loadURL(url);
  }, pathToFileURL(file).href);
  return opened;
}

test('an exported page shows what a review said, beside what it is about, and lets nobody write', async ({
  folder,
  home,
  launch,
}) => {
  const env = { FORKSCOPE_HOME: home, FORKSCOPE_DEMO_LATENCY: 'fast' };
  const prompt = 'Fork into two, in parallel:\n1. Write `const total = 1;` into total.ts\n2. Run `echo two`';
  const run = ['run', '--workspace', makeRepository(folder), '--prompt', prompt, '--approve', 'all'];
  expect((await forkscope(run, env)).code).toBe(0);
  const [{ sessionId }] = JSON.parse((await forkscope(['sessions', '--json'], env)).stdout) as [{ sessionId: string }];
  const stored = join(home, 'sessions', sessionId);
  const answer = readFileSync(join(stored, 'events.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"message-added"'))
    .map((line) => JSON.parse(line) as MessageAdded & { at: number })
    .find(({ branch, message }) => branch === 'fork-2' && message.parts.some(({ kind }) => kind === 'call'));
  const call = answer?.message.parts.find((part) => part.kind === 'call');
  const moment = answer?.at ?? 0;
  const calls = { kind: 'call', branch: 'fork-2', messageId: answer?.message.id, callId: call?.callId };
  const lines = { kind: 'lines', branch: 'fork-1', path: 'total.ts', side: 'new', from: 1, to: 1 };
  const onLines = { ...lines, excerpt: '+const total = 1;\n' };
  const review = [
    { type: 'review-opened', version: 1, sessionId },
    { type: 'comment-added', commentId: 'c1', thread: null, place: calls, moment, text: `It says ${PLANTED}` },
    { type: 'comment-added', commentId: 'c2', thread: null, place: calls, moment, text: 'A regret' },
    { type: 'comment-removed', commentId: 'c2' },
    { type: 'finding-added', findingId: 'f1', title: 'Nobody tests it', severity: 'high', place: onLines, moment },
    { type: 'finding-changed', findingId: 'f1', state: 'wont-fix' },
  ].map((entry, index) => JSON.stringify({ seq: index + 1, at: moment + 1_000, ...entry }));
  writeFileSync(join(stored, 'review.jsonl'), `${review.join('\n')}\n`);
  const file = join(folder, 'page.html');
  expect((await forkscope(['export', sessionId, '--format', 'html', '-o', file], env)).code).toBe(0);

  const { app } = await launch();
  const page = await openPage(app, file);
  await expect(page.locator('.viewer-mark')).toHaveCount(2);
  await page.locator('[data-branch="root"]').focus();
  await page.keyboard.press('3');
  const list = page.getByRole('region', { name: 'Review' });
  await expect(list).toContainText('1 comment and 1 finding, 1 open.');
  await expect(list.getByRole('article')).toHaveText([
    /Tool call.*It says \[redacted: GitHub token #1\].*open/,
    /total\.ts:1.*Nobody tests it.*High severity · won't fix/,
  ]);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual(
    [],
  );
  await list.getByRole('button', { name: /^Tool call/ }).press('Enter');
  const transcript = page.getByRole('region', { name: /^Transcript of/ });
  await expect(transcript.locator('[data-comment="c1"]')).toBeVisible();
  await transcript.hover();
  await expect(
    page.getByRole('button', { name: /^(Comment|Answer|Resolve|Edit|Delete)/ }).and(page.locator(':not(.viewer-mark)')),
  ).toHaveCount(0);
  await page.locator('.viewer-mark[data-kind="finding"]').click();
  const edit = page.locator('.viewer-edit', { hasText: 'const total = 1;' });
  await expect(edit.locator('[data-finding="f1"]')).toBeInViewport();
  const carried = /class="forkscope-piece">([^<]*)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const inner = gunzipSync(Buffer.from(carried, 'base64')).toString();
  expect(inner).toContain('Nobody tests it');
  expect(inner).not.toContain('A regret');
});

test('the page of a long session has its end at once and all of it soon after, for keys and search', async ({
  folder,
  home,
  launch,
}) => {
  const MESSAGES = 9_000;
  const session = {
    ...{ type: 'session-created', version: 1, sessionId: 'long', title: 'A long one', provider: 'demo', model: 'm' },
    ...{ workspace: { root: folder, gitBranch: null, head: '' }, approval: 'none', isolation: 'none', maxForks: 8 },
    budget: null,
  };
  const root = {
    ...{ type: 'branch-created', branch: 'root', parent: null, kind: 'root', title: 'A long one', directive: null },
    ...{ forkPoint: null, callId: null, snapshot: 'prepared', snapshotVersion: 0, root: folder },
  };
  const said = Array.from({ length: MESSAGES }, (_, number) => ({
    ...{ type: 'message-added', branch: 'root', author: 'model' },
    message: { id: `m${number}`, role: 'model', parts: [{ kind: 'text', text: `Sentence number ${number}.` }] },
  }));
  const bodies = [session, root, ...said] as EventBody[];
  const stored = join(home, 'sessions', 'long');
  mkdirSync(stored, { recursive: true });
  const lines = bodies.map((body, index) => JSON.stringify({ seq: index + 1, at: 1.76e12 + index * 50, ...body }));
  writeFileSync(join(stored, 'events.jsonl'), `${lines.join('\n')}\n`);
  const file = join(folder, 'long.html');
  expect((await forkscope(['export', 'long', '--format', 'html', '-o', file], { FORKSCOPE_HOME: home })).code).toBe(0);

  const { app } = await launch();
  const page = await openPage(app, file);
  const transcript = page.getByRole('region', { name: /^Transcript of/ });
  await expect(transcript).toContainText(`Sentence number ${MESSAGES - 1}.`);
  // A person writes into the search before all is there: what was found then is not all that is found.
  await page.keyboard.press('/');
  await page.keyboard.type('number 17.');
  const found = page.getByRole('option');
  await expect(found).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(transcript.getByText('Sentence number 17.')).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('event 9,002 of 9,002');
  await page.getByRole('slider', { name: 'Playhead' }).press('Home');
  await page.keyboard.press('.');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('event 3 of 9,002');
  await expect(transcript).toContainText('Sentence number 0.');
  await expect(transcript).not.toContainText('Sentence number 1.');
});
