import type { Locator, Page } from '@playwright/test';
import { endOfReport, startReport, tokensOf } from './fresh-user.ts';
import { BMW, BMW_NAME, expect, holdStart, pasteLot, QX60, signInAs, test } from './lotlens-test.ts';

const READY_MS = 45_000;

test('a second tab sees a report start and end without a reload', async ({ context, memberPage: page }) => {
  const other = await context.newPage();
  await other.goto('/reports');
  await expect(other.getByText('No reports yet. Try generating one!')).toBeVisible();
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  await expect(other.getByRole('article').getByText('Ready')).toBeVisible({ timeout: READY_MS });
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible();
  await expect(other.getByText('Reports Left').locator('..')).toContainText('2');
});

test('a report started on another device appears by itself', async ({ page, request, user }) => {
  await signInAs(page, user);
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  const elsewhere = await tokensOf(request, user);
  await startReport(request, elsewhere, QX60);
  const card = page.getByRole('article').filter({ hasText: 'QX60' });
  await expect(card.getByText('Ready')).toBeVisible({ timeout: READY_MS });
});

test('a reload while a report is being made goes on where it was', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  // The order has arrived once the quota shows it; then the page may go.
  await expect(page.getByText('Reports Left').locator('..')).toContainText('2');
  await page.reload();
  const card = page.getByRole('article').filter({ hasText: BMW_NAME });
  await expect(card).toHaveCount(1);
  await expect(card.getByText('Ready')).toBeVisible({ timeout: READY_MS });
});

test('what ended while the connection was gone is there when it is back', async ({
  context,
  page,
  request,
  user,
}) => {
  await signInAs(page, user);
  const connected = page.waitForEvent('websocket');
  await page.goto('/reports');
  await connected;
  await context.setOffline(true);
  const elsewhere = await tokensOf(request, user);
  const id = await startReport(request, elsewhere, BMW);
  expect(await endOfReport(request, elsewhere, id)).toBe('finished');
  await context.setOffline(false);
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible({ timeout: READY_MS });
});

test('a socket that breaks is opened again and misses nothing', async ({ page, request, user }) => {
  const opened: string[] = [];
  let breakIt = (): void => undefined;
  await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
    opened.push(socket.url());
    const server = socket.connectToServer();
    if (opened.length === 1)
      breakIt = () => {
        void socket.close();
        void server.close();
      };
  });
  const tokens = await signInAs(page, user);
  await page.goto('/reports');
  await expect.poll(() => opened.length).toBe(1);
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  breakIt();
  const id = await startReport(request, tokens, BMW);
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible({ timeout: READY_MS });
  expect(opened.length).toBeGreaterThan(1);
  expect(await endOfReport(request, tokens, id)).toBe('finished');
});

test('a sixth page takes the connection of the oldest, which asks again when it is looked at', async ({
  context,
  page,
  user,
}) => {
  // Tests have every page focused at once, which no user has.
  await context.addInitScript(() => {
    Document.prototype.hasFocus = () => false;
  });
  let opened = 0;
  const closed: Page[] = [];
  const open = async (one: Page): Promise<void> => {
    one.on('websocket', (socket) => {
      opened += 1;
      socket.on('close', () => closed.push(one));
    });
    const before = opened;
    await one.goto('/reports');
    await expect.poll(() => opened).toBe(before + 1);
  };
  await signInAs(page, user);
  const pages = [page];
  for (let n = 0; n < 5; n += 1) pages.push(await context.newPage());
  for (const one of pages) await open(one);
  await expect.poll(() => closed).toEqual([page]);
  // Six times what a lost connection is first waited with.
  await page.waitForTimeout(3_000);
  expect([opened, closed.length]).toEqual([6, 1]);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => closed).toEqual([page, pages[1]]);
  expect(opened).toBe(7);
});

test('the socket is opened with a ticket, never with the access token', async ({ page, user }) => {
  const opened: string[] = [];
  page.on('websocket', (socket) => opened.push(socket.url()));
  const tokens = await signInAs(page, user);
  await page.goto('/reports');
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  expect(opened[0]).toContain('/api/v1/ws?token=');
  expect(opened.join(' ')).not.toContain(tokens.access_token);
});

