import fs from 'node:fs/promises';
import zlib from 'node:zlib';
import { endOfReport } from './fresh-user.ts';
import { BMW, expect, pasteLot, signInAs, test } from './lotlens-test.ts';

test('the report page opens with vehicle, three numbers, reasons and what was examined', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('heading', { level: 1, name: /2014 BMW 3 Series/ })).toBeVisible();
  for (const number of ['Repair cost', 'Repair to value', 'Parts'])
    await expect(page.getByRole('term').filter({ hasText: number }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What was examined' })).toBeVisible();
  await expect(page.getByText(/^Low \$/).first()).toBeVisible();
  await expect(page.getByText(/^High \$/).first()).toBeVisible();
});

const cents = (text: string): number =>
  Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) * (text.includes('−') ? -1 : 1);

test('the totals add up by eye: rows to what is written, and that with three more to the average', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  const totals = page.getByRole('region', { name: 'Totals' });
  const amounts = async (part: string): Promise<[name: string, amount: number][]> => {
    const rows = await totals
      .locator(`${part} tr`)
      .filter({ has: page.getByRole('rowheader') })
      .all();
    return Promise.all(
      rows.map(
        async (row): Promise<[string, number]> => [
          (await row.getByRole('rowheader').textContent()) ?? '',
          cents((await row.getByRole('cell').last().textContent()) ?? ''),
        ],
      ),
    );
  };
  await expect(totals).toBeVisible();
  const written = await amounts('tbody');
  const outcome = new Map(await amounts('tfoot'));
  const sum = written.reduce((all, [, amount]) => all + amount, 0);
  expect(sum).toBe(outcome.get('As written'));
  const to = [...outcome.keys()].indexOf('Average outcome');
  const rows = [...outcome.values()].slice(0, to);
  expect(rows.reduce((all, amount) => all + amount, 0)).toBe(outcome.get('Average outcome'));
  const head = page.locator('article > header');
  await expect(head.getByText(/^As written/)).toContainText(
    `$${Math.round((outcome.get('As written') ?? 0) / 100).toLocaleString('en-US')}`,
  );
  await expect(totals).toContainText('The median: half of such repairs cost less');
});

test('possible items stand apart by what would confirm them, each with chance, full cost and what it adds', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  const possible = page.getByRole('region', { name: 'Possible items' });
  await expect(possible.getByText(/^After teardown/)).toBeVisible();
  const group = possible.getByRole('group').filter({ hasText: 'If airbags deployed' });
  await group.getByText('If airbags deployed').click();
  const row = group.getByRole('listitem').filter({ hasText: 'Driver air bag' });
  await expect(row).toContainText(/\d+ %/);
  await expect(row).toContainText(/\$[\d,]+.*\$[\d,]+/);
  const listed = await possible.getByRole('group').locator('xpath=..').locator('> p').allTextContents();
  const rest = await possible.locator('> dl dd').allTextContents();
  const all = [...listed, ...rest].map(cents);
  expect(all.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(all.at(-1));
  await row
    .getByRole('button', { name: /Driver air bag/ })
    .first()
    .click();
  await expect(row).toContainText('Labor');
});

test('a piece of a pair whose side nobody told is written once, side to confirm', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('heading', { name: /Front fender, side to confirm/ })).toHaveCount(1);
  const possible = page.getByRole('region', { name: 'Possible items' });
  await possible.getByText(/^If the opposite side is hit/).click();
  await expect(possible.getByRole('heading', { name: /Front fender, opposite side/ })).toBeVisible();
});

