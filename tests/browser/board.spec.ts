import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { WaitingLot } from '../../contract/board/board-lots.ts';
import type { ReportListItem } from '../../contract/calls.ts';
import { expect, signInAs, test } from './lotlens-test.ts';
import { inDatabase } from './test-database.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Your lots' });
const rowOf = (page: Page, name: string | RegExp): Locator =>
  table(page).getByRole('row').filter({ hasText: name });
const id = (n: number, first = '0'): string =>
  `${first}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const VERDICTS = ['buy', 'consider', 'parts', 'pass'] as const;

const row = (n: number, changes: Partial<ReportListItem> = {}): ReportListItem => ({
  report_id: id(n),
  task_id: id(n, '1'),
  model_name: `${2000 + (n % 25)} TOYOTA CAMRY SE ${n}`,
  vin: 'JN1BV7AR6FM000000',
  lot_number: String(43_900_000 + n),
  make_name: 'TOYOTA',
  body_type: 'Sedan',
  mileage: 71_905,
  task_status: 'finished',
  progress: 1,
  message: '',
  error_code: null,
  date: '2026-11-20T10:00:00.000Z',
  total_cost: 2_000 + ((n * 37) % 9_000),
  url: `https://www.copart.com/lot/${43_900_000 + n}`,
  lot_key: `copart:${n}`,
  seq: 0,
  figures: {
    low: 1_500,
    high: 12_900,
    value_share: (n % 97) / 100,
    verdict: 'repairable',
    sale_date: `2026-12-${String(1 + (n % 28)).padStart(2, '0')}T15:00:00Z`,
    photo: null,
    photos_total: 8,
    photos_examined: 0,
    parts_confirmed: 0,
  },
  deal: { verdict: VERDICTS[n % 4] ?? null, ceiling: 25 * n, current: true },
  ...changes,
});

async function show(page: Page, rows: ReportListItem[], lots: WaitingLot[] = []): Promise<void> {
  await page.route('**/users/get_reports*', (route) => route.fulfill({ json: rows }));
  await page.route('**/waiting_lots', (route) => route.fulfill({ json: lots }));
  await page.goto('/board');
  await expect(table(page)).toBeVisible();
}

