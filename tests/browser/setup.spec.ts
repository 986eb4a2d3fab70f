import type { Page } from '@playwright/test';
import { emailKeyOf } from '../../server/db/accounts/users.ts';
import { axeFaults } from './axe-faults.ts';
import { expect, test } from './lotlens-test.ts';
import { codeOf, makeOperator } from './new-operator.ts';
import { inDatabase } from './test-database.ts';

const source = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Setup of an operator who has given the code. */
async function enter(page: Page, user: { email: string }): Promise<void> {
  const secret = await makeOperator(user);
  await page.goto('/operator/setup');
  await page.getByLabel('One-time code').fill(await codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(source(page, 'VIN decoder')).toBeVisible();
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [360, 768, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: width < 700 ? 740 : 900 },
    });

    test('Setup has no faults of access and fits, with everything open', { tag: '@long' }, async ({
      page,
      member,
    }) => {
      const secret = await makeOperator(member);
      await page.goto('/operator/setup');
      await expect(page.getByLabel('One-time code')).toBeVisible();
      expect(await axeFaults(page), 'code').toEqual([]);
      await page.getByLabel('One-time code').fill(await codeOf(secret));
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(source(page, 'VIN decoder')).toBeVisible();
      for (const name of ['parts-catalogs.com', 'eBay', 'Photo review'])
        await source(page, name).getByText(`Set up ${name}`).click();
      await source(page, 'VIN decoder').getByRole('button', { name: 'Test a VIN' }).click();
      await expect(source(page, 'VIN decoder').getByRole('alert')).toBeVisible();
      expect(await axeFaults(page), 'sources').toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    });
  });

test('an operator gives the code and tests a VIN by keys alone', async ({ page, member }) => {
  const secret = await makeOperator(member);
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('link', { name: 'Operator' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/operator$/);
  await page.getByRole('link', { name: 'Setup' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/operator\/setup$/);
  await page.getByLabel('One-time code').focus();
  await page.keyboard.type(await codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Setup', level: 1 })).toBeFocused();
  await source(page, 'VIN decoder').getByLabel('VIN').focus();
  await page.keyboard.type('1HGCV1F38KA000042');
  await page.keyboard.press('Enter');
  await expect(source(page, 'VIN decoder').getByText('2019 Honda Accord')).toBeVisible();
});

test('a code that was used is refused, and the form stays', async ({ page, member }) => {
  const secret = await makeOperator(member);
  await inDatabase((client) =>
    client.query(
      'UPDATE operators SET last_step = 99999999999 WHERE user_id = (SELECT id FROM users WHERE email_key = $1)',
      [emailKeyOf(member.email)],
    ),
  );
  await page.goto('/operator/setup');
  await page.getByLabel('One-time code').fill(await codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('was used before');
  await expect(page.getByLabel('One-time code')).toBeFocused();
});

test('to any other account there is no Setup', async ({ memberPage: page }) => {
  await page.goto('/operator/setup');
  await expect(page.getByRole('heading', { name: 'This page is for operators' })).toBeVisible();
  await page.getByText('Account menu').locator('..').click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Operator' })).toHaveCount(0);
});

test('keys that a source refuses are said to be so, and stay typed', async ({ page, member }) => {
  await enter(page, member);
  const ebay = source(page, 'eBay');
  await ebay.getByText('Set up eBay').click();
  await page.route('**/operator/sources/ebay/keys', (route) =>
    route.fulfill({
      status: 422,
      json: {
        message: 'eBay does not accept this key.',
        detail: 'eBay does not accept this key.',
        code: 'key_refused',
        details: { outcome: 'key_refused', address: null },
      },
    }),
  );
  await ebay.getByLabel('App ID (client ID)', { exact: true }).fill('made-up-id');
  await ebay.getByLabel('Cert ID (client secret)', { exact: true }).fill('made-up-secret');
  await ebay.getByRole('button', { name: 'Try and save' }).click();
  await expect(ebay.getByRole('alert')).toHaveText('eBay does not accept this key.');
  await expect(ebay.getByLabel('App ID (client ID)', { exact: true })).toHaveValue('made-up-id');
});

test('a key that is missing is asked for before any source is', async ({ page, member }) => {
  await enter(page, member);
  const catalogs = source(page, 'parts-catalogs.com');
  await catalogs.getByText('Set up parts-catalogs.com').click();
  await catalogs.getByRole('button', { name: 'Try and save' }).click();
  await expect(catalogs.getByRole('alert')).toContainText('A key is missing.');
});
