import { BMW, endedReport, expect, QX60, signInAs, test } from './lotlens-test.ts';

test('a shared report is read by anybody, and by nobody once it is ended', async ({
  page,
  stranger,
  request,
  user,
  baseURL,
}) => {
  const tokens = await signInAs(page, user);
  const id = await endedReport(request, tokens, BMW);
  await page.goto(`/reports/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this report' });
  await dialog.getByRole('button').filter({ hasText: /link/i }).first().click();
  const address = await dialog.getByLabel('Link').inputValue();
  expect(new URL(address).origin).toBe(new URL(baseURL ?? '').origin);

  const asked: string[] = [];
  stranger.on('request', (call) => asked.push(new URL(call.url()).pathname));
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
  const report = `/api/v1${new URL(address).pathname}`;
  expect(asked.filter((path) => path === report)).toHaveLength(1);
  await expect(stranger.getByText('Shared by a LotLens user · read only')).toBeVisible();
  const photo = await stranger.locator('article > header figure').boundingBox();
  expect(await stranger.evaluate(() => ({ ...localStorage }))).toEqual({});
  const numbers = stranger.getByText(/parts have no OEM number\./);
  await expect(numbers).toContainText('What covers BMW and is off here');
  await expect(numbers).not.toContainText('You can');

  // Before any of the page's scripts has come, its photo stands in its place and the report is asked for.
  await stranger.route('**/assets/*.js', (route) => route.abort());
  asked.length = 0;
  await stranger.goto(address, { waitUntil: 'commit' });
  await expect(stranger.locator('figure[data-lead] img')).toHaveJSProperty('complete', true);
  expect(await stranger.locator('figure[data-lead]').boundingBox()).toEqual(photo);
  await expect.poll(() => asked).toContain(report);
  await stranger.unroute('**/assets/*.js');

  await dialog.getByRole('button', { name: /revoke|end|stop/i }).click();
  await expect(dialog.getByLabel('Link')).toHaveCount(0);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Report not available' })).toBeVisible();
});

test('a report shared without its photos shows none of them to strangers, until its owner shows them again', async ({
  page,
  stranger,
  request,
  user,
}) => {
  const tokens = await signInAs(page, user);
  const id = await endedReport(request, tokens, BMW);
  await page.goto(`/reports/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this report' });
  const shown = dialog.getByRole('checkbox', { name: 'Show the photos' });
  await expect(shown).toBeChecked();
  await shown.uncheck();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const address = await dialog.getByLabel('Link').inputValue();
  await expect(shown).not.toBeChecked();

  await stranger.goto(address);
  await expect(stranger.getByText('The photos are left out of this shared report.')).toBeVisible();
  await expect(stranger.locator('img[src*="/photos/"]')).toHaveCount(0);

  await shown.click();
  await expect(shown).toBeChecked();
  expect(await dialog.getByLabel('Link').inputValue()).toBe(address);
  await stranger.reload();
  const photo = stranger.locator(`img[src*="${new URL(address).pathname}/photos/"]`).first();
  await expect(photo).toBeVisible();
  await expect
    .poll(() => photo.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
  await expect(stranger.locator('img[src*="/api/v1/photos/"]')).toHaveCount(0);
  await expect(stranger.getByText('The photos are left out of this shared report.')).toHaveCount(0);
});

test('what to bid stands on a shared report only once its owner ticks it, to read only', async ({
  page,
  stranger,
  request,
  user,
}) => {
  const tokens = await signInAs(page, user);
  const id = await endedReport(request, tokens, BMW);
  await page.goto(`/reports/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this report' });
  const shown = dialog.getByRole('checkbox', { name: /^Show what to bid/ });
  await expect(shown).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const address = await dialog.getByLabel('Link').inputValue();

  const bid = stranger.getByRole('heading', { name: 'What to bid' });
  await stranger.goto(address);
  // The last of the page's parts that follow the lines.
  await expect(stranger.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(bid).toHaveCount(0);

  await shown.click();
  await expect(shown).toBeChecked();
  await stranger.reload();
  await bid.click();
  const section = stranger.getByRole('region', { name: 'What to bid' });
  await expect(section.getByText('Calculated for whoever shares this report')).toBeVisible();
  await expect(section.getByText('Lots like this sell for', { exact: true })).toBeVisible();
  await section.locator('details[id^=deal-row-] > summary').first().click();
  await expect(section.locator('input, select')).toHaveCount(0);
});

test('the list is found by text, status and make', async ({ page, request, user }) => {
  const tokens = await signInAs(page, user);
  await endedReport(request, tokens, BMW);
  await endedReport(request, tokens, QX60);
  await page.goto('/reports');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await page.getByRole('main').getByRole('searchbox').fill('QX60');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('QX60');
  await page.getByRole('main').getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No report matches.')).toBeVisible();
  await expect(page.getByText('found by its last four digits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reports' }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('combobox', { name: /make/i }).selectOption({ label: 'BMW' });
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('BMW');
  await page.getByRole('combobox', { name: /make/i }).selectOption({ index: 0 });
  await page.getByRole('combobox', { name: /status/i }).selectOption('failed');
  await expect(page.getByText('No report matches.')).toBeVisible();
});

test('a share link that is no good says so', async ({ page }) => {
  await page.goto('/shared/nothing-of-the-kind');
  await expect(page.getByRole('heading', { name: 'Report not available' })).toBeVisible();
});

test('the page that takes the lot from another window says when none came', async ({ page }) => {
  await page.goto('/import');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel('Auction lot link')).toBeVisible();
});
