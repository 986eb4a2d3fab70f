import type { Page } from '@playwright/test';

/** Opens every fold of the page's content; one press each, from the top. */
export async function openEverything(page: Page): Promise<void> {
  for (const fold of await page.locator('main details:not([open]) > summary:visible').all())
    await fold.click();
  for (const button of await page.locator('main button[aria-expanded="false"]:visible').all())
    await button.click();
}
