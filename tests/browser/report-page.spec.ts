import fs from 'node:fs/promises';
import zlib from 'node:zlib';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { endOfReport } from './fresh-user.ts';
import { BMW, expect, openReport, pasteLot, signInAs, test } from './lotlens-test.ts';
import { inDatabase } from './test-database.ts';

test('the report opens with one figure, one range, one verdict and what to do next', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('heading', { level: 1, name: /2014 BMW 3 Series/ })).toBeVisible();
  const head = page.locator('article > header');
  for (const heading of ['Likely repair cost', 'Total loss', 'Confidence'])
    await expect(head.getByRole('region', { name: heading })).toBeVisible();
  await expect(page.getByText('Photos not reviewed', { exact: true })).toBeVisible();
  await expect(page.getByText('Likely total loss', { exact: true })).toBeVisible();
  await expect(head.getByRole('region', { name: 'What to do next' }).getByRole('listitem')).toHaveCount(3);
  await expect(
    head.getByRole('img', { name: /^Likely \$[\d,]+, most repairs like this \$[\d,]+–\$[\d,]+; value/ }),
  ).toBeVisible();
  await expect(
    head.getByRole('img', {
      name: /^Photo 1 of 8, side not stated: 2014 BMW 3 Series.*front end, drawn, not a photo$/,
    }),
  ).toBeVisible();
  for (const stat of ['Sells for about', 'Breaks even if it fixes for', 'Part out', 'Sale'])
    await expect(head.getByRole('term').filter({ hasText: stat })).toBeVisible();
  await expect(head).toContainText(/Breaks even if it fixes for\s*\$[\d,]+/);
});

test('a page that opens with a report has its font before the report, so that nothing is set twice', async ({
  page,
  reader,
}) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/reports/${reader.reportId}?*`, async (route) => {
    await held;
    await route.continue();
  });
  await signInAs(page, reader.user);
  await page.goto('about:blank');
  fonts.length = 0;
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText('Loading the report')).toBeVisible();
  await expect.poll(() => fonts.length).toBeGreaterThan(0);
  await page.evaluate(() => document.fonts.ready);
  const before = fonts.length;
  release();
  await expect(page.getByRole('heading', { level: 1, name: /2014 BMW 3 Series/ })).toBeVisible();
  expect(fonts).toHaveLength(before);
});

test('a report page shows its head photo once, where it stays, before the application’s scripts arrive', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto('about:blank');
  const photos: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v1\/photos\/.*(medium|full)\.jpg$/.test(pathname)) photos.push(pathname);
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/react-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const opened = page.goto(`/reports/${reader.reportId}`);
  const waiting = page.locator('#loading [data-lead]');
  await expect(waiting.locator('img')).toHaveJSProperty('complete', true);
  expect(photos).toHaveLength(1);
  const place = await waiting.boundingBox();
  release();
  await opened;
  await expect(page.getByRole('heading', { level: 1, name: /2014 BMW 3 Series/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('article > header figure').boundingBox()).toEqual(place);
  expect(photos.filter((photo) => photo === photos[0])).toHaveLength(1);
});

test('the report says once which set-up would have given the missing numbers, to its owner what they can do', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  const said = page.getByText(/parts have no OEM number\./);
  await expect(said).toHaveCount(1);
  await expect(said).toContainText('You can add what is known of this car: keep an estimate of this VIN');
  await expect(said).toContainText('The operator of this LotLens can turn on what covers BMW');
});

const cents = (text: string): number =>
  Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) * (text.includes('−') ? -1 : 1);

test('the totals add up by eye: rows to what is written, beside one figure and one range', async ({
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
  expect(sum).toBe(outcome.get('Estimate total'));
  // One figure and one range beside the list's sum.
  expect([...outcome.keys()]).toEqual(['Estimate total', 'Likely repair cost', 'Low–high']);
  await expect(page.getByRole('region', { name: 'Estimate', exact: true })).toContainText(
    `Estimate total $${Math.round((outcome.get('Estimate total') ?? 0) / 100).toLocaleString('en-US')}`,
  );
  await expect(totals).toContainText('Half of repairs like this cost less');
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
  const row = group.getByRole('listitem').filter({ hasText: 'Driver airbag' });
  await expect(row).toContainText(/\d+%/);
  await expect(row).toContainText(/\$[\d,]+.*\$[\d,]+/);
  const listed = await possible.getByRole('group').locator('xpath=..').locator('> p').allTextContents();
  const rest = await possible.locator('> dl dd').allTextContents();
  // The head is in whole dollars, its groups to the cent.
  const [head = ''] = await possible.getByText(/^\+ \$[\d,]+$/).allTextContents();
  const sum = [...listed, ...rest].map(cents).reduce((all, amount) => all + amount, 0);
  expect(Math.round(sum / 100) * 100).toBe(cents(head));
  await row
    .getByRole('button', { name: /Driver airbag/ })
    .first()
    .click();
  await expect(row).toContainText('Labor');
});

for (const width of [360, 768, 1440])
  test(`no letter or number of the report’s diagrams is under 11 px, ${width} px wide`, async ({
    page,
    reader,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signInAs(page, reader.user);
    await openReport(page, reader.reportId);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll<SVGTextElement>('main svg text')]
        .filter((letters) => letters.getClientRects().length > 0)
        .map((letters) => ({
          letters: letters.textContent,
          px: Number.parseFloat(getComputedStyle(letters).fontSize) * (letters.getScreenCTM()?.a ?? 0),
        })),
    );
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.filter(({ px }) => px < 11)).toEqual([]);
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
  await page.route(
    ({ pathname }) => pathname === `/api/v1/reports/${reader.reportId}`,
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), report: made } });
    },
  );
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText('it can be read, printed and exported, but not changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Probable damage (from listing)' })).toBeVisible();
  await expect(page.getByText(/\d+ less likely lines/).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^Likely repair cost/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Average outcome/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a line' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Airbags' })).toHaveCount(0);
  const cover = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /bumper cover/ }) });
  await cover.first().getByRole('button', { expanded: false }).click();
  await expect(cover.first().getByRole('button', { name: 'Change' })).toHaveCount(0);
});

test('a pickup without photos is drawn from the end that is hit, in the place of a photo', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.route(
    ({ pathname }) => pathname === `/api/v1/reports/${reader.reportId}`,
    async (route) => {
      const answer = await route.fetch();
      const read = (await answer.json()) as { report: ReportModel };
      const { report } = read;
      const vehicle = { ...report.vehicle, year: 2019, make: 'Ford', model: 'F-150', trim: null };
      await route.fulfill({
        json: {
          ...read,
          report: {
            ...report,
            photos: [],
            vehicle: { ...vehicle, body_class: 'pickup' },
            lot: { ...report.lot, primary_damage: 'Rear end', secondary_damage: null },
          },
        },
      });
    },
  );
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/cars/pickup-rear.json', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/reports/${reader.reportId}`);
  const place = page.locator('article > header figure');
  await expect(place.getByText('No photos. Drawing, not a photo')).toBeVisible();
  const before = await place.boundingBox();
  release();
  const drawing = place.getByRole('img', {
    name: 'Drawing, not a photo: 2019 Ford F-150, pickup, from the rear left, rear end damage',
  });
  await expect(drawing).toHaveJSProperty('complete', true);
  expect(await drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await place.boundingBox()).toEqual(before);
});

