import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { expect, saved, test } from './lotlens-test.ts';

const line = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 4 }) });
const names = (page: Page) =>
  page.getByRole('region', { name: 'Estimate', exact: true }).getByRole('heading', { level: 4 });
/** What is written, with tax, US dollars. */
const total = async (page: Page): Promise<number> =>
  Number((await page.getByRole('row', { name: /^Estimate total/ }).textContent())?.replace(/[^\d.]/g, ''));
async function opened(page: Page, name: string | RegExp) {
  const one = line(page, name).first();
  await one.getByRole('button', { expanded: false }).first().click();
  return one;
}

test('a price of one’s own counts, with ours kept beside it, and undo brings ours back', async ({
  own: page,
}) => {
  const before = await total(page);
  const hood = await opened(page, /Hood panel/);
  await hood.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change: Hood panel' });
  await dialog.getByLabel('Price of one part, $').fill('2,345.67');
  await dialog.getByLabel('Part type').selectOption('OEM, new');
  await dialog.getByLabel('Chance it is needed, %').fill('100');
  await dialog.getByLabel('Reason (optional)').fill('Quote of Nov 3');
  await saved(page, () => dialog.getByRole('button', { name: 'Save' }).click());
  await expect(dialog).toHaveCount(0);
  await expect(hood).toContainText('$2,345.67');
  await expect(hood).toContainText('Reason given: Quote of Nov 3');
  await expect(hood).toContainText('changed by hand');
  await expect(hood).toContainText(/Estimated: \$[\d,]+/);
  await expect.poll(() => total(page)).toBeGreaterThan(before + 500);
  await expect(page.getByText('This report has 1 change of yours.')).toBeVisible();
  await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click());
  await expect(hood).not.toContainText('$2,345.67');
  await expect.poll(() => total(page)).toBe(before);
});

test('an answer of what was seen moves the line and all that hangs on it, and undo takes it back', async ({
  own: page,
}) => {
  const before = await total(page);
  const hood = await opened(page, /Hood panel/);
  await saved(page, () => hood.getByRole('button', { name: 'No damage: Hood panel' }).click());
  await expect(page.getByRole('region', { name: 'Estimate', exact: true })).not.toContainText('Hood panel');
  await expect(line(page, /underside of new hood/)).toHaveCount(0);
  await expect.poll(() => total(page)).toBeLessThan(before - 1000);
  await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click());
  await expect.poll(() => total(page)).toBe(before);
  const fender = await opened(page, /Front fender, side to confirm/);
  await saved(page, () => fender.getByRole('button', { name: 'Left: Front fender' }).click());
  await expect(line(page, /Front fender, left/)).toHaveCount(1);
  await expect(line(page, /Front fender, side to confirm/)).toHaveCount(0);
});

test('a read that began before a change does not take it back', async ({ own: page }) => {
  const before = await total(page);
  const [began, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/reports\/[^/]+\?supplier_links=without$/, async (route) => {
    const response = await route.fetch();
    began.resolve();
    await done.promise;
    await route.fulfill({ response });
  });
  // What would narrow the range after an answer is read once the page rests.
  const hood = await opened(page, /Hood panel/);
  await saved(page, () => hood.getByRole('button', { name: 'No damage: Hood panel' }).click());
  await began.promise;
  await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click());
  done.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => total(page)).toBe(before);
  await saved(page, () => page.getByRole('button', { name: 'Redo', exact: true }).click());
});

test('a number that is none is told in words and nothing is lost', async ({ own: page }) => {
  const hood = await opened(page, /Hood panel/);
  await hood.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change: Hood panel' });
  await dialog.getByLabel('Labor hours').fill('many');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('Labor hours: please enter a number from 0 to 500, such as 1,234.50.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Labor hours')).toHaveValue('many');
});

test('a line that is left out counts nowhere and can be put back', async ({ own: page }) => {
  const before = await total(page);
  const cover = await opened(page, /Front bumper cover · Replace/);
  await saved(page, () => cover.getByRole('button', { name: 'Remove' }).click());
  await expect(line(page, /Front bumper cover · Replace/)).toHaveCount(0);
  await expect.poll(() => total(page)).toBeLessThan(before);
  const out = page.getByRole('region', { name: 'Removed by the user' });
  await expect(out).toContainText('Front bumper cover');
  await saved(page, () => out.getByRole('button', { name: 'Restore' }).first().click());
  await expect(line(page, /Front bumper cover · Replace/).first()).toBeVisible();
  await expect.poll(() => total(page)).toBe(before);
});

