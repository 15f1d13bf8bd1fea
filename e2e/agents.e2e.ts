import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/app.ts';
import { makeRepository } from './support/repository.ts';
import { expectState, FAST, newSession, say } from './support/window.ts';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Walks with Tab to a control with this label. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const active = document.activeElement;
      return active instanceof HTMLElement && 'labels' in active
        ? ((active as HTMLInputElement).labels?.[0]?.textContent ?? active.textContent)
        : active?.textContent;
    });
    if (name?.trim() === label) return;
  }
  throw new Error(`Tab does not lead to ${label}`);
}

test('an agent is made with the keyboard, and a bad file is told by its line and set right', async ({
  folder,
  launch,
}) => {
  const repository = makeRepository(folder);
  const bad = join(repository, '.qwen/agents/broken.md');
  const { page } = await launch(FAST);
  await newSession(page, { folder: repository, prompt: 'Run `echo hi`', approval: 'all' });
  await expectState(page, 'root', 'completed');
  await page.keyboard.press('ControlOrMeta+Shift+a');
  const list = page.getByRole('navigation', { name: 'Agents and skills' });
  for (const name of ['explore', 'plan', 'general', 'verify']) {
    await expect(
      list.getByRole('region', { name: 'Built in' }).getByRole('button', { name: `${name} ` }),
    ).toBeVisible();
  }

  await tabTo(page, 'New agent');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'New agent' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('fork');
  await tabTo(page, 'When to use it');
  await page.keyboard.type('Writes: the release notes');
  await tabTo(page, 'Instructions');
  await page.keyboard.type('Read the log and write.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form.getByText('is the name of forks')).toBeVisible();
  const name = form.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Release notes');
  await tabTo(page, 'write_file');
  await page.keyboard.press('Space');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('article', { name: 'Agent Release notes' })).toContainText('edits files');
  const path = join(repository, '.forkscope/agents/release-notes.md');
  expect(readFileSync(path, 'utf8')).toBe(
    '---\nname: Release notes\ndescription: "Writes: the release notes"\ntools: write_file\n---\n\nRead the log and write.\n',
  );

  // Another program writes a file: it appears by itself, as what it is.
  await page.getByRole('button', { name: 'All agents' }).click();
  await expect(list.getByRole('button', { name: /^Release notes/ })).toBeVisible();
  write(bad, '---\nname: broken\ndescription: d\ntools:\n  - read_file\n  - read_flie # oh\n---\nLook.\n');
  const entry = list.getByRole('region', { name: 'Cannot be used' }).getByRole('button', { name: /broken\.md/ });
  await expect(entry).toContainText('Line 6: There is no tool `read_flie`');
  await entry.click();
  const text = page.getByRole('textbox', { name: 'The file as text' });
  await page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: 'Line 6' }).click();
  await page.keyboard.type('  - search # oh');
  await expect(page.getByText('It can be used as it is.')).toBeVisible();

  // While it is edited, somebody else writes it: nothing is written over unasked.
  write(bad, '---\nname: broken\ndescription: theirs\n---\nLook.\n');
  await expect(page.getByText('was changed on disk')).toBeVisible();
  await page.getByRole('button', { name: 'Take the file as it is' }).click();
  await expect(page.getByRole('textbox', { name: 'When to use it' })).toHaveValue('theirs');
  await page.getByRole('textbox', { name: 'Name' }).fill('mended');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('article', { name: 'Agent mended' })).toBeVisible();
  await expect(text).toHaveCount(0);

  // Deleting asks first, and can be undone.
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('mended is in the trash.')).toBeVisible();
  expect(existsSync(bad)).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article', { name: 'Agent mended' })).toBeVisible();
  expect(readFileSync(bad, 'utf8')).toBe('---\nname: mended\ndescription: theirs\n---\nLook.\n');
});

test('a compaction is a seam: it says what it did and cost, and what is behind it can be read', async ({
  folder,
  home,
  launch,
}) => {
  write(join(home, 'settings.json'), JSON.stringify({ windows: { 'demo-planner': 16_000 } }));
  const { page } = await launch(FAST);
  await newSession(page, { folder: makeRepository(folder), prompt: 'Run `echo first; seq 1 2000`', approval: 'all' });
  await expectState(page, 'root', 'completed');
  for (const word of ['second', 'third', 'fourth']) {
    await say(page, `Run \`echo ${word}; seq 1 2000\``);
    await expect(page.locator('[data-branch="root"]')).toContainText(`echo ${word}`);
    await expectState(page, 'root', 'completed');
  }
  await page.locator('[data-branch="root"]').click();
  await page.keyboard.press('Enter');
  const seam = page.getByRole('region', { name: 'Compaction' }).last();
  await expect(seam).toContainText(/older messages left the context/);
  await expect(seam).toContainText(/[\d.]+k → [\d.]+k tokens, of 13k allowed/);
  await expect(seam).toContainText(/Of the cached prefix .* stay and .* are lost: .* anew/);
  await seam.getByRole('button', { name: /^Show the \d+ messages behind it/ }).click();
  const gap = page.getByRole('button', { name: /messages? here left the context/ }).first();
  await expect(gap).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.transcript-row.is-behind').first()).toBeVisible();
  await gap.click();
  await expect(page.locator('.transcript-row.is-behind')).toHaveCount(0);
});
