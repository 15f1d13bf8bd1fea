import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe calls serious or critical on the screen as it is now; each with the places it is about. */
export async function seriousFaults(page: Page, theme: 'light' | 'dark' = 'light'): Promise<string[]> {
  await waitForRest(page);
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // A theme changes colours only: names and roles were looked at in the light one.
  const { violations } = await (theme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 4)
          .join(' | ')}`,
    );
}

/** Motion that has not come to rest has colours of its own. What turns for ever, a spinner, has none. */
async function waitForRest(page: Page): Promise<void> {
  await page
    .evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
    })
    .catch(() => undefined);
}
