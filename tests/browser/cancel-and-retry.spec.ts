import type { Page } from '@playwright/test';
import { BMW, BMW_NAME, expect, pasteLot, test } from './lotlens-test.ts';

const READY_MS = 45_000;
const cardOf = (page: Page) => page.getByRole('article').filter({ hasText: BMW_NAME });
const left = (page: Page) => page.getByText('Reports Left').locator('..');

async function generate(page: Page): Promise<void> {
  await page.goto('/reports');
  await expect(left(page)).toContainText('3');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
}

test('a running report is cancelled, its quota comes back, and Try again makes it', async ({
  memberPage: page,
}) => {
  await generate(page);
  const card = cardOf(page);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByText('Failed', { exact: true })).toBeVisible();
  await expect(left(page)).toContainText('3');
  await expect(page.getByLabel('Your quota').getByText('In Progress').locator('..')).toContainText('0');

  // The new try is a report of its own; what was cancelled stays to be read.
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('Ready')).toBeVisible({ timeout: READY_MS });
  await expect(left(page)).toContainText('2');
  await expect(card.filter({ hasText: 'Ready' })).toHaveCount(1);
  await expect(card.filter({ hasText: 'Failed' })).toHaveCount(1);
});

test('Try again on the page of a failed report leads on to the new one, which finishes there', async ({
  memberPage: page,
}) => {
  await generate(page);
  await cardOf(page).getByRole('link', { name: 'Watch it work' }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/);
  const failedAt = page.url();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page).not.toHaveURL(failedAt);
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible({ timeout: READY_MS });
});

test('an error answer without a sentence reads An API error occurred', async ({ memberPage: page }) => {
  await page.route('**/auction/process_report', (route) => route.fulfill({ status: 500, body: '' }));
  await generate(page);
  await expect(cardOf(page).getByText('An API error occurred.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'The report could not be started' })).toContainText(
    'An API error occurred.',
  );
  await expect(left(page)).toContainText('3');
});