/** Notes at every frame of the page what goes back: a percentage, an ended card, a running card that the quota does not count. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const back: string[] = [];
    let [most, ended] = [0, false];
    const look = (): void => {
      const bar = document.querySelector<HTMLProgressElement>('article progress');
      const card = document.querySelector('article')?.textContent ?? '';
      const counted = /In Progress(\d+)/.exec(document.querySelector('aside')?.textContent ?? '')?.[1];
      if (bar) {
        if (bar.value < most) back.push(`${most} to ${bar.value}`);
        if (ended) back.push('an ended report runs');
        if (counted === '0') back.push('a running report is not counted');
        most = Math.max(most, bar.value);
      }
      ended ||= card.includes('Ready');
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { back });
  });
  return () => page.evaluate(() => Reflect.get(window, 'back') as string[]);
}

test('frames that come late take nothing back of what the list has shown', async ({ page, user }) => {
  const held: (() => void)[] = [];
  let connected = false;
  await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => held.push(() => socket.send(message)));
    connected = true;
  });
  await signInAs(page, user);
  await page.goto('/reports');
  // The page stands before its connection: what a report tells earlier comes to no socket.
  await expect.poll(() => connected).toBe(true);
  const wentBack = await watchProgress(page);
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible({ timeout: READY_MS });
  // A start, at least one step and the end.
  await expect.poll(() => held.length).toBeGreaterThan(2);
  // One at a time, as a slow line brings them.
  for (const release of held) {
    release();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  expect(await wentBack()).toEqual([]);
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible();
  await expect(page.getByLabel('Your quota').getByText('In Progress').locator('..')).toContainText('0');
});

test('updates that come before the ids do are kept for the temporary card', async ({
  page,
  request,
  user,
}) => {
  const tokens = await signInAs(page, user);
  const seen = Promise.withResolvers<void>();
  // The answer with the ids arrives only when the report has long ended.
  await page.route('**/auction/process_report', async (route) => {
    const answer = await route.fetch();
    const { report_id: id } = (await answer.json()) as { report_id: string };
    await endOfReport(request, tokens, id);
    await seen.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: BMW_NAME });
  await expect(card.first().getByText('In Progress')).toBeVisible();
  seen.resolve();
  await expect(card.getByText('Ready')).toBeVisible({ timeout: READY_MS });
  await expect(card).toHaveCount(1);
});

test('a report that cannot be started becomes a failed card with the reason', async ({
  memberPage: page,
}) => {
  await page.route('**/auction/process_report', (route) =>
    route.fulfill({
      status: 503,
      json: {
        message: 'The service is stopping.',
        detail: 'The service is stopping.',
        code: 'unavailable',
        details: {},
      },
    }),
  );
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: BMW_NAME });
  await expect(card.getByText('Failed', { exact: true })).toBeVisible();
  await expect(card.getByText('The service is stopping.')).toBeVisible();
});

test('ready is announced on the page', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  await expect(page.getByText('Report ready')).toBeVisible({ timeout: READY_MS });
});

test('the title counts the reports in progress', async ({ memberPage: page }) => {
  const started = await holdStart(page);
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  await expect(page).toHaveTitle(/1 in progress/);
  started();
  await expect(page).not.toHaveTitle(/in progress/, { timeout: READY_MS });
});

/** A report whose start is refused only once the account's profile is open in a dialog. */
async function refusedBehindDialog(page: Page): Promise<{ dialog: Locator; notice: Locator }> {
  const opened = Promise.withResolvers<void>();
  await page.route('**/auction/process_report', async (route) => {
    await opened.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Profile' });
  await expect(dialog).toBeVisible();
  opened.resolve();
  return { dialog, notice: page.getByRole('region', { name: 'The report could not be started' }) };
}

test('a notice raised while a dialog is open stands in front of it and can be closed there', async ({
  memberPage: page,
}) => {
  const { dialog, notice } = await refusedBehindDialog(page);
  await notice.getByRole('button', { name: 'Close notice' }).click();
  await expect(notice).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test('a notice raised in a dialog stays on the page when the dialog closes', async ({ memberPage: page }) => {
  const { dialog, notice } = await refusedBehindDialog(page);
  await notice.hover();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Close notice' }).click();
  await expect(notice).toHaveCount(0);
});
