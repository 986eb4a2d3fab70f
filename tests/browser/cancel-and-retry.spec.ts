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

/**
 * Sample reports are done within a second, sooner than a browser presses a button on a busy machine: whoever asks for one
 * here has it cancelled before the page hears that it began.
 */
async function cancelAtOnce(page: Page): Promise<void> {
  await page.route(
    '**/auction/process_report',
    async (route) => {
      const answer = await route.fetch();
      const { report_id } = (await answer.json()) as { report_id: string };
      const { authorization } = route.request().headers();
      const cancelled = await page.request.post(`/api/v1/reports/${report_id}/cancel`, {
        headers: { authorization: authorization ?? '' },
      });
      expect(cancelled.status()).toBe(200);
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
}

test('a canceled report gives its quota back, and Try again makes it', async ({ memberPage: page }) => {
  await cancelAtOnce(page);
  await generate(page);
  const card = cardOf(page);
  await expect(card.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(card.getByText('Failed', { exact: true })).toHaveCount(0);
  await expect(left(page)).toContainText('3');
  await expect(page.getByLabel('Your quota').getByText('In Progress').locator('..')).toContainText('0');

  // The new try is a report of its own; what was cancelled stays to be read.
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('Ready')).toBeVisible({ timeout: READY_MS });
  await expect(left(page)).toContainText('2');
  await expect(card.filter({ hasText: 'Ready' })).toHaveCount(1);
  await expect(card.filter({ hasText: 'Canceled' })).toHaveCount(1);
});

test('a report in progress is canceled by its card', async ({ memberPage: page }) => {
  const id = '00000000-0000-4000-8000-000000000001';
  await page.route('**/users/get_reports*', (route) =>
    route.fulfill({
      json: [
        {
          report_id: id,
          task_id: 't',
          task_status: 'crawl_vehicle_parts',
          model_name: BMW_NAME,
          vin: 'WBA3A5C58EF900001',
          lot_number: '90000001',
          make_name: 'BMW',
          body_type: 'Sedan',
          mileage: 87_412,
          progress: 0.5,
          message: '',
          error_code: null,
          date: new Date().toISOString(),
          total_cost: null,
          url: BMW,
          lot_key: 'bidcars:90000001',
          seq: 0,
        },
      ],
    }),
  );
  await page.goto('/reports');
  const asked = page.waitForRequest(`**/reports/${id}/cancel`);
  await cardOf(page).getByRole('button', { name: 'Cancel' }).click();
  expect((await asked).method()).toBe('POST');
  // Nobody has this report: what went wrong is said.
  await expect(page.getByText('The report could not be canceled')).toBeVisible();
});

test('Try again on the page of a canceled report leads on to the new one, which finishes there', async ({
  memberPage: page,
}) => {
  await cancelAtOnce(page);
  await generate(page);
  await expect(cardOf(page).getByText('Canceled', { exact: true })).toBeVisible();
  await cardOf(page).getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/);
  const failedAt = page.url();
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