test('a sample report is marked as one', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText('Sample: fictional car, drawn photos, fictional prices')).toBeVisible();
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
  await line.first().getByRole('button', { expanded: false }).click();
  await expect(line.first().getByText(/Labor/).first()).toBeVisible();
  await expect(line.first().getByRole('link').first()).toHaveAttribute('rel', /noopener|noreferrer/);
});

test('the totals stand beside the seller’s own figure', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await openReport(page, reader.reportId);
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

test('a report of nobody or of somebody else is none, and leads back to one’s own', async ({
  page,
  reader,
  user,
}) => {
  await signInAs(page, user);
  await page.goto(`/reports/${reader.reportId}`);
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'There is no such report' })).toBeVisible();
  await expect(page.getByText('WBA3A5C58EF900001')).toHaveCount(0);
  await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await alert.getByRole('link', { name: 'Go to your reports' }).click();
  await expect(page).toHaveURL(/\/reports$/);
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

test('an export that is refused says why', async ({ own: page }) => {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await inDatabase((client) =>
    client.query(`UPDATE reports SET model = jsonb_set(model, '{estimate,lines}', '[]') WHERE id = $1`, [id]),
  );
  const menu = page.getByRole('group').filter({ hasText: 'Export' });
  await menu.getByText('Export').click();
  await menu.getByRole('button', { name: 'EMS pre-fill (untested)' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The file could not be made.' })).toBeVisible();
  await expect(page.getByText('This report has no written lines')).toBeVisible();
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
  await expect(head).toContainText('by our valuation');
  await expect(head).toContainText('Not entered');
  await expect(page.locator('article')).not.toContainText(/bid\.cars|the listing|listing data/i);
});

test('the sample BMW is read in a minute: its page is short, has few stops, and starts with what to decide', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  for (const { width, height, most } of [
    { width: 1440, height: 900, most: 4500 },
    { width: 360, height: 780, most: 9 * 740 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/reports/${reader.reportId}`);
    await expect(page.getByRole('region', { name: 'Parts' })).toBeVisible();
    const { tall, wide, stops, nodes } = await page.evaluate(() => ({
      tall: document.documentElement.scrollHeight,
      wide: document.documentElement.scrollWidth,
      nodes: document.querySelectorAll('*').length,
      stops: [
        ...document.querySelectorAll<HTMLElement | SVGElement>(
          'a[href], button, input, select, textarea, summary, [tabindex]',
        ),
      ].filter(
        (one) =>
          one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
      ).length,
    }));
    expect(tall, `${width} px wide: height`).toBeLessThanOrEqual(most);
    expect(wide, `${width} px wide: width`).toBeLessThanOrEqual(width);
    expect(stops, `${width} px wide: tab stops`).toBeLessThanOrEqual(150);
    expect(nodes, `${width} px wide: nodes`).toBeLessThanOrEqual(1800);
    // Amounts stand under each other, the total's too.
    const ends = await page
      .getByRole('region', { name: 'Totals' })
      .locator('tr > :last-child')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
    expect(ends.length).toBeGreaterThan(8);
    expect([...new Set(ends)], `${width} px wide: where amounts end`).toHaveLength(1);
    // On a phone the photo comes first, whole: under it what to decide on is still on the first screen.
    const photo = await page.locator('article > header figure').boundingBox();
    expect((photo?.width ?? 0) / (photo?.height ?? 1), `${width} px wide: photo`).toBeLessThan(1.8);
    for (const first of [
      page.locator('article > header [data-where=total]').first(),
      page.locator('article > header').getByRole('img', { name: /^Likely \$/ }),
      page.getByText('Likely total loss', { exact: true }),
      ...(width < 700
        ? []
        : [
            page.getByText('Photos not reviewed', { exact: true }),
            page.getByRole('region', { name: 'What to do next' }).getByRole('button').nth(1),
          ]),
    ])
      await expect(first).toBeInViewport({ ratio: 1 });
  }
});

for (const { what, width, height } of [
  { what: 'on a tablet', width: 768, height: 1024 },
  { what: 'zoomed to 200 per cent', width: 720, height: 450 },
  { what: 'zoomed to 400 per cent', width: 360, height: 225 },
])
  test(`${what} what to decide and its buttons are whole on the screen, and nothing lies over them`, async ({
    page,
    reader,
  }) => {
    await signInAs(page, reader.user);
    await page.setViewportSize({ width, height });
    await openReport(page, reader.reportId);
    const narrowing = page.getByRole('region', { name: 'What to do next' });
    for (const key of [
      page.locator('article > header [data-where=total]').first(),
      page.getByText('Likely total loss', { exact: true }),
      page.getByText('Photos not reviewed', { exact: true }),
      narrowing.getByRole('button').first(),
      page.getByRole('button', { name: /Download PDF/ }),
    ]) {
      // At once: a smooth scroll passes under the header while it is still on its way.
      await key.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await expect(key).toBeInViewport({ ratio: 1 });
      const over = await key.evaluate((element) => {
        const { left, top, width: wide, height: tall } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + wide / 2, top + tall / 2);
        return element.contains(found) || found?.contains(element) ? '' : (found?.outerHTML ?? 'nothing');
      });
      expect(over).toBe('');
    }
    if (height > 1000) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect(narrowing.getByRole('button').nth(1)).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

test('the areas of the scope add up by eye, with the tax, to what is written', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await openReport(page, reader.reportId);
  const answer: unknown = await page.evaluate(async (id) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` };
    return (await fetch(`/api/v1/reports/${id}`, { headers })).json();
  }, reader.reportId);
  const { report } = answer as { report: { estimate: { outcome: { as_written: number } } } };
  const scope = page.getByRole('region', { name: 'Estimate', exact: true });
  await scope.getByRole('heading', { name: 'Standard operations' }).click();
  const sums = await scope.locator('[data-where^="area:"]').allTextContents();
  const rows = await scope.getByRole('listitem').locator('[data-where^="cost:"]').allTextContents();
  const add = (texts: readonly string[]) => texts.reduce((all, text) => all + cents(text), 0);
  const tax = await scope.locator('[data-where="row:tax"]').allTextContents();
  expect(add(rows)).toBe(add(sums));
  expect(add(sums) + add(tax)).toBe(Math.round(report.estimate.outcome.as_written) * 100);
});

test('on paper stands what is read, with folds open, and nothing to press', async ({ own: page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const control of ['textbox', 'combobox', 'radio', 'checkbox'] as const)
    await expect(page.getByRole(control).filter({ visible: true }), control).toHaveCount(0);
  for (const name of ['Adjust', 'Add a line', 'Confirm by eye', 'Share', 'Download PDF', 'Copy the list'])
    await expect(page.getByRole('button', { name, exact: true }).filter({ visible: true }), name).toHaveCount(
      0,
    );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Lot and declared damage').last()).toBeVisible();
});
