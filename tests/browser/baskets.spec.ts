import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Offer, OffersAnswer } from '../../contract/schemas/offers.ts';
import { axeFaults } from './axe-faults.ts';
import { test as base, expect, signInAs } from './lotlens-test.ts';

const test = base.extend<{ report: Page }>({
  report: async ({ page, reader }, use) => {
    await signInAs(page, reader.user);
    await page.goto(`/reports/${reader.reportId}`);
    await page.getByText(/^Show all \d+ parts$/).click();
    await expect(rows(page).first()).toBeVisible();
    await use(page);
  },
});

const basket = (page: Page) => page.getByRole('region', { name: 'Parts' });
const rows = (page: Page) => basket(page).locator('tbody tr');
const cents = (text: string | null): number => Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);

const offer = (
  title: string,
  price: number,
  condition: Offer['condition'],
  shipping: number | null,
): Offer => ({
  source: 'ebay',
  source_label: 'eBay',
  supplier: 'ebay',
  item: 'v1|110000000001|0',
  title,
  price,
  shipping,
  currency: 'USD',
  condition,
  condition_says: null,
  seller: 'made-up-seller',
  country: 'US',
});

test('parts nobody prices are not counted as nothing', async ({ report: page }) => {
  const oem = basket(page).locator('label').filter({ hasText: 'OEM only' });
  await expect(oem.getByRole('radio')).toBeChecked();
  const all = await rows(page).count();
  const unpriced = await rows(page).filter({ hasText: 'No price found' }).count();
  expect(unpriced).toBeGreaterThan(0);
  await expect(oem).toContainText(`${all - unpriced} of ${all} parts priced`);
  // What the sample cars' parts cost is made up, and says so.
  await expect(rows(page).filter({ hasText: 'made-up sample price' })).toHaveCount(all - unpriced);
  await expect(basket(page)).toContainText('not in the sum');
  await expect(basket(page)).toContainText('No seller’s prices are connected to this installation');
});

test('baskets add up what sellers ask, each price with seller, condition and time of the check', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  // The service asks eBay in its own tests; here its answer stands for what it found.
  let asked = 0;
  await page.route('**/api/v1/reports/*/offers', (route) => {
    if (route.request().method() === 'POST') asked += 1;
    const answer: OffersAnswer = {
      sources: [{ name: 'ebay', label: 'eBay' }],
      numbers:
        asked === 0
          ? []
          : [
              {
                number: '63117338701',
                status: 'found',
                message: null,
                checked_at: '2026-11-20T10:00:00.000Z',
                offers: [
                  offer('Headlamp, used', 150.25, 'used', 20),
                  offer('Headlamp, new', 410, 'new', null),
                ],
              },
            ],
      left_out: 0,
    };
    return route.fulfill({ json: answer });
  });
  await page.goto(`/reports/${reader.reportId}`);
  await page.getByText(/^Show all \d+ parts$/).click();
  await expect(basket(page)).toContainText('Prices at eBay were not checked yet.');
  await basket(page).getByRole('button', { name: 'Check prices now' }).click();
  await expect(basket(page)).toContainText('eBay, checked Nov 20, 2026');
  const used = basket(page).locator('label').filter({ hasText: 'Used first' });
  await used.click();
  const priced = rows(page).filter({ hasText: 'Headlamp, used' });
  await expect(priced.first()).toContainText('eBay');
  let sum = 0;
  for (const row of await rows(page).all()) {
    const [pieces, price] = await row.getByRole('cell').allTextContents();
    if (price !== 'not known') sum += cents(price ?? null) * Number(pieces);
  }
  expect(sum).toBeGreaterThan(0);
  expect(cents(await used.getByText('$').textContent())).toBe(sum);
  expect(asked).toBe(1);
});

test('what is written is bought, possible items are not', async ({ report: page }) => {
  await expect(basket(page)).toContainText(
    'Written parts at asked prices; unpriced ones are not in the total.',
  );
  await expect(rows(page).filter({ hasText: 'Front bumper cover' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'Cooling fan' })).toHaveCount(0);
  await expect(basket(page).getByLabel('Parts that are')).toHaveCount(0);
});

test('the list goes to the clipboard and the order sheet holds the chosen basket', async ({
  report: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await basket(page).getByRole('button', { name: 'Copy the list' }).click();
  await expect(page.getByText(/parts with numbers and pieces/)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toHaveLength(await rows(page).count());
  await basket(page).getByRole('radio', { name: 'Used first' }).focus();
  await page.keyboard.press('Space');
  const asking = page.waitForRequest(/export\?format=parts/);
  const saving = page.waitForEvent('download');
  await basket(page).getByRole('button', { name: 'Parts order sheet' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/parts\.csv$/);
  expect((await asking).url()).toContain('basket=used_first');
  expect(await fs.readFile(await download.path(), 'utf8')).toContain('asked_price');
});

test('links to look a part up go out by way of the counter with the report they came from', async ({
  report: page,
  reader,
}) => {
  const link = basket(page).getByRole('link').first();
  expect(await link.getAttribute('href')).toMatch(
    new RegExp(`^/api/v1/suppliers/out/.+report=${reader.reportId}`),
  );
  expect(await link.getAttribute('rel')).toContain('nofollow');
});

test('baskets fit 360 px and axe finds nothing in them', { tag: '@long' }, async ({ report: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await basket(page).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await axeFaults(page, 'main')).toEqual([]);
});
