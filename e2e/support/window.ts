import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

/** A branch's card on the canvas. */
export function card(page: Page, branch: string): Locator {
  return page.locator(`[data-branch="${branch}"]`);
}

export async function expectState(page: Page, branch: string, state: string, timeout = 45_000): Promise<void> {
  await expect(card(page, branch)).toHaveAttribute('data-status', state, { timeout });
}

/** Starts a session through the dialog, as a person does. */
export async function newSession(
  page: Page,
  { folder, prompt, approval }: { folder: string; prompt: string; approval?: 'all' | 'edits' | 'none' },
): Promise<void> {
  await expect(page.getByRole('button', { name: 'Open a folder' }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+n');
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByLabel('Folder').fill(folder);
  await dialog.getByLabel('Prompt').fill(prompt);
  if (approval) await dialog.getByLabel('Approval').selectOption(approval);
  await dialog.getByRole('button', { name: 'Start session' }).click();
}

/** Sets the theme of the next app on this data folder, in the settings file, as a person may. */
export function setTheme(home: string, theme: 'light' | 'dark'): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ theme }));
}
