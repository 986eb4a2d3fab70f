import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { expect, test } from './lotlens-test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'What to bid' });

async function openDeal(page: Page): Promise<void> {
  await section(page).getByRole('heading', { name: 'What to bid' }).click();
  await expect(section(page).getByText('Lots like this sell for', { exact: true })).toBeVisible();
}

const WALKS = [
  { buyer: 'Body shop', repairs: 'Own labor' },
  { buyer: 'Hobbyist', repairs: 'Unpaid' },
  { buyer: 'Dealer', repairs: 'Own labor' },
] as const;

for (const width of [1440, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const { buyer, repairs } of WALKS)
      test(`a ${buyer.toLowerCase()} is answered in money, repaired by ${repairs.toLowerCase()}`, async ({
        own: page,
      }) => {
        await openDeal(page);
        await section(page).getByLabel('How do you buy?').selectOption({ label: buyer });
        await expect(section(page).getByRole('radio', { name: new RegExp(`^${repairs}`) })).toBeChecked();
        await expect(
          section(page)
            .getByText(/\$[\d,]+/)
            .first(),
        ).toBeVisible();
        expect(await axeFaults(page)).toEqual([]);
        const { inner, outer } = await page.evaluate(() => ({
          inner: document.documentElement.scrollWidth,
          outer: document.documentElement.clientWidth,
        }));
        expect(inner).toBeLessThanOrEqual(outer);
      });

    test('an exporter is told what it must sell for, until the model has a price there', async ({
      own: page,
    }) => {
      await openDeal(page);
      await section(page).getByLabel('How do you buy?').selectOption({ label: 'Exporter' });
      await section(page).getByLabel('Sold in').selectOption({ label: 'Lithuania' });
      await expect(section(page).getByText(/^Must sell for more than \$/)).toBeVisible();
      const resale = section(page).getByLabel(/^Repaired, it sells for/);
      await resale.fill('60000');
      await page.keyboard.press('Enter');
      await expect(section(page).getByText(/^Must sell for more than \$/)).toBeHidden();
    });

    test('a dearer repair figure lowers the max bid at once', async ({ own: page }) => {
      await openDeal(page);
      await section(page)
        .getByRole('radio', { name: /^Worst case/ })
        .click();
      await expect(section(page).getByRole('radio', { name: /^Worst case/ })).toBeChecked();
      await expect(section(page).getByText(/worst case, an insurer would pay/)).toBeVisible();
    });
  });
}

test('how one buys is asked once on the reports, and saved', async ({ memberPage: page }) => {
  await page.goto('/reports');
  const strip = page.getByRole('region', { name: 'How do you buy?' });
  await strip.getByRole('button', { name: 'Choose' }).click();
  await strip.getByLabel('You are a').selectOption({ label: 'Hobbyist' });
  await strip.getByLabel('Auction license').selectOption({ label: 'No, through a broker' });
  await strip.getByRole('button', { name: 'Save' }).click();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(strip).toBeHidden();
});

test('the question how one buys can be put aside', async ({ memberPage: page }) => {
  await page.goto('/reports');
  const strip = page.getByRole('region', { name: 'How do you buy?' });
  await strip.getByRole('button', { name: 'Not now' }).click();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(strip).toBeHidden();
});
