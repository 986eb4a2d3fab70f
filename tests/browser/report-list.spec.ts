import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ReportListItem } from '../../contract/calls.ts';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { madeUpRow } from '../listed-report.ts';
import { BMW, BMW_NAME, endedReport, expect, pasteLot, Q50, QX60, signInAs, test } from './lotlens-test.ts';

/** A row as the list call answers it, for states that the sample lots do not stay in. */
const row = (n: number, changes: Partial<ReportListItem>): ReportListItem => ({
  report_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  task_id: `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  model_name: `2015 Example ${n}`,
  vin: 'JN1BV7AR6FM000000',
  lot_number: '43900103',
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
  ...changes,
});

async function listOf(page: Page, rows: ReportListItem[]): Promise<void> {
  await page.route('**/users/get_reports*', (route) => route.fulfill({ json: rows }));
}
const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('an empty list says what to do', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
});

test('Reports Left and In Progress stand beside the list', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await expect(page.getByText('Reports Left').locator('..')).toContainText('3');
  await expect(page.getByText('In Progress').locator('..')).toContainText('0');
});

test('the info button lists supported makes and sites', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await page.getByLabel('Supported makes and sites').click();
  const info = page.getByText('Supported makes', { exact: true }).locator('..');
  for (const words of ['bid.cars (recommended)', 'Copart (beta)', 'IAAI (beta)', 'Mitsubishi', 'Volvo'])
    await expect(info).toContainText(words);
});

test('the info shows under the pointer and at the keyboard, and a press keeps it', async ({
  memberPage: page,
}) => {
  await page.goto('/reports');
  const button = page.getByLabel('Supported makes and sites');
  const info = page.getByText('Supported makes', { exact: true });
  await expect(button).toBeVisible();
  await button.hover();
  await expect(info).toBeVisible();
  await info.hover();
  await expect(info).toBeVisible();
  await page.mouse.move(5, 500);
  await expect(info).toBeHidden();

  await page.getByRole('button', { name: 'Get report' }).focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(info).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(info).toBeHidden();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(info).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(info).toBeHidden();

  await button.click();
  await page.mouse.move(5, 500);
  await expect(info).toBeVisible();
  await button.click();
  await expect(info).toBeHidden();
});

test('a finished card shows everything of the lot and its cost', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto('/reports');
  const card = cardOf(page, BMW_NAME);
  await expect(card.getByText('Ready')).toBeVisible();
  const made = new Date((await card.locator('time').first().getAttribute('datetime')) ?? '');
  expect(Date.now() - made.getTime()).toBeLessThan(3 * 3_600_000);
  const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
  for (const value of ['WBA3A5C58EF900001', '90000001', 'BMW', day.format(made)])
    await expect(card.getByText(value, { exact: true })).toBeVisible();
  await expect(card.getByText(/sedan/i)).toBeVisible();
  const figure = (name: string) =>
    card.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::*[1]');
  await expect(figure('AI-estimated cost')).toContainText(/^\$[\d,]+/);
  await expect(figure('Sells for about')).toContainText(/^\$[\d,]+/, { timeout: 60_000 });
  await expect(card.getByRole('button', { name: 'Download' })).toBeVisible();
  const lot = card.getByRole('link', { name: 'View Lot' });
  await expect(lot).toHaveAttribute('href', /bid\.cars\/en\/lot\/1-90000001/);
  await expect(lot).toHaveAttribute('rel', /noreferrer|noopener/);
});

test('a cost that is not known reads N/A', async ({ memberPage: page }) => {
  await listOf(page, [row(1, { total_cost: null })]);
  await page.goto('/reports');
  await expect(page.getByRole('article').getByText('N/A')).toBeVisible();
});

const STAGES: Record<(typeof STEP_NAMES)[number], [label: string, percent: string]> = {
  create_task: ['Fetching Data', '0%'],
  crawl_vehicle_data: ['Fetching Data', '20%'],
  download_images: ['Fetching Data', '30%'],
  find_generic_categories: ['Fetching Data', '35%'],
  filter_categories: ['Fetching Data', '40%'],
  crawl_vehicle_parts: ['Fetching Data', '50%'],
  map_vehicle_parts_to_generic_categories: ['Damage Analysis', '70%'],
  detect_damaged_parts: ['Damage Analysis', '85%'],
};

test('every step has its label and its fraction', async ({ memberPage: page }) => {
  await listOf(
    page,
    STEP_NAMES.map((task_status, n) => row(n, { task_status, total_cost: null, message: `Sentence ${n}` })),
  );
  await page.goto('/reports');
  for (const [n, step] of STEP_NAMES.entries()) {
    const card = cardOf(page, `2015 Example ${n}`);
    const [label, percent] = STAGES[step];
    await expect(card.getByText('In Progress')).toBeVisible();
    await expect(card.getByText(label, { exact: true })).toBeVisible();
    await expect(card.getByText(percent)).toBeVisible();
    await expect(card.getByText(`Sentence ${n}`, { exact: true })).toBeVisible();
    await expect(card.getByRole('progressbar')).toHaveAttribute(
      'value',
      String(Number.parseFloat(percent) / 100),
    );
  }
});

test('an unknown status gets a humanised label and five percent', async ({ memberPage: page }) => {
  await listOf(page, [row(1, { task_status: 'weigh_the_car', total_cost: null })]);
  await page.goto('/reports');
  const card = page.getByRole('article');
  await expect(card.getByText('Weigh the car')).toBeVisible();
  await expect(card.getByText('5%')).toBeVisible();
  await expect(card.getByText('In Progress')).toBeVisible();
});

test('create_report reads Fetching Data, not Failed', async ({ memberPage: page }) => {
  await listOf(page, [row(1, { task_status: 'create_report', total_cost: null })]);
  await page.goto('/reports');
  await expect(page.getByRole('article').getByText('Fetching Data')).toBeVisible();
  await expect(page.getByRole('article').getByText('Failed')).toHaveCount(0);
});

test('a failed card says what failed and offers another try', async ({ memberPage: page }) => {
  await listOf(page, [
    row(1, {
      task_status: 'crawl_vehicle_data_failed',
      message: 'The auction did not answer.',
      error_code: 'unavailable',
      total_cost: null,
    }),
  ]);
  await page.route('**/retry', (route) =>
    route.fulfill({
      status: 404,
      json: { message: 'Not found.', detail: '', code: 'not_found', details: {} },
    }),
  );
  await page.goto('/reports');
  const card = page.getByRole('article');
  await expect(card.getByText('Failed', { exact: true })).toBeVisible();
  await expect(card.getByText('The auction did not answer.')).toBeVisible();
  await expect(card.getByText('Nothing was charged for this report.')).toBeVisible();
  const again = page.waitForRequest('**/retry');
  await card.getByRole('button', { name: 'Try again' }).click();
  expect((await again).url()).toContain(row(1, {}).report_id);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`how far a report is, is drawn in the colors of the ${colorScheme} theme`, async ({
    memberPage: page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await listOf(page, [row(1, { task_status: 'crawl_vehicle_data', progress: 0.5 })]);
    await page.goto('/reports');
    const colorsOf = (element: Element) =>
      ['--sunken', '--signal'].map((name) => getComputedStyle(element).getPropertyValue(name));
    const drawn = await page.getByRole('progressbar', { name: 'Progress of' }).evaluate(colorsOf);
    expect(drawn).toEqual(await page.locator('html').evaluate(colorsOf));
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('what is pressed on a report that has just become ready counts, though its row comes meanwhile', async ({
    memberPage: page,
  }) => {
    await page.goto('/reports');
    await pasteLot(page, BMW);
    let comes = (): void => {};
    const list = new Promise<void>((resolve) => {
      comes = resolve;
    });
    await page.route('**/users/get_reports*', async (route) => {
      await list;
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Generate Report' }).click();
    const card = page.getByRole('article');
    const open = card.getByRole('link', { name: 'Open report' });
    await expect(open).toBeVisible();
    await open.hover();
    await page.mouse.down();
    comes();
    await expect(card.getByText('from the listing, photos not reviewed')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  });
});

test('a card has no Download before the report is ready', async ({ memberPage: page }) => {
  await listOf(page, [
    row(1, { task_status: 'crawl_vehicle_data' }),
    row(2, { task_status: 'create_task_failed' }),
  ]);
  await page.goto('/reports');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
});

test('the logo shows that a report is being made, and only then', async ({ memberPage: page }) => {
  await listOf(page, [row(1, { task_status: 'crawl_vehicle_data' })]);
  await page.goto('/reports');
  await expect(page.getByText('A report is being made')).toBeAttached();
  await page.unroute('**/users/get_reports*');
  await page.reload();
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  await expect(page.getByText('A report is being made')).toHaveCount(0);
});

test('Download saves the PDF under the name the service gives', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto('/reports');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^2014-bmw-.*-90000001\.pdf$/i);
  const bytes = await fs.readFile(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('%PDF');
});

test('without a name from the service the file is report_{id}.pdf', async ({ memberPage: page }) => {
  await listOf(page, [row(7, {})]);
  await page.route('**/auction/generate_report', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 not much of one' }),
  );
  await page.goto('/reports');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe(`report_${row(7, {}).report_id}.pdf`);
});

test('a download that fails says so', async ({ memberPage: page }) => {
  await listOf(page, [row(7, {})]);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to download the report. Please try again.' }),
  ).toBeVisible();
});

test('cards are rows of one height, whatever state their reports are in', async ({ memberPage: page }) => {
  await listOf(page, [
    madeUpRow(1),
    madeUpRow(2, { deal: { verdict: null, ceiling: null, current: false } }),
    row(3, { task_status: 'crawl_vehicle_data', total_cost: null }),
    row(4, { task_status: 'create_task_failed', message: 'The auction did not answer.', total_cost: null }),
  ]);
  const highest = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/reports');
    await expect(page.getByRole('article')).toHaveCount(4);
    const cards = page.getByRole('article');
    return Math.max(...(await cards.evaluateAll((all) => all.map((card) => card.clientHeight))));
  };
  expect(await highest(1440)).toBeLessThanOrEqual(104);
  expect(await highest(360)).toBeLessThanOrEqual(300);
});

test('on a phone the photo of a card covers none of its figures', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const made = madeUpRow(1);
  await listOf(page, [{ ...made, figures: made.figures && { ...made.figures, photo: '/icon.svg' } }]);
  await page.goto('/reports');
  const card = page.getByRole('article');
  const photo = await card.locator('img').boundingBox();
  expect(photo).not.toBeNull();
  const covered = await card.locator('dt, dd').evaluateAll(
    (words, box) =>
      words
        .filter((word) => {
          const text = document.createRange();
          text.selectNodeContents(word);
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return (
            box && right > box.x && left < box.x + box.width && bottom > box.y && top < box.y + box.height
          );
        })
        .map((word) => word.textContent),
    photo,
  );
  expect(covered).toEqual([]);
});

test('two presses on Generate Report start one report', async ({ memberPage: page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auction/process_report')) calls += 1;
  });
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).dblclick();
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByText('Ready')).toBeVisible({ timeout: 45_000 });
  expect(calls).toBe(1);
});

test('where it is not known that none is left, the card fails with the reason and leads on', {
  tag: '@long',
}, async ({ page, request, user }) => {
  const tokens = await signInAs(page, user);
  for (const link of [BMW, QX60, Q50]) await endedReport(request, tokens, link);
  await page.route('**/users/quota*', (route) => route.abort());
  await page.goto('/reports');
  await expect(page.getByRole('article')).toHaveCount(3);
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: 'Failed' });
  await expect(card.getByText('You have no reports left.')).toBeVisible();
  await card.getByRole('button', { name: 'Get more reports' }).click();
  await expect(page.getByRole('dialog', { name: 'More reports' })).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('a list that cannot be loaded says why and can be asked again', async ({ memberPage: page }) => {
  // Without the socket nothing asks again by itself.
  await page.route('**/ws/ticket', (route) => route.abort());
  await page.route('**/users/get_reports*', (route) =>
    route.fulfill({
      status: 404,
      json: { message: 'The list is not here.', detail: '', code: 'not_found', details: {} },
    }),
  );
  await page.goto('/reports');
  await expect(page.getByText('The list is not here.')).toBeVisible();
  await page.unroute('**/users/get_reports*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
});
