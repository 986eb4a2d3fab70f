import type { Page } from '@playwright/test';
import { expect, test } from './lotlens-test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'What to bid' });
for (const width of [1440, 360])
  test(`look ${width}`, async ({ own: page }) => {
    await page.setViewportSize({ width, height: 900 });
    await section(page).getByRole('heading', { name: 'What to bid' }).click();
    await expect(section(page).getByText('Lots like this sell for', { exact: true })).toBeVisible();
    for (const buyer of ['Body shop', 'Hobbyist', 'Dealer', 'Exporter']) {
      await section(page).getByLabel('How do you buy?').selectOption({ label: buyer });
      if (buyer === 'Exporter') await section(page).getByLabel('Sold in').selectOption({ label: 'Poland' });
      await page.waitForTimeout(2500);
      if (buyer === 'Exporter' || buyer === 'Body shop')
        for (const d of await section(page).locator('details[id^=deal-row]').all())
          await d
            .locator('summary')
            .click()
            .catch(() => undefined);
      await page.waitForTimeout(500);
      await section(page).screenshot({ path: `/tmp/look-${buyer.replace(' ', '')}-${width}.png` });
    }
  });
