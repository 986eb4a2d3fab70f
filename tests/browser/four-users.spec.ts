import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { BMW, expect, pasteLot, Q50, QX60, saved, test } from './lotlens-test.ts';
import { skipTo } from './skip-to.ts';

/** Four trades, each from a pasted link to what it decides; nothing is pressed or read but by what people see. */

const MONEY = /^\$[\d,.]+$/;
const numberIn = (text: string | null): number => Number((text ?? '').replace(/[^\d.]/g, ''));
const region = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** From a link to the open report of its lot. */
async function reportOf(page: Page, link: string): Promise<void> {
  await page.goto('/reports');
  await pasteLot(page, link);
  await page.getByRole('dialog').getByRole('button', { name: 'Generate Report' }).click();
  const card = page.getByRole('article');
  await expect(card.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await card.getByRole('link', { name: 'Open report' }).click();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Opens a section by its heading. */
async function open(page: Page, name: string): Promise<Locator> {
  await region(page, name).getByRole('heading', { name }).click();
  return region(page, name);
}

/** What stands under a name in a section of names and values. */
const figureOf = (section: Locator, name: string): Locator =>
  section
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::*[1]');

/** A row of the deal, which opens. */
const rowOf = (deal: Locator, name: string): Locator =>
  deal.getByRole('group').filter({ hasText: new RegExp(`^${name}`) });

/** A figure of the user's own in a row of the deal. */
async function ownFigure(deal: Locator, name: string, figure: string): Promise<void> {
  const row = rowOf(deal, name);
  await row.getByText(name).first().click();
  await row.getByRole('textbox').fill(figure);
  await row.getByRole('button', { name: 'Use it' }).click();
  await expect(row.getByText('entered by hand', { exact: true })).toBeVisible();
}

test('a workshop owner looks at the photos, sets what the car brings, and knows what to bid', async ({
  memberPage: page,
}) => {
  test.setTimeout(180_000);
  await reportOf(page, BMW);
  await expect(page.getByRole('heading', { level: 1, name: /2014 BMW 3 Series/ })).toBeVisible();
  await expect(page.getByText('Photos not reviewed', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to do next' })).toBeVisible();

  await page.getByRole('button', { name: 'Confirm by eye' }).press('Enter');
  const pass = page.getByRole('dialog', { name: 'Confirm by eye' });
  // Lamps may be asked about before it.
  const hood = pass.getByRole('heading', { name: 'Hood panel: damaged?' });
  await skipTo(pass, 'Hood panel: damaged?');
  await saved(page, () => page.keyboard.press('y'));
  await expect(hood).toHaveCount(0);
  await expect(pass.getByRole('heading', { name: /: damaged\?$/ })).toBeVisible();
  await saved(page, () => page.keyboard.press('n'));
  await pass.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(pass.getByRole('row', { name: /^Likely/ })).toContainText(/[−+]\$[\d,]+/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('This report has 2 changes of yours.')).toBeVisible();

  const deal = await open(page, 'What to bid');
  await expect(deal.getByText('Lots like this sell for', { exact: true })).toBeVisible();
  await ownFigure(deal, 'Resale after repair', '60,000');
  await expect(figureOf(deal, 'Max bid')).toHaveText(MONEY);
  await expect(deal.getByText(/^(Buy|Consider|Part out|Pass)$/).first()).toBeVisible();
  await expect(deal.getByRole('heading', { name: 'Why' })).toBeVisible();
  const highest = numberIn(await figureOf(deal, 'Max bid').textContent());
  expect(highest).toBeGreaterThan(0);
  expect(highest).toBeLessThan(60_000);
  // The same bid stands where the report begins.
  await expect(page.locator('article > header')).toContainText(`Max bid$${highest.toLocaleString('en-US')}`);
});

test('a parts seller sees what to quote, and the order sheet holds exactly that', async ({
  memberPage: page,
}) => {
  test.setTimeout(180_000);
  await reportOf(page, QX60);
  const parts = region(page, 'Parts');
  const all = parts.getByText(/^Show all \d+ parts$/);
  const shown = numberIn(await all.textContent());
  expect(shown).toBeGreaterThan(3);
  await all.click();
  const rows = parts.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(shown);
  const asked = await Promise.all(
    (await rows.all()).map(async (row) => {
      const [pieces, price] = await row.getByRole('cell').allTextContents();
      return MONEY.test(price ?? '') ? Number(pieces) * numberIn(price ?? null) : 0;
    }),
  );
  const sum = asked.reduce((all, one) => all + one, 0);
  expect(sum).toBeGreaterThan(0);
  const inDollars = sum.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(parts.getByRole('radio', { checked: true, name: inDollars })).toBeVisible();

  const saving = page.waitForEvent('download');
  await parts.getByRole('button', { name: 'Parts order sheet' }).click();
  const sheet = (await fs.readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
  expect(sheet.length - 1).toBe(shown);
});

test('a total-loss handler enters value, salvage and state, reads the verdict, approves it and takes the file', async ({
  memberPage: page,
}) => {
  test.setTimeout(180_000);
  await reportOf(page, Q50);
  const claim = await open(page, 'Claim file');
  await claim.getByLabel('Claim number').fill('CLM-2041/7');
  await claim.getByLabel('Deductible, $').fill('500');
  await claim.getByRole('button', { name: 'Save' }).click();
  await expect(claim.getByText('Saved.')).toBeVisible();

  await claim.getByRole('button', { name: 'Enter value, salvage bid and state' }).click();
  const own = claim.getByRole('form', { name: 'Total loss by your own figures' });
  await own.getByLabel('Value before the damage (ACV), $').fill('6,000');
  await own.getByLabel(/^Salvage/).fill('2,100');
  await own.getByLabel('State').selectOption({ label: 'Texas' });
  await saved(page, () => own.getByRole('button', { name: 'Use these figures' }).click());
  await expect(claim.getByText(/^(Likely t|T)otal loss.*\d+% chance/)).toBeVisible();
  // What would tip it, and what is to be paid.
  await expect(claim.getByText(/^The likely repair: /)).toBeVisible();
  await expect(claim.getByText('$6,000').first()).toBeVisible();
  await expect(claim.getByRole('heading', { name: 'To pay' })).toBeVisible();

  await claim.getByLabel('Note on the approval').fill('Agreed by phone.');
  await claim.getByRole('button', { name: 'Approve version 1' }).click();
  await expect(claim.getByText('Version 1 is approved.')).toBeVisible();
  for (const [button, ending] of [
    ['The whole file as PDF', /\.pdf$/],
    ['Audit trail as CSV', /\.csv$/],
  ] as const) {
    const saving = page.waitForEvent('download');
    await claim.getByRole('button', { name: button }).click();
    expect((await saving).suggestedFilename()).toMatch(ending);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('an export buyer knows what the lot costs landed in Poland, and what to bid at most', async ({
    memberPage: page,
  }) => {
    test.setTimeout(180_000);
    await reportOf(page, BMW);
    const deal = await open(page, 'What to bid');
    await deal.getByLabel('Sold in').selectOption({ label: 'Poland' });
    await ownFigure(deal, 'Resale after repair', '45,000');
    for (const cost of ['Ocean freight', 'Customs duty', 'VAT', 'Excise'])
      await expect(rowOf(deal, cost)).toBeVisible();
    await expect(deal.getByText('Check every row before the car ships.')).toBeVisible();
    await expect(figureOf(deal, 'Max bid')).toHaveText(MONEY);
    await expect(deal.getByText(/^(Buy|Consider|Part out|Pass)$/).first()).toBeVisible();
    const { inner, outer } = await page.evaluate(() => ({
      inner: document.documentElement.scrollWidth,
      outer: document.documentElement.clientWidth,
    }));
    expect(inner).toBeLessThanOrEqual(outer);
  });
});
