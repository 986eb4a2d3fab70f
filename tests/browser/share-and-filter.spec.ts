import { BMW, endedReport, expect, QX60, signInAs, test } from './lotlens-test.ts';

test('a shared report is read by anybody, and by nobody once it is ended', async ({
  page,
  browser,
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

  const stranger = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const theirs = await stranger.newPage();
  const asked: string[] = [];
  theirs.on('request', (call) => asked.push(new URL(call.url()).pathname));
  await theirs.goto(address);
  await expect(theirs.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
  const report = `/api/v1${new URL(address).pathname}`;
  expect(asked.filter((path) => path === report)).toHaveLength(1);
  await expect(theirs.getByText('Shared by a LotLens user · read only')).toBeVisible();
  const photo = await theirs.locator('article > header figure').boundingBox();
  expect(await theirs.evaluate(() => ({ ...localStorage }))).toEqual({});
  const numbers = theirs.getByText(/parts have no OEM number\./);
  await expect(numbers).toContainText('What covers BMW and is off here');
  await expect(numbers).not.toContainText('You can');

  // Before any of the page's scripts has come, its photo stands in its place and the report is asked for.
  await theirs.route('**/assets/*.js', (route) => route.abort());
  asked.length = 0;
  await theirs.goto(address, { waitUntil: 'commit' });
  await expect(theirs.locator('figure[data-lead] img')).toHaveJSProperty('complete', true);
  expect(await theirs.locator('figure[data-lead]').boundingBox()).toEqual(photo);
  await expect.poll(() => asked).toContain(report);
  await theirs.unroute('**/assets/*.js');

  await dialog.getByRole('button', { name: /revoke|end|stop/i }).click();
  await expect(dialog.getByLabel('Link')).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Report not available' })).toBeVisible();
  await stranger.close();
});

test('a report shared without its photos shows none of them to strangers, until its owner shows them again', async ({
  page,
  browser,
  request,
  user,
  baseURL,
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

  const stranger = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const theirs = await stranger.newPage();
  await theirs.goto(address);
  await expect(theirs.getByText('The photos are left out of this shared report.')).toBeVisible();
  await expect(theirs.locator('img[src*="/photos/"]')).toHaveCount(0);

  await shown.click();
  await expect(shown).toBeChecked();
  expect(await dialog.getByLabel('Link').inputValue()).toBe(address);
  await theirs.reload();
  const photo = theirs.locator(`img[src*="${new URL(address).pathname}/photos/"]`).first();
  await expect(photo).toBeVisible();
  await expect
    .poll(() => photo.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
  await expect(theirs.locator('img[src*="/api/v1/photos/"]')).toHaveCount(0);
  await expect(theirs.getByText('The photos are left out of this shared report.')).toHaveCount(0);
  await stranger.close();
});

test('what to bid stands on a shared report only once its owner ticks it, to read only', async ({
  page,
  browser,
  request,
  user,
  baseURL,
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

  const stranger = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const theirs = await stranger.newPage();
  const bid = theirs.getByRole('heading', { name: 'What to bid' });
  await theirs.goto(address);
  // The last of the page's parts that follow the lines.
  await expect(theirs.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(bid).toHaveCount(0);

  await shown.click();
  await expect(shown).toBeChecked();
  await theirs.reload();
  await bid.click();
  const section = theirs.getByRole('region', { name: 'What to bid' });
  await expect(section.getByText('Calculated for whoever shares this report')).toBeVisible();
  await expect(section.getByText('Lots like this sell for', { exact: true })).toBeVisible();
  await section.locator('details[id^=deal-row-] > summary').first().click();
  await expect(section.locator('input, select')).toHaveCount(0);
  await stranger.close();
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