test('a line of one’s own is added and counts to the cent', async ({ own: page }) => {
  const before = await total(page);
  await page.getByRole('button', { name: 'Add a line' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a line' });
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(dialog.getByText('Please name the line.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Tow to the shop');
  await dialog.getByLabel('Operation').selectOption('Sublet');
  await dialog.getByLabel('Sublet, $').fill('150.25');
  await saved(page, () => dialog.getByRole('button', { name: 'Add line' }).click());
  await expect(line(page, /Tow to the shop/)).toContainText('added by hand');
  await expect
    .poll(async () => Math.round((await total(page)) * 100))
    .toBe(Math.round(before * 100) + 15_025);
});

test('lines are put in another order, which lasts', async ({ own: page }) => {
  const [first, second] = await names(page).allTextContents();
  const bare = (text: string | undefined) => (text ?? '').replace(/^\d+/, '');
  const before = await total(page);
  const one = line(page, bare(second)).first();
  await one.getByRole('button', { expanded: false }).first().click();
  await saved(page, () => one.getByRole('button', { name: /^Move up/ }).click());
  await expect.poll(async () => bare((await names(page).allTextContents())[0])).toBe(bare(second));
  await page.reload();
  await expect(names(page).first()).toContainText(bare(second));
  await expect(names(page).nth(1)).toContainText(bare(first));
  await expect.poll(() => total(page)).toBe(before);
});

test('the PDF of an edited report says that it is one', async ({ own: page }) => {
  const cover = await opened(page, /Front bumper cover/);
  await saved(page, () => cover.getByRole('button', { name: 'Remove' }).click());
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const text = execFileSync('pdftotext', [await (await saving).path(), '-'], { encoding: 'utf8' });
  expect(text.replace(/\s+/g, ' ')).toMatch(/edited|changed by/i);
});

test('only what is changed elsewhere is asked for again, never a change of one’s own', async ({
  own: page,
}) => {
  const { pathname } = new URL(page.url());
  const asked: string[] = [];
  page.on('request', (request) => {
    const isOfReport = new URL(request.url()).pathname === `/api/v1${pathname}`;
    if (request.method() === 'GET' && isOfReport) asked.push(request.url());
  });
  const told = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"report_version":1')),
    );
  await page.reload();
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await saved(page, async () =>
    (await opened(page, /Hood panel/)).getByRole('button', { name: 'Remove' }).click(),
  );
  await told;
  await expect(line(page, /Hood panel/)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  const elsewhere = await page.request.patch(`/api/v1${pathname}/lines`, {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` },
    data: { version: 1, edits: [{ kind: 'exclude', line_id: 'front_bumper_cover:none' }] },
  });
  expect(elsewhere.status(), await elsewhere.text()).toBe(200);
  await expect(line(page, /Front bumper cover · Replace/)).toHaveCount(0);
});

test('a change made onto a report that has changed elsewhere says so and shows it as it is', async ({
  own: page,
}) => {
  // The page learns nothing of the other change before it sends its own.
  let release = (): void => undefined;
  let held: Promise<void> | null = null;
  await page.route(/\/api\/v1\/reports\/[^/]+$/, async (route) => {
    await held;
    await route.continue();
  });
  // Only a page loaded after it asks by way of a route for certain.
  await page.reload();
  const mine = await opened(page, /Hood panel/);
  held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const elsewhere = await page.request.patch(`/api/v1${new URL(page.url()).pathname}/lines`, {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` },
    data: { version: 0, edits: [{ kind: 'exclude', line_id: 'front_bumper_cover:none' }] },
  });
  expect(elsewhere.status(), await elsewhere.text()).toBe(200);
  await mine.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The report has changed elsewhere')).toBeVisible();
  release();
  await expect(line(page, /Front bumper cover · Replace/)).toHaveCount(0);
  await expect(line(page, /Hood panel/)).toHaveCount(1);
});

test('an operation that was left out is named as missed, with what calls for it, and put back by one press', async ({
  own: page,
}) => {
  const missed = page.getByRole('region', { name: 'Operations check' });
  await expect(missed).toContainText(/All \d+ operations/);
  await page.getByRole('heading', { name: 'Standard operations' }).click();
  const scan = await opened(page, /Pre-repair scan/i);
  await saved(page, () => scan.getByRole('button', { name: 'Remove' }).click());
  await expect(missed).toContainText(/Pre-repair scan/i);
  await expect(missed).toContainText('Called for by: Front bumper cover');
  await page.getByRole('heading', { name: 'Assumptions' }).click();
  await expect(page.getByText(/missing: .*scan/i)).toBeVisible();
  await saved(page, () =>
    missed
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click(),
  );
  await expect(missed).toContainText(/All \d+ operations/);
});

test('axe finds nothing in the dialog of a line and an edited report', { tag: '@long' }, async ({
  own: page,
}) => {
  const hood = await opened(page, /Hood panel/);
  await hood.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByRole('dialog', { name: 'Change: Hood panel' })).toBeVisible();
  expect(await axeFaults(page), 'dialog').toEqual([]);
  await page.keyboard.press('Escape');
  await saved(page, () => hood.getByRole('button', { name: 'Remove' }).click());
  await expect(page.getByText('This report has 1 change of yours.')).toBeVisible();
  expect(await axeFaults(page), 'edited').toEqual([]);
});

test('a dialog longer than the window keeps its buttons in view, whole', async ({ own: page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Add a line', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a line' });
  const save = dialog.getByRole('button', { name: 'Add line' });
  await expect(dialog.getByLabel('Reason (optional)')).not.toBeInViewport();
  await expect(save).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Reason (optional)').focus();
  await expect(dialog.getByLabel('Reason (optional)')).toBeInViewport({ ratio: 1 });
  const [field, button] = await Promise.all([
    dialog.getByLabel('Reason (optional)').boundingBox(),
    save.boundingBox(),
  ]);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});

