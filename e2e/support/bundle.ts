import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from './app.ts';
import { forkscope } from './command-line.ts';
import { willPick } from './pick.ts';
import { git, makeRepository } from './repository.ts';
import { card } from './window.ts';

const PROMPT = `Read README.md. Fork into two, in parallel:
1. Replace \`with dry feet\` with \`with dry boots\` in README.md
2. Write \`sail\` into notes.txt`;

/** A colleague's session as one file, and an own clone of their repository. Everything of the colleague's is gone then. */
export async function bundleOf(folder: string): Promise<{ readonly bundle: string; readonly clone: string }> {
  const theirs = makeRepository(folder);
  const clone = join(folder, 'my clone');
  git(folder, 'clone', '--quiet', theirs, clone);
  const env = { FORKSCOPE_HOME: join(folder, 'theirs'), FORKSCOPE_DEMO_LATENCY: 'fast' };
  const ran = await forkscope(['run', '--workspace', theirs, '--prompt', PROMPT, '--approve', 'all'], env);
  expect(ran.code).toBe(0);
  const [session] = JSON.parse((await forkscope(['sessions', '--json'], env)).stdout) as { sessionId: string }[];
  const bundle = join(folder, 'for-you.forkscope');
  expect((await forkscope(['export', session?.sessionId ?? '', '-o', bundle, '--format', 'bundle'], env)).code).toBe(0);
  for (const gone of [theirs, env.FORKSCOPE_HOME]) rmSync(gone, { recursive: true, force: true });
  return { bundle, clone };
}

/** Opens a bundle through the dialog, by key. */
export async function openBundle(app: ElectronApplication, page: Page, bundle: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Open a transcript' }).first()).toBeVisible();
  await willPick(app, [bundle]);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await page.getByRole('dialog', { name: 'Open a transcript' }).getByRole('button', { name: 'Choose files…' }).click();
  await expect(card(page, 'fork-1')).toBeVisible({ timeout: 20_000 });
}
