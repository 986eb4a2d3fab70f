import { execFileSync } from 'node:child_process';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, saved, test } from './lotlens-test.ts';

const line = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) });
const names = (page: Page) =>
  page.locator('section[aria-labelledby=block-declared] > ul').getByRole('heading', { level: 3 });
/** What is written, with tax, US dollars. */
const total = async (page: Page): Promise<number> =>
  Number((await page.getByRole('row', { name: /^As written/ }).textContent())?.replace(/[^\d.]/g, ''));
async function opened(page: Page, name: string | RegExp) {
  const one = line(page, name).first();
  await one.getByRole('button', { name: /^Why/ }).click();
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
  await saved(page, () => dialog.getByRole('button', { name: 'Save' }).click());
  await expect(dialog).toHaveCount(0);
  await expect(hood).toContainText('$2,345.67');
  await expect(hood).toContainText('changed by you');
  await expect(hood).toContainText(/Estimated: \$[\d,]+/);
  expect(await total(page)).toBeGreaterThan(before + 500);
  await expect(page.getByText('This report has 1 change of yours.')).toBeVisible();
  await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click());
  await expect(hood).not.toContainText('$2,345.67');
  expect(await total(page)).toBe(before);
});

test('an answer of what was seen moves the line and all that hangs on it, and undo takes it back', async ({
  own: page,
}) => {
  const before = await total(page);
  const hood = await opened(page, /Hood panel/);
  await saved(page, () => hood.getByRole('button', { name: 'Whole: Hood panel' }).click());
  await expect(page.getByRole('region', { name: 'Probable damage (from listing)' })).not.toContainText(
    'Hood panel',
  );
  await expect(line(page, /underside of new hood/)).toHaveCount(0);
  await expect.poll(() => total(page)).toBeLessThan(before - 1000);
  await saved(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click());
  await expect.poll(() => total(page)).toBe(before);
  const fender = await opened(page, /Front fender, side to confirm/);
  await saved(page, () => fender.getByRole('button', { name: 'Left: Front fender' }).click());
  await expect(line(page, /Front fender, left/)).toHaveCount(1);
  await expect(line(page, /Front fender, side to confirm/)).toHaveCount(0);
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
  const cover = await opened(page, /Front bumper cover/);
  await saved(page, () => cover.getByRole('button', { name: 'Leave out' }).click());
  await expect(line(page, /Front bumper cover/)).toHaveCount(0);
  expect(await total(page)).toBeLessThan(before);
  const out = page.getByRole('region', { name: 'Left out by the user' });
  await expect(out).toContainText('Front bumper cover');
  await saved(page, () => out.getByRole('button', { name: 'Put back' }).first().click());
  await expect(line(page, /Front bumper cover/).first()).toBeVisible();
  expect(await total(page)).toBe(before);
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
  await expect(line(page, /Tow to the shop/)).toContainText('added by you');
  expect(Math.round((await total(page)) * 100)).toBe(Math.round(before * 100) + 15_025);
});

test('lines are put in another order, which lasts', async ({ own: page }) => {
  const [first, second] = await names(page).allTextContents();
  const bare = (text: string | undefined) => (text ?? '').replace(/^\d+/, '');
  const before = await total(page);
  const one = line(page, bare(second)).first();
  await one.getByRole('button', { name: /^Why/ }).click();
  await saved(page, () => one.getByRole('button', { name: /^Move up/ }).click());
  await expect.poll(async () => bare((await names(page).allTextContents())[0])).toBe(bare(second));
  await page.reload();
  await expect(names(page).first()).toContainText(bare(second));
  await expect(names(page).nth(1)).toContainText(bare(first));
  expect(await total(page)).toBe(before);
});

test('the PDF of an edited report says that it is one', async ({ own: page }) => {
  const cover = await opened(page, /Front bumper cover/);
  await saved(page, () => cover.getByRole('button', { name: 'Leave out' }).click());
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const text = execFileSync('pdftotext', [await (await saving).path(), '-'], { encoding: 'utf8' });
  expect(text.replace(/\s+/g, ' ')).toMatch(/edited|changed by/i);
});

test('a change made onto a report that has changed elsewhere says so and shows it as it is', async ({
  own: page,
}) => {
  const mine = await opened(page, /Hood panel/);
  // The page learns nothing of the other change before it sends its own.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/reports\/[^/]+$/, async (route) => {
    await released;
    await route.continue();
  });
  const elsewhere = await page.request.patch(`/api/v1${new URL(page.url()).pathname}/lines`, {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` },
    data: { version: 0, edits: [{ kind: 'exclude', line_id: 'front_bumper_cover:none' }] },
  });
  expect(elsewhere.status(), await elsewhere.text()).toBe(200);
  await mine.getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByText('The report has changed elsewhere')).toBeVisible();
  release();
  await expect(line(page, /Front bumper cover/)).toHaveCount(0);
  await expect(line(page, /Hood panel/)).toHaveCount(1);
});

test('an operation that was left out is named as missed, with what calls for it, and put back by one press', async ({
  own: page,
}) => {
  const missed = page.getByRole('region', { name: 'Missed operations' });
  await expect(missed).toContainText(/None: all \d+ operations/);
  const scan = await opened(page, /Pre-repair scan/i);
  await saved(page, () => scan.getByRole('button', { name: 'Leave out' }).click());
  await expect(missed).toContainText(/Pre-repair scan/i);
  await expect(missed).toContainText('Called for by: Front bumper cover');
  await expect(page.getByText(/missing: .*scan/i)).toBeVisible();
  await saved(page, () =>
    missed
      .getByRole('button', { name: /^Put back/ })
      .first()
      .click(),
  );
  await expect(missed).toContainText(/None: all \d+ operations/);
});

for (const scheme of ['light', 'dark'] as const)
  test(`axe finds nothing in the dialog of a line and an edited report, ${scheme}`, async ({ own: page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const faults = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
      );
    const hood = await opened(page, /Hood panel/);
    await hood.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByRole('dialog', { name: 'Change: Hood panel' })).toBeVisible();
    expect(await faults(), 'dialog').toEqual([]);
    await page.keyboard.press('Escape');
    await saved(page, () => hood.getByRole('button', { name: 'Leave out' }).click());
    await expect(page.getByText('This report has 1 change of yours.')).toBeVisible();
    expect(await faults(), 'edited').toEqual([]);
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
    for (const box of [page.locator('html'), one.getByRole('heading', { level: 3 }), one])
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
