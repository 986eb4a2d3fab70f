import type { Page } from '@playwright/test';
import { tokensOf } from './fresh-user.ts';
import { endedReport, expect, openReport, QX60, signInAs, test } from './lotlens-test.ts';

const NOTE = 'Amounts are shown in EUR (Euro)';

/** Sets kilometers and euros as somebody does it; the page below is drawn anew. */
async function chooseEuro(page: Page): Promise<void> {
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await dialog.getByLabel('Distances').selectOption('Kilometers');
  await dialog.getByLabel('Amounts, on pages, PDFs and sheets').selectOption('Euro');
  await dialog.getByRole('button', { name: 'Save preferences' }).click();
  await expect(dialog.getByText('Saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Everything on the page is in euros and kilometers, and says so once. */
async function expectEuro(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByText(NOTE)).toHaveCount(1);
  await expect(main).toContainText(/€\d/);
  await expect(main).not.toContainText(/\$\d/);
}

test('figures follow the units set in the account, on every page of it', async ({ own: page }) => {
  await expect(page.getByRole('main')).toContainText(/\$\d/);
  await expect(page.getByText(NOTE)).toHaveCount(0);
  await chooseEuro(page);
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expectEuro(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expectEuro(page);
  await expect(page.getByRole('main')).toContainText(/\d km \(/);
  await page.goto('/reports');
  await expect(page.getByRole('main')).toContainText(/€\d/);
  await expectEuro(page);
  await page.goto('/board');
  await expect(page.getByRole('main')).toContainText(/€\d/);
  await expectEuro(page);
});

test('written lines of a page in other money are those of its totals', async ({ own: page }) => {
  await chooseEuro(page);
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toBeVisible();
  const rows = await totals.locator('tbody tr td:last-child').allInnerTexts();
  const cents = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);
  const written = await totals.locator('tfoot tr').first().locator('td').last().innerText();
  expect(rows.reduce((sum, text) => sum + cents(text), 0)).toBe(cents(written));
});

test('a shared report is in the units of whoever shares it, and only there', async ({
  page,
  stranger,
  request,
  user,
}) => {
  const tokens = await signInAs(page, user);
  const id = await endedReport(request, tokens, QX60);
  await openReport(page, id);
  await chooseEuro(page);
  const made = await request.post(`/api/v1/reports/${id}/share`, {
    headers: { authorization: `Bearer ${(await tokensOf(request, user)).access_token}` },
  });
  const { path } = (await made.json()) as { path: string };
  await stranger.goto(path);
  await expect(stranger.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expectEuro(stranger);
  await stranger.getByRole('link', { name: 'LotLens' }).first().click();
  await expect(stranger).toHaveURL('/');
  await stranger.locator('#sample-report').scrollIntoViewIfNeeded();
  await expect(stranger.locator('#sample-report')).toContainText(/\$\d/);
});