for (const width of [360, 768, 1440])
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({
        viewport: { width, height: width < 700 ? 740 : 900 },
        colorScheme,
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('the board with lots in every state, chosen and compared, passes axe', async ({
        memberPage: page,
      }) => {
        const faultsOf = async (): Promise<string[]> => {
          const { violations } = await new AxeBuilder({ page })
            .options({ rules: { 'target-size': { enabled: true } } })
            .analyze();
          return violations.map(
            ({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' | ')}`,
          );
        };
        const ended = { total_cost: null, figures: null, deal: null };
        await show(
          page,
          [
            row(1, { tag: 'Monday sale', note: 'Ask the yard for the second key' }),
            row(2),
            row(3, { task_status: 'download_images', progress: 0.3, ...ended }),
            row(4, { task_status: 'download_images_failed', message: 'The photos did not come.', ...ended }),
          ],
          [
            {
              id: id(9),
              listed: 'https://www.copart.com/lot/90000006',
              lot_key: null,
              state: 'refused',
              code: 'source_blocked',
              reason: 'The site refuses our server.',
              date: '2026-11-20T10:00:00.000Z',
            },
          ],
        );
        await expect(rowOf(page, 'SE 1')).toContainText('Consider');
        await expect(rowOf(page, '90000006')).toContainText('Could not be read');
        expect(await faultsOf(), 'board').toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.getByLabel(/Select 2001 TOYOTA CAMRY SE 1$/).check();
        await page.getByLabel(/Select 2002 TOYOTA CAMRY SE 2$/).check();
        const bar = page.getByRole('region', { name: 'Selected reports' });
        await expect(bar.getByText('2 reports selected')).toBeVisible();
        await bar.getByRole('button', { name: 'Compare' }).click();
        const dialog = page.getByRole('dialog', { name: 'Compare 2 lots' });
        await expect(dialog.getByRole('row', { name: /Bid ceiling/ })).toContainText('$25');
        expect(await faultsOf(), 'compare').toEqual([]);
      });
    });

test('a thousand lots scroll, sort, filter and group with few rows in the document', async ({
  memberPage: page,
}) => {
  await show(
    page,
    Array.from({ length: 1_000 }, (_, n) => row(n)),
  );
  const drawn = () => table(page).locator('tbody tr').count();
  await page.evaluate(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
    Object.assign(window, { seen });
  });
  await page.getByRole('button', { name: 'Bid ceiling' }).click();
  await page.getByRole('button', { name: 'Bid ceiling' }).click();
  await expect(table(page).locator('tbody').getByRole('link').first()).toHaveText(/SE 999$/);
  const frame = page.getByRole('region', { name: 'Table of lots' });
  await frame.hover();
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(30);
  }
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole('link', { name: /SE 0$/ })).toBeVisible();
  expect(await drawn()).toBeLessThan(60);
  // What a busy machine makes of it is no measure: it is written down.
  const longest = await page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'seen') as number[])));
  test.info().annotations.push({ type: 'longest task', description: `${Math.round(longest)} ms` });

  await page.getByLabel('Search lots').fill('SE 77');
  await expect(page.getByRole('link', { name: /SE 77$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /SE 88$/ })).toHaveCount(0);
  await page.getByLabel('Search lots').fill('');
  await page.getByLabel('Group by').selectOption('Group by verdict');
  await frame.evaluate((element) => element.scrollTo(0, 0));
  await expect(table(page).getByRole('rowheader', { name: 'Buy (250)' })).toBeVisible();
});

/** Copart's list export of made-up lots: makes, years, damages, values. */
function madeUpList(count: number): string {
  const cars = [
    ['HONDA', 'ACCORD'],
    ['TOYOTA', 'CAMRY'],
    ['FORD', 'FUSION'],
    ['BMW', '328I'],
    ['NISSAN', 'ALTIMA'],
  ];
  const damages = ['FRONT END', 'REAR END', 'SIDE', 'HAIL', 'MINOR DENT/SCRATCHES', 'ALL OVER'];
  const lines = Array.from({ length: count }, (_, n) => {
    const [make, model] = cars[n % cars.length] ?? [];
    return `https://www.copart.com/lot/${71_000_000 + n},${71_000_000 + n},"${8_000 + 317 * n} USD",${2012 + (n % 10)},${make},${model},CA - SALVAGE CERTIFICATE,"${40_000 + 911 * n} A",ACTUAL,${damages[n % damages.length]},CA - SACRAMENTO`;
  });
  return [
    'Lot URL,Lot #,Est. Retail value,Year,Make,Model,Title code,Odometer,Odometer description,Damage description,Sale name',
    ...lines,
  ].join('\n');
}

test('sixty lots of a dropped list end in decisions', async ({ page, user }) => {
  test.setTimeout(1_200_000);
  await inDatabase(async (client) => {
    await client.query(
      `WITH u AS (UPDATE users SET available_reports = available_reports + 55 WHERE email_key = $1 RETURNING id)
       INSERT INTO quota_ledger (user_id, kind, amount, reason) SELECT id, 'grant', 55, 'test' FROM u`,
      [user.email],
    );
  });
  await signInAs(page, user);
  await page.goto('/board');
  await page.getByLabel('CSV file of lots').setInputFiles({
    name: 'lots.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(madeUpList(60)),
  });
  await expect(page.getByText('60 lots take a report each; you have 58 reports left.')).toBeVisible();
  await expect(page.getByText('2 lots stay on the board without one.')).toBeVisible();
  await page.getByRole('button', { name: 'Start 58 reports' }).click();
  await expect(page.getByText('58 lots will be started one after the other')).toBeVisible();
  await page.getByLabel('Status').selectOption('No report yet');
  await expect(rowOf(page, 'Not started: no reports left')).toHaveCount(2);
  await page.getByLabel('Status').selectOption('Ready');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '59', { timeout: 1_000_000 });
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByLabel('Group by').selectOption('Group by verdict');
  // Every lot that has a report has its verdict: the two that wait are all that have none.
  await page
    .getByRole('region', { name: 'Table of lots' })
    .evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(table(page).getByRole('rowheader', { name: 'No verdict (2)' })).toBeVisible({
    timeout: 120_000,
  });
});