test('a report of schema_version 1 shows its lines as it did, says that it is read-only and offers no change', async ({
  page,
  reader,
}) => {
  const stored: unknown = JSON.parse(
    zlib.gunzipSync(await fs.readFile('tests/fixtures/reports-1/bid-cars-bmw.json.gz')).toString(),
  );
  const { made } = stored as { made: unknown };
  await signInAs(page, reader.user);
  await page.route(`**/api/v1/reports/${reader.reportId}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), report: made } });
  });
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText('it can be read, printed and exported, but not changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Damaged parts, as declared' })).toBeVisible();
  await expect(page.getByText(/\d+ less likely lines/).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^Likely total/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^As written|^Average outcome/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a line' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Airbags' })).toHaveCount(0);
  const cover = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /bumper cover/ }) });
  await cover.first().getByRole('button', { name: /^Why/ }).click();
  await expect(cover.first().getByRole('button', { name: 'Change' })).toHaveCount(0);
});

test('a sample report is marked as one', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText('Sample lot: a made-up car with drawn photos')).toBeVisible();
});

test('each line says why, what it costs and which number it has or why it has none', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  const line = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: /Front bumper cover/ }),
  });
  await expect(line.first()).toContainText(/\$[\d,]+/);
  await line.first().getByRole('button', { name: /^Why/ }).click();
  await expect(line.first().getByText(/Labor/).first()).toBeVisible();
  await expect(line.first().getByRole('link').first()).toHaveAttribute('rel', /noopener|noreferrer/);
});

test('the totals stand beside the seller’s own figure', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(page.getByText('$9,640').first()).toBeVisible();
});

test('the photos are served by ourselves', async ({ page, reader, baseURL }) => {
  await signInAs(page, reader.user);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (/^http/.test(request.url()) && !request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('button', { name: /^Photo 8/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
});

test('Download PDF saves a PDF', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Download PDF/ }).click();
  const bytes = await fs.readFile(await (await download).path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('%PDF');
});

test('a report of nobody or of somebody else could not be loaded', async ({ page, reader, user }) => {
  await signInAs(page, user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('WBA3A5C58EF900001')).toHaveCount(0);
});

test('a card opens its report, and the report leads back to the list', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Open report' }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${reader.reportId}$`));
  await page.getByRole('link', { name: 'All reports' }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
});

test('an unfinished report shows what is known so far and finishes by itself', async ({
  memberPage: page,
}) => {
  await page.goto('/reports');
  const answered = page.waitForResponse('**/auction/process_report');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  const { report_id: id } = (await (await answered).json()) as { report_id: string };
  await page.goto(`/reports/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible({ timeout: 45_000 });
});

for (const width of [320, 360, 412, 768])
  test(`the export menu stays on a screen of ${width} px`, async ({ page, reader }) => {
    await page.setViewportSize({ width, height: 740 });
    await signInAs(page, reader.user);
    await page.goto(`/reports/${reader.reportId}`);
    const menu = page.getByRole('group').filter({ hasText: 'Export' });
    await menu.getByText('Export').click();
    for (const entry of await menu.getByRole('button').all())
      await expect(entry).toBeInViewport({ ratio: 1 });
  });

test('a report of a lot entered by hand says so where the lot’s number stands', async ({
  page,
  request,
  user,
}) => {
  const tokens = await signInAs(page, user);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const entered = await request.post('/api/v1/auction/enter_lot', {
    headers,
    data: { year: 2015, make: 'Infiniti', model: 'QX60', primary_damage: 'Rear end' },
  });
  const lot = (await entered.json()) as Record<string, unknown>;
  const started = await request.post('/api/v1/auction/process_report', {
    headers,
    data: {
      auction_url: lot.url,
      lot_number: lot.lot_number,
      vin: lot.vin,
      make: lot.make,
      lot_key: lot.lot_key,
    },
  });
  const { report_id: id } = (await started.json()) as { report_id: string };
  expect(await endOfReport(request, tokens, id)).toBe('finished');
  await page.goto(`/reports/${id}`);
  const head = page.locator('article > header');
  await expect(head.getByText('Entered by hand', { exact: true })).toBeVisible();
  await expect(head).toContainText('You entered no retail value.');
  await expect(page.locator('article')).not.toContainText(/bid\.cars|the listing|listing data/i);
});
