import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { expect, saved, test } from './lotlens-test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'What to bid' });
const row = (page: Page, name: string) =>
  section(page)
    .locator('details[id^="deal-row-"]')
    .filter({ has: page.locator('summary', { hasText: name }) })
    .first();

/** Opens the section; what the lot sells for stands there once it is calculated. */
async function openDeal(page: Page): Promise<void> {
  await section(page).getByRole('heading', { name: 'What to bid' }).click();
  await expect(section(page).getByText('Lots like this sell for', { exact: true })).toBeVisible();
}

/** Enters a figure of one's own for a row. */
async function enter(page: Page, name: string, figure: string): Promise<void> {
  await row(page, name).locator('summary').click();
  await row(page, name).getByRole('textbox').fill(figure);
  await row(page, name).getByRole('button', { name: 'Use it' }).click();
  await expect(row(page, name).locator('summary')).toContainText('entered by hand');
}

test('nothing of a deal is drawn until it is opened, and it is asked for once', async ({ own: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(section(page).getByRole('heading', { name: 'What to bid' })).toBeVisible();
  expect(await section(page).locator('*').count()).toBeLessThan(8);
  // With the browser's own triangle, which says that it opens.
  await expect(section(page).locator('summary')).toHaveCSS('display', 'list-item');
  await openDeal(page);
  expect(asked.filter((path) => path.endsWith('/deal'))).toHaveLength(1);
});

test('a row opens to its source, takes one’s own figure and gives it back', async ({ own: page }) => {
  await openDeal(page);
  const gate = row(page, 'Gate or service fee');
  await gate.locator('summary').click();
  await expect(gate).toContainText('checked 2026-10-06');
  await gate.getByRole('textbox').fill('120');
  await gate.getByRole('button', { name: 'Use it' }).click();
  await expect(gate.locator('summary')).toContainText('entered by hand');
  await expect(gate.locator('summary')).toContainText('$120');
  await gate.getByRole('button', { name: 'Reset to $95' }).click();
  await expect(gate.locator('summary')).toContainText('$95');
});

test('the head says the max bid, and where none pays at which repair it breaks even', async ({
  own: page,
}) => {
  const head = page.locator('article > header');
  await expect(
    head.getByRole('term').filter({ hasText: /^(Max bid|Breaks even if it fixes for|Doesn’t pay)/ }),
  ).toBeVisible();
  await head.getByRole('button', { name: 'What to bid' }).click();
  await expect(section(page).getByText('Lots like this sell for', { exact: true })).toBeVisible();
  await enter(page, 'Resale after repair', '60,000');
  await expect(head.getByRole('term').filter({ hasText: 'Max bid' }).locator('..')).toContainText(
    /\$[\d,]+.*2 costs still unknown/,
  );
});

test('an edit of the report moves the deal and leaves open what is open in it', async ({ own: page }) => {
  await openDeal(page);
  const gate = row(page, 'Gate or service fee');
  await gate.locator('summary').click();
  await gate.getByRole('textbox').fill('12');
  const repair = section(page).locator('#deal-row-repair');
  const before = (await repair.textContent()) ?? '';
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/deal'));
  await page.getByRole('button', { name: 'Confirm by eye' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: /damaged\?$/ })).toBeVisible();
  await saved(page, () => page.keyboard.press('n'));
  await page.keyboard.press('Escape');
  await counted;
  await expect(repair).not.toHaveText(before);
  await expect(gate.getByRole('textbox')).toHaveValue('12');
});

test('a cost nobody knows asks to be entered, and is asked for no more', async ({ own: page }) => {
  await openDeal(page);
  await section(page).getByRole('button', { name: 'Enter storage at the yard' }).click();
  await expect(row(page, 'Storage at the yard').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Storage at the yard').locator('summary')).toContainText('$45');
  await expect(section(page).getByRole('button', { name: 'Enter storage at the yard' })).toBeHidden();
});

test('a car sold abroad says what it must sell for, until its price there is entered', async ({
  own: page,
}) => {
  await openDeal(page);
  const told = section(page).getByText(/^Must sell for more than \$/);
  await section(page).getByLabel('Sold in').selectOption({ label: 'Poland' });
  await expect(told).toBeVisible();
  await enter(page, 'Resale after repair', '60,000');
  await expect(told).toBeHidden();
  const duty = row(page, 'Customs duty');
  await duty.locator('summary').click();
  await expect(duty).toContainText('with proof of origin');
  await expect(duty).toContainText('Check before the car ships.');
  await expect(row(page, 'VAT').locator('summary')).toContainText('23%');
  // The sample was made in Germany by its VIN.
  await expect(section(page).getByLabel('EU duty 0% for a car made in the US')).toHaveCount(0);
});

test('a fact of the car entered for customs changes what they take', async ({ own: page }) => {
  await openDeal(page);
  await section(page).getByLabel('Sold in').selectOption({ label: 'Ukraine' });
  const excise = row(page, 'Excise').locator('summary');
  const year = new Date().getUTCFullYear();
  await expect(excise).toContainText(`${year - 2014} years`);
  await section(page)
    .getByLabel('Model year')
    .fill(String(year - 2));
  await section(page).getByLabel('Engine, liters').click();
  await expect(excise).toContainText('2 years');
  await section(page).getByLabel('Engine, liters').fill('3.5');
  await page.keyboard.press('Enter');
  await expect(excise).toContainText('100 EUR × 3.5 L × 2 years');
});

test('a number that is none says what is wrong, and nothing is sent', async ({ own: page }) => {
  await openDeal(page);
  await section(page).getByLabel('Expected or current bid, $').fill('five thousand');
  await page.keyboard.press('Enter');
  await expect(section(page).getByText('Enter a number from 0 to 10,000,000.')).toBeVisible();
});

test('how one buys and sells is kept for all deals, and shown in the account’s settings', async ({
  own: page,
}) => {
  await openDeal(page);
  await section(page).getByLabel('Target profit, % of the resale').fill('12.5');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Target profit').locator('summary')).toContainText('12.5%');
  await section(page).getByRole('button', { name: 'Save as my defaults' }).click();
  await expect(section(page).getByText('Saved for all your deals.')).toBeVisible();
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const kept = page.getByRole('dialog').getByRole('region', { name: 'What to bid' });
  await kept.getByText('Show 1 of your own').click();
  await expect(kept.getByLabel('Target profit, % of the resale')).toHaveValue('12.5');
  await kept.getByRole('button', { name: 'Reset all to usual' }).click();
  await expect(kept.getByLabel('Target profit, % of the resale')).toHaveValue('');
});

test('a phone holds the open deal without scrolling sideways', async ({ own: page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openDeal(page);
  await section(page).getByLabel('Sold in').selectOption({ label: 'Ukraine' });
  await expect(row(page, 'Excise')).toBeVisible();
  const { inner, outer } = await page.evaluate(() => ({
    inner: document.documentElement.scrollWidth,
    outer: document.documentElement.clientWidth,
  }));
  expect(inner).toBeLessThanOrEqual(outer);
});

test('an open deal with its curve and a row open has no axe faults', { tag: '@long' }, async ({
  own: page,
}) => {
  await openDeal(page);
  await enter(page, 'Resale after repair', '60,000');
  await section(page).getByText('The curve in figures').click();
  await section(page).getByText('How you buy').click();
  expect(await axeFaults(page)).toEqual([]);
});
