import type { Locator, Page } from '@playwright/test';
import type { WaitingLot } from '../../contract/board/board-lots.ts';
import type { ReportListItem } from '../../contract/calls.ts';
import { copartLotDetails } from '../../samples/copart-json.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { EXAMPLES } from '../../server/http/openapi-examples.ts';
import { madeUpFigures as figuresOf, rowId as id, madeUpRow as row } from '../listed-report.ts';
import { axeFaults } from './axe-faults.ts';
import { BMW, expect, QX60, signInAs, test } from './lotlens-test.ts';
import { inDatabase } from './test-database.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Your lots' });
const rowOf = (page: Page, name: string | RegExp): Locator =>
  table(page).getByRole('row').filter({ hasText: name });

const REFUSED = 'https://www.copart.com/lot/90000006';
const refused: WaitingLot = {
  id: id(9),
  listed: REFUSED,
  name: null,
  lot_key: null,
  state: 'refused',
  code: 'source_blocked',
  reason: 'The site refuses our server.',
  date: '2026-11-20T10:00:00.000Z',
};

async function show(page: Page, rows: ReportListItem[], lots: WaitingLot[] = []): Promise<void> {
  await page.route('**/users/get_reports*', (route) => route.fulfill({ json: rows }));
  await page.route('**/waiting_lots', (route) => route.fulfill({ json: lots }));
  await page.goto('/board');
  await expect(table(page)).toBeVisible();
}

/** Amounts and verdicts of the table that are not in sight whole. */
const cutOff = (page: Page): Promise<(string | null)[]> =>
  table(page)
    .locator('tbody td span')
    .filter({ hasText: /^(\$|Likely)/ })
    .evaluateAll((spans) =>
      spans
        .filter((span) => {
          // Widths in whole pixels would miss the fraction that makes an ellipsis.
          const text = document.createRange();
          text.selectNodeContents(span);
          return text.getBoundingClientRect().width > span.getBoundingClientRect().width;
        })
        .map((span) => span.textContent),
    );

for (const width of [360, 768, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: width < 700 ? 740 : 900 },
    });

    test('the board with lots in every state, chosen and compared, passes axe', { tag: '@long' }, async ({
      memberPage: page,
    }) => {
      const ended = { total_cost: null, figures: null, deal: null };
      await show(
        page,
        [
          row(1, { tag: 'Monday sale', note: 'Ask the yard for the second key' }),
          row(2, {
            total_cost: 123_456,
            figures: { ...figuresOf(2), low: 98_500, high: 148_900 },
            changes: [
              {
                fact: 'sale_date',
                before: '2026-12-03T15:00:00Z',
                after: '2026-12-10T15:00:00Z',
                read_at: '2026-11-23T12:00:00.000Z',
              },
              { fact: 'keys', before: 'no', after: 'yes', read_at: '2026-11-22T12:00:00.000Z' },
            ],
          }),
          row(3, { task_status: 'download_images', progress: 0.3, ...ended }),
          row(4, { task_status: 'download_images_failed', message: 'The photos did not come.', ...ended }),
        ],
        [refused],
      );
      await expect(rowOf(page, 'SE 1')).toContainText('Consider');
      await expect(rowOf(page, '90000006')).toContainText('Could not be read');
      await expect(rowOf(page, 'SE 2')).toContainText('Sale moved from Dec 3, 2026 to Dec 10, 2026');
      await expect(rowOf(page, 'SE 2')).toContainText('$98,500–$148,900');
      expect(await cutOff(page), 'amounts wider than their columns').toEqual([]);
      if (width !== 768)
        expect(
          await page
            .getByRole('region', { name: 'Table of lots' })
            .evaluate((frame) => frame.scrollWidth - frame.clientWidth),
          'the board beyond the edge',
        ).toBe(0);
      expect(await axeFaults(page), 'board').toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.getByLabel(/Select 2001 TOYOTA CAMRY SE 1$/).check();
      await page.getByLabel(/Select 2002 TOYOTA CAMRY SE 2$/).check();
      const bar = page.getByRole('region', { name: 'Selected reports' });
      await expect(bar.getByText('2 reports selected')).toBeVisible();
      await bar.getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compare 2 lots' });
      await expect(dialog.getByRole('row', { name: /Max bid/ })).toContainText('$25');
      expect(await axeFaults(page), 'compare').toEqual([]);
    });
  });

