import type { Page } from '@playwright/test';

/** Opens every fold and every line of the page's content at once. */
export async function openEverything(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '');
  });
  await page.locator('main li button[aria-expanded="false"]').evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
}
