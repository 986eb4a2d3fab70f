import type { Locator, Page } from '@playwright/test';
import type { ReportListItem } from '../../contract/calls.ts';
import { axeFaults } from './axe-faults.ts';
import { startReport, tokensOf } from './fresh-user.ts';
import { BMW, BMW_NAME, endedReport, expect, Q50, QX60, signInAs, test } from './lotlens-test.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Your reports' });
const rowOf = (page: Page, name: string | RegExp): Locator =>
  table(page).getByRole('row').filter({ hasText: name });
const openTable = async (page: Page): Promise<void> => {
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(table(page)).toBeVisible();
};
const names = (page: Page): Promise<string[]> =>
  table(page).getByRole('row').getByRole('link').allTextContents();

const row = (n: number, changes: Partial<ReportListItem>): ReportListItem => ({
  report_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  task_id: `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  model_name: `2015 INFINITI Q50 Premium ${n}`,
  vin: 'JN1BV7AR6FM000000',
  lot_number: `4390010${n}`,
  make_name: 'INFINITI',
  body_type: 'Sedan',
  mileage: 71_905,
  task_status: 'finished',
  progress: 1,
  message: '',
  error_code: null,
  date: '2026-11-20T10:00:00.000Z',
  total_cost: 8_450,
  url: 'https://www.iaai.com/VehicleDetail/90000003~US',
  lot_key: `iaai:9000${n}`,
  seq: 0,
  figures: {
    low: 5_200,
    high: 12_900,
    value_share: 0.62,
    verdict: 'repairable',
    sale_date: '2026-12-03T15:00:00Z',
    photo: null,
    photos_total: 8,
    photos_examined: 0,
    parts_confirmed: 0,
  },
  ...changes,
});

for (const width of [360, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: width < 700 ? 740 : 900 },
    });

    test('rows in every state, chosen ones with what can be done with them, pass axe', {
      tag: '@long',
    }, async ({ memberPage: page }) => {
      const rows = [
        row(1, { tag: 'Monday sale', note: 'Ask the yard for the second key' }),
        row(2, { task_status: 'download_images', progress: 0.3, total_cost: null, figures: null }),
        row(3, { task_status: 'download_images_failed', total_cost: null, figures: null }),
        row(4, {
          task_status: 'create_task_failed',
          error_code: 'cancelled',
          total_cost: null,
          figures: null,
        }),
      ];
      await page.route('**/users/get_reports*', (route) => route.fulfill({ json: rows }));
      await page.goto('/reports');
      await expect(page.getByText('from the listing, photos not reviewed')).toBeVisible();
      expect(await axeFaults(page), 'cards').toEqual([]);
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await expect(rowOf(page, 'Premium 1')).toContainText('Likely repairable');
      await expect(rowOf(page, 'Premium 1')).toContainText('$5,200–$12,900');
      await expect(rowOf(page, 'Premium 1')).toContainText('62%');
      await expect(rowOf(page, 'Premium 4')).toContainText('Canceled');
      await page.getByLabel('Select all reports shown').check();
      const bar = page.getByRole('region', { name: 'Selected reports' });
      await expect(bar.getByText('4 reports selected')).toBeInViewport({ ratio: 1 });
      await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
      expect(await axeFaults(page), 'table').toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await bar.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete 4 reports?' })).toContainText('This is final');
      expect(await axeFaults(page), 'dialog').toEqual([]);
    });
  });

test('the table is remembered', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await openTable(page);
  await page.reload();
  await expect(rowOf(page, BMW_NAME)).toBeVisible();
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('three reports: sorted by the service, tagged, archived, exported and deleted', async ({
  page,
  user,
}) => {
  const tokens = await signInAs(page, user);
  await endedReport(page.request, tokens, BMW);
  for (const link of [QX60, Q50]) await startReport(page.request, tokens, link);
  await openTable(page);

  await test.step('sorted', async () => {
    await page.getByRole('button', { name: 'Vehicle' }).click();
    await expect(page).toHaveURL(/sort=vehicle/);
    await expect
      .poll(() => names(page))
      .toEqual([expect.stringMatching('BMW'), expect.stringMatching('Q50'), expect.stringMatching('QX60')]);
    await page.getByRole('button', { name: 'Vehicle' }).click();
    await expect(page.getByRole('columnheader', { name: 'Vehicle' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect
      .poll(() => names(page))
      .toEqual([expect.stringMatching('QX60'), expect.stringMatching('Q50'), expect.stringMatching('BMW')]);
  });

  await test.step('tagged', async () => {
    await page.getByLabel(/^Select .*Q50/).check();
    await page.getByRole('button', { name: 'Tag and note' }).click();
    await page.getByLabel('Tag', { exact: true }).fill('Monday sale');
    await page.getByRole('textbox', { name: 'Note' }).fill('Second key?');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, /Q50/)).toContainText('Monday sale');
    await expect(rowOf(page, /Q50/)).toContainText('Second key?');
  });

  await test.step('exported', async () => {
    await page.getByLabel('Select all reports shown').check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('lotlens-reports.csv');
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('archived and found again', async () => {
    await page.getByLabel(/^Select .*QX60/).check();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(rowOf(page, /QX60/)).toHaveCount(0);
    await page.getByLabel('Status').selectOption('Archived');
    await expect.poll(() => names(page)).toEqual([expect.stringMatching('QX60')]);
    await page.getByLabel(/^Select .*QX60/).check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Show all reports' }).click();
    await expect(rowOf(page, /QX60/)).toBeVisible();
  });

  await test.step('deleted', async () => {
    await page.getByLabel(/^Select .*BMW/).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await expect(rowOf(page, BMW_NAME)).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('1 report was deleted.')).toBeVisible();
    await expect(rowOf(page, BMW_NAME)).toHaveCount(0);
    await expect(table(page).getByRole('row')).toHaveCount(3);
  });
});

test('a report in progress is not deleted, and the dialog says what to do first', async ({ page, user }) => {
  const tokens = await tokensOf(page.request, user);
  await signInAs(page, user);
  await page.route('**/selected_reports', (route) =>
    route.fulfill({
      status: 409,
      json: {
        message: 'A report in progress can’t be deleted: cancel it first. Nothing was deleted.',
        detail: '',
        code: 'report_not_ready',
        details: {},
      },
    }),
  );
  await startReport(page.request, tokens, BMW);
  await openTable(page);
  await page.getByLabel(`Select ${BMW_NAME}`).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('dialog').getByText(/cancel it first/)).toBeVisible();
  await expect(rowOf(page, BMW_NAME)).toBeVisible();
});