test('the page of a lot its site refuses is handed over from its row, and its report is made on the board', async ({
  memberPage: page,
}) => {
  const own = { ...SAMPLE_LISTINGS['90000002'], number: '90000006', stockNumber: '90000006' };
  await page.goto('/board');
  await page.getByLabel(/^Up to 60 links or numbers/).fill(REFUSED);
  await page.getByRole('button', { name: 'Check lots' }).click();
  const list = page.getByRole('dialog', { name: 'Lots of your list' });
  await list.getByLabel(`Pick ${REFUSED}`).check();
  await list.getByRole('button', { name: 'Make 1 report' }).click();
  const waiting = rowOf(page, REFUSED);
  await expect(waiting).toContainText('Could not be read', { timeout: 60_000 });
  await waiting.getByRole('button', { name: `Use its page ${REFUSED}` }).click();
  const ways = page.getByRole('dialog', { name: 'Use the page from your browser' });
  await expect(ways.getByRole('link', { name: 'Open the lot in a new tab' })).toHaveAttribute(
    'href',
    REFUSED,
  );
  for (const way of ['Enter by hand instead', 'Get the extension'])
    await expect(ways.getByRole('button', { name: way })).toBeVisible();
  await expect(ways.getByRole('link', { name: 'Send to LotLens' })).toBeVisible();
  await ways.getByLabel('Paste the page’s text or source').fill(JSON.stringify(copartLotDetails(own)));
  await ways.getByRole('button', { name: 'Read this page' }).click();
  const summary = page.getByRole('dialog', { name: /QX60/ });
  await summary.getByRole('button', { name: 'Generate Report' }).click();
  await expect(rowOf(page, /QX60/)).toContainText('Ready', { timeout: 90_000 });
  await expect(waiting).toHaveCount(0);
  await expect(page).toHaveURL(/\/board$/);
  // Its verdict is calculated from what that page told.
  await expect(rowOf(page, /QX60/)).toContainText(/Buy|Consider|Part out|Pass/, { timeout: 60_000 });
});

for (const width of [360, 1440])
  test(`a pasted list at ${width} px is weighed for free, and only the lot that is picked takes a report`, async ({
    memberPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/board');
    await expect(page.getByText('3 reports left')).toBeVisible();
    await page.getByLabel(/^Up to 60 links or numbers/).fill([BMW, REFUSED, QX60].join('\n'));
    await page.getByRole('button', { name: 'Check lots' }).click();
    const list = page.getByRole('dialog', { name: 'Lots of your list' });
    await expect(list.getByText('2 of 3 could be read.')).toBeVisible({ timeout: 60_000 });
    const lots = list.getByRole('list', { name: 'Lots' }).getByRole('listitem');
    await expect(lots).toHaveCount(2);
    for (const lot of await lots.all()) {
      await expect(lot.getByRole('term').filter({ hasText: /^Sells for about$/ })).toBeVisible();
      await expect(lot.getByText(/^(Worth a report|Close|Unlikely)$/)).toBeVisible();
    }
    const apart = list.getByRole('region', { name: 'No report from these yet' });
    await expect(apart.getByText(/Copart refused to show this page/)).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(
      await list.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth),
      'lots beyond the edge of the window',
    ).toBeLessThanOrEqual(0);
    await expect(list.getByRole('button', { name: 'Pick lots' })).toBeDisabled();
    await list.getByLabel(/^Pick .*QX60.*90000002$/).check();
    await list.getByRole('button', { name: 'Make 1 report' }).click();
    await expect(list).toBeHidden();
    await expect(page.getByText('1 report will be made, one after the other')).toBeVisible();
    await expect(rowOf(page, /QX60/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^2 reports left/)).toBeVisible();
    await expect(table(page).getByRole('row')).toHaveCount(2);
  });