test('a long name without spaces breaks, on a phone and over no other column', async ({ own: page }) => {
  const name = 'ABCDEFGH'.repeat(14);
  await page.getByRole('button', { name: 'Add a line', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a line' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Price of one part, $').fill('40');
  await saved(page, () => dialog.getByRole('button', { name: 'Add line' }).click());
  const one = await opened(page, name);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const box of [page.locator('html'), one.getByRole('heading', { level: 4 }), one])
      expect(
        await box.evaluate((element) => element.scrollWidth - element.clientWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(0);
  }
  await one.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: `Change: ${name}` });
  await expect(change).toBeVisible();
  expect(
    await change
      .locator(':scope > div')
      .first()
      .evaluate((element) => element.scrollWidth - element.clientWidth),
  ).toBeLessThanOrEqual(0);
});

test('the side of a part is set where its line is changed, and a line of one’s own has one', async ({
  own: page,
}) => {
  const row = (name: RegExp) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, level: 4 }) })
      .first();
  const set = async (name: RegExp, side: string) => {
    await row(name).getByRole('button', { expanded: false }).first().click();
    await row(name).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change/ });
    await dialog.getByLabel('Side of the car').selectOption(side);
    await saved(page, () => dialog.getByRole('button', { name: 'Save' }).click());
    await expect(dialog).toHaveCount(0);
  };
  await set(/Headlamp assembly, side to confirm/, 'Left');
  await expect(row(/Headlamp assembly, left/)).toBeVisible();
  await set(/Headlamp assembly, left/, 'Right');
  await expect(row(/Headlamp assembly, right/)).toBeVisible();
  // The other lamp may come off for the hood: it is not replaced.
  const left = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /Headlamp assembly, left/, level: 4 }) });
  await expect(left.filter({ hasText: 'Replace' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a line', exact: true }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add a line' });
  await adding.getByLabel('Name').fill('Side step');
  await adding.getByLabel('Side of the car').selectOption('Left');
  await saved(page, () => adding.getByRole('button', { name: 'Add line' }).click());
  await set(/Side step, left/, 'Right');
  await expect(row(/Side step, right/)).toBeVisible();
});
