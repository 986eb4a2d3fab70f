import { BMW_NAME, expect, openReport, signInAs, test } from './lotlens-test.ts';

const NO_NETWORK = 'A network error occurred or the server is unreachable.';

test('a dialog whose script does not come leaves the report, says why, and opens once the network is back', async ({
  page,
  context,
  reader,
}) => {
  await signInAs(page, reader.user);
  await openReport(page, reader.reportId);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('This could not be opened')).toBeVisible();
  await expect(page.getByText(NO_NETWORK)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: BMW_NAME })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Share this report' })).toBeVisible();
});

test('without a network neither a figure, nor the account menu, nor a line takes the report away', async ({
  page,
  context,
  reader,
}) => {
  await signInAs(page, reader.user);
  await openReport(page, reader.reportId);
  await context.setOffline(true);
  const said = page.getByRole('region', { name: 'This could not be opened' });
  const head = page.getByRole('heading', { level: 1, name: BMW_NAME });
  const account = page.getByText('Account menu').locator('..');
  for (const press of [
    () => page.locator('[data-where=total]').first().click(),
    () => account.click().then(() => page.getByRole('button', { name: 'Profile' }).click()),
    () => page.getByRole('button', { name: 'Add a line', exact: true }).first().click(),
  ]) {
    await press();
    await expect(said).toBeVisible();
    // Under the pointer it stays.
    await said.hover();
    await expect(head).toBeVisible();
    await said.getByRole('button', { name: 'Close notice' }).click();
  }
});

test('a part of the report whose script does not come says so, the rest stays, and asking again brings it', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  const script = /\/partner-offers-[\w-]+\.js$/;
  await page.route(script, (route) => route.abort());
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: BMW_NAME })).toBeVisible();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This part of the page could not be loaded.')).toHaveCount(0);
});

test('a part that came when it was asked for again is there on the next report, and one that stays away offers to load again', async ({
  page,
  reader,
}) => {
  await signInAs(page, reader.user);
  const script = /\/partner-offers-[\w-]+\.js$/;
  const said = page.getByText('This part of the page could not be loaded.');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const loadAgain = page.getByRole('button', { name: 'Load again' });
  await page.route(script, (route) => route.abort());
  await page.goto(`/reports/${reader.reportId}`);
  await tryAgain.click();
  await expect(loadAgain).toBeVisible();
  await expect(said).toBeVisible();
  await loadAgain.click();
  await expect(tryAgain).toBeVisible();
  await page.unroute(script);
  await tryAgain.click();
  await expect(said).toHaveCount(0);
  await page.getByRole('link', { name: 'All reports' }).click();
  await page.getByRole('link', { name: 'Open report' }).click();
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(said).toHaveCount(0);
});

test('without a network a page whose script is not there yet is told of inside the application', async ({
  page,
  context,
  reader,
}) => {
  await signInAs(page, reader.user);
  await page.goto('/reports');
  const open = page.getByRole('link', { name: 'Open report' });
  await expect(open).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await open.click();
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: BMW_NAME })).toBeVisible();
});

test('a shared report the server cannot give now is not called revoked, and can be asked for again', async ({
  page,
}) => {
  let status = 503;
  await page.route('**/api/v1/shared/**', (route) =>
    route.fulfill({ status, json: { message: 'The service is stopping.', code: 'unavailable' } }),
  );
  await page.goto('/shared/anything');
  await expect(page.getByRole('heading', { level: 1, name: 'The report could not be loaded' })).toBeVisible();
  await expect(page.getByText('The service is stopping.')).toBeVisible();
  await expect(page.getByText(/revoked/)).toHaveCount(0);
  status = 404;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Report not available' })).toBeVisible();
});

test('what a share link says of itself starts where the head of the page does', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/shared/nothing-of-the-kind');
  const title = await page.getByRole('heading', { name: 'Report not available' }).boundingBox();
  const logo = await page.getByRole('banner').getByRole('link', { name: 'LotLens' }).boundingBox();
  expect(title?.x).toBe(logo?.x);
});

test('where the check of answers can’t be loaded a report says so, and Try again shows it', async ({
  page,
  reader,
}) => {
  const checks = '**/assets/check-thread-*.js';
  await signInAs(page, reader.user);
  await page.route(checks, (route) => route.abort());
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByText(NO_NETWORK)).toBeVisible();
  await page.unroute(checks);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: BMW_NAME })).toBeVisible();
});

test('an answer of another shape is an error, and never shown', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  await page.route(
    ({ pathname }) => pathname === `/api/v1/reports/${reader.reportId}`,
    (route) => route.fulfill({ json: { task_status: 'finished', model_name: 7 } }),
  );
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('heading', { name: 'The report could not be loaded' })).toBeVisible();
});

test('a report that is opened is asked for once', async ({ page, reader }) => {
  await signInAs(page, reader.user);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openReport(page, reader.reportId);
  expect(asked.filter((path) => path === `/api/v1/reports/${reader.reportId}`)).toHaveLength(1);
});