test('a lot whose sale is over takes the price its user enters', async ({ memberPage: page }) => {
  const ended = row(1, {
    changes: [
      { fact: 'listing_state', before: 'active', after: 'ended', read_at: '2026-11-23T12:00:00.000Z' },
    ],
  });
  await show(page, [ended]);
  const sent: unknown[] = [];
  await page.route('**/reports/*/deal', async (route) => {
    if (route.request().method() === 'PUT') sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { ...EXAMPLES.Deal, settings: { bid: 500 } } });
  });
  await rowOf(page, 'SE 1')
    .getByRole('button', { name: /^Enter its price/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^What was .* sold for\?$/ });
  await dialog.getByLabel('Sold at the auction for, $').fill('four');
  await dialog.getByRole('button', { name: 'Save the price' }).click();
  await expect(dialog.getByText('Enter an amount in dollars, like 4,975.')).toBeVisible();
  await dialog.getByLabel('Sold at the auction for, $').fill('4,975');
  await dialog.getByRole('button', { name: 'Save the price' }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([
    { bid: 500, sold_for: { usd: 4975, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } },
  ]);
});

test('the ways to a lot’s own page are left by Escape, back to its row', async ({ memberPage: page }) => {
  await show(page, [row(1)], [refused]);
  const opener = rowOf(page, REFUSED).getByRole('button', { name: `Use its page ${REFUSED}` });
  await opener.click();
  const ways = page.getByRole('dialog', { name: 'Use the page from your browser' });
  await expect(ways).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(ways).toHaveCount(0);
  await expect(opener).toBeFocused();
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
  await page.getByRole('button', { name: 'Max bid' }).click();
  await page.getByRole('button', { name: 'Max bid' }).click();
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

test('sixty lots of a dropped list end in decisions', { tag: '@long' }, async ({ page, user }) => {
  test.setTimeout(1_200_000);
  const grant = (reports: number): Promise<unknown> =>
    inDatabase((client) =>
      client.query(
        `WITH u AS (UPDATE users SET available_reports = available_reports + $2::int WHERE email_key = $1 RETURNING id)
         INSERT INTO quota_ledger (user_id, kind, amount, reason) SELECT id, 'grant', $2::int, 'test' FROM u`,
        [user.email, reports],
      ),
    );
  await grant(55);
  await signInAs(page, user);
  await page.goto('/board');
  await page.getByLabel('CSV file of lots').setInputFiles({
    name: 'lots.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(madeUpList(60)),
  });
  // Each is weighed by its listing before anything is charged.
  await page.getByRole('button', { name: 'Pick all 60' }).click({ timeout: 120_000 });
  await expect(
    page.getByText('You have 58 reports left. 2 lots wait on the board until you have more.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Make 60 reports' }).click();
  await expect(page.getByText('58 reports will be made, one after the other')).toBeVisible();
  await page.getByLabel('Status').selectOption('No report yet');
  await expect(rowOf(page, 'Not started: no reports left')).toHaveCount(2);
  await grant(2);
  for (let left = 2; left > 0; left--) {
    await rowOf(page, 'Not started: no reports left')
      .first()
      .getByRole('button', { name: /^Try again/ })
      .click();
    await expect(rowOf(page, 'Not started: no reports left')).toHaveCount(left - 1);
  }
  await page.getByLabel('Status').selectOption('Ready');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '61', { timeout: 1_000_000 });
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByLabel('Group by').selectOption('Group by verdict');
  await expect(table(page).getByRole('rowheader').first()).toBeVisible();
  // Groups add up to all sixty, and none of them is without a verdict.
  const frame = page.getByRole('region', { name: 'Table of lots' });
  await expect(async () => {
    const seen = new Set<string>();
    for (let top = 0; top < 70 * 64; top += 400) {
      await frame.evaluate((element, y) => element.scrollTo(0, y), top);
      for (const name of await table(page).locator('th[scope=rowgroup]').allInnerTexts()) seen.add(name);
    }
    const counts = [...seen].map((name) => Number(/\((\d+)\)$/.exec(name)?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect([...seen].join()).not.toContain('No verdict');
  }).toPass({ timeout: 120_000 });
});
