import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** What most tests launch with: the embedded model answers without a person's patience. */
export const FAST = { env: { FORKSCOPE_DEMO_LATENCY: 'fast' } };

/** A branch's card on the canvas. */
export function card(page: Page, branch: string): Locator {
  return page.locator(`[data-branch="${branch}"]`);
}

export async function expectState(page: Page, branch: string, state: string, timeout = 45_000): Promise<void> {
  await expect(card(page, branch)).toHaveAttribute('data-status', state, { timeout });
}

/**
 * Selects a card without meeting a button of it. On a slow machine the view may begin to glide between the look and the
 * press; whoever pressed beside a card presses again.
 */
export async function select(page: Page, branch: string): Promise<void> {
  await expect(async () => {
    await card(page, branch).click({ position: { x: 60, y: 12 } });
    await expect(card(page, branch)).toHaveAttribute('data-selected', 'true', { timeout: 1_500 });
  }).toPass({ timeout: 20_000 });
}

/** A branch's own key, pressed on its card. */
export async function pressOn(page: Page, branch: string, key: string): Promise<void> {
  await select(page, branch);
  await page.keyboard.press(key);
}

/** The box that a person writes messages into. */
export function promptBox(page: Page): Locator {
  return page.getByRole('textbox', { name: /^Message/ });
}

/** Writes a message, or a command with its slash, and sends it. */
export async function say(page: Page, words: string): Promise<void> {
  await promptBox(page).fill(words);
  await page.keyboard.press('Enter');
}

/** Runs the first command of the palette that these words find. */
export async function runFromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** Where something stands, in pixels of the window; throws when it is not shown. */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on screen');
  return box;
}

export interface NewSession {
  readonly folder: string;
  readonly prompt: string;
  readonly approval?: 'all' | 'edits' | 'none';
  readonly provider?: string;
  readonly model?: string;
}

/** Starts a session through the dialog, as a person does. */
export async function newSession(page: Page, { folder, prompt, approval, provider, model }: NewSession): Promise<void> {
  await expect(page.getByRole('button', { name: 'Open a folder' }).first()).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  // Where a slow machine lost the key, a person presses it again.
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press('ControlOrMeta+n');
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dialog.getByLabel('Folder').fill(folder);
  await dialog.getByLabel('Prompt').fill(prompt);
  if (provider) await dialog.getByLabel('Provider').selectOption(provider);
  if (model) await dialog.getByLabel('Model').fill(model);
  if (approval) await dialog.getByLabel('Approval').selectOption(approval);
  await dialog.getByRole('button', { name: 'Start session' }).click();
}

/** Sets the theme of the next app on this data folder, in the settings file, as a person may. */
export function setTheme(home: string, theme: 'light' | 'dark'): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ theme }));
}
