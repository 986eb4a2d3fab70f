import type { Page } from '@playwright/test';
import type { ReportListItem } from '../../contract/calls.ts';
import { tokensOf } from './fresh-user.ts';
import { enterByHand, expect, signInAs, test } from './lotlens-test.ts';

const OPEN_PATHS = [
  'auth/token',
  'auth/register',
  'auth/forgot-password',
  'auth/reset-password',
  'auth/verify-email',
];

const RUNNING = {
  report_id: '00000000-0000-4000-8000-000000000001',
  task_id: 't',
  task_status: 'crawl_vehicle_parts',
  model_name: '2015 Example',
  vin: null,
  lot_number: '1',
  make_name: 'BMW',
  body_type: null,
  mileage: null,
  progress: 0.5,
  message: 'Looking up OEM numbers',
  error_code: null,
  date: '2026-11-20T10:00:00.000Z',
  total_cost: null,
  url: '',
  lot_key: 'bid.cars:1',
  seq: 0,
} satisfies ReportListItem;

test('/reports sends a visitor to sign in, and back afterwards', async ({ page, user }) => {
  await page.goto('/reports');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
});

test('a report’s address is remembered through sign-in', async ({ page, reader }) => {
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(reader.user.email);
  await page.getByLabel('Password', { exact: true }).fill(reader.user.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${reader.reportId}$`));
  await expect(page.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
});

test('the remembered address never leads to another site', async ({ page, user }) => {
  for (const origin of ['https://example.com/', '//example.com/', '/\\example.com/']) {
    await page.goto(`/login?from=${encodeURIComponent(origin)}`);
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/localhost:\d+\/reports$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test('the main page sends a signed-in user to the reports', async ({ page, member }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/reports$/);
  await expect(page.getByText(member.email)).toBeAttached();
});

test('sign-in stores authToken, tokenType, refreshToken and userEmail', async ({ page, user }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  expect(Object.keys(stored).sort()).toEqual(['authToken', 'refreshToken', 'tokenType', 'userEmail']);
  expect(stored.userEmail).toBe(user.email);
  expect(stored.tokenType?.toLowerCase()).toBe('bearer');
});

test('the bearer goes with every call but the five of sign-in and its mails', async ({
  memberPage: page,
}) => {
  const calls: { path: string; bearer: string | undefined }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/')) calls.push({ path, bearer: request.headers().authorization });
  });
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  await page.goto('/verify?code=used-long-ago');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('/reset-password?token=used-long-ago');
  await page.getByLabel('New password', { exact: true }).fill('velvet tangerine 18');
  await page.getByLabel('Confirm new password', { exact: true }).fill('velvet tangerine 18');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  const open = calls.filter(({ path }) => OPEN_PATHS.some((part) => path.includes(part)));
  expect(open.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/v1/auth/verify-email', '/api/v1/auth/reset-password']),
  );
  expect(open.filter(({ bearer }) => bearer !== undefined)).toEqual([]);
  for (const path of ['/api/v1/users/me', '/api/v1/users/quota', '/api/v1/users/get_reports']) {
    const call = calls.find((other) => other.path === path);
    expect(call?.bearer, path).toBe(`bearer ${token}`);
  }
});

test('the scrape call goes without a bearer', async ({ memberPage: page }) => {
  await page.goto('/reports');
  const asked = page.waitForRequest('**/auction/scrape');
  await page.getByLabel('Auction lot link').fill('https://bid.cars/en/lot/1-90000001/');
  await page.keyboard.press('Enter');
  expect((await asked).headers().authorization).toBeUndefined();
});

/** A token that no call is answered for; no page stands that would send one meanwhile. */
async function spoilToken(page: Page): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate(() => localStorage.setItem('authToken', 'not.a.token'));
}

test('after a 401 one refresh serves all waiting calls', async ({ page, member }) => {
  await spoilToken(page);
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes += 1;
  });
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  await expect(page.getByText(member.email)).toBeAttached();
  expect(refreshes).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBe('not.a.token');
});

test('a lot entered under a token that has run out is entered under a renewed one', async ({
  context,
  memberPage: page,
}) => {
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  const dialog = await enterByHand(page);
  await spoilToken(await context.newPage());
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/auction/enter_lot')) answers.push(answer.status());
  });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: /QX60/ })).toBeVisible();
  expect(answers).toEqual([401, 200]);
});

test('a shared report’s PDF comes to one whose session has ended meanwhile', async ({
  page,
  request,
  reader,
  user,
}) => {
  const owner = await tokensOf(request, reader.user);
  const share = await request.post(`/api/v1/reports/${reader.reportId}/share`, {
    headers: { authorization: `Bearer ${owner.access_token}` },
  });
  const { path } = (await share.json()) as { path: string };
  const tokens = await signInAs(page, user);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: /BMW/ })).toBeVisible();
  await request.post('/api/v1/auth/logout', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: {},
  });
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /Download PDF/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test('two tabs whose token has run out refresh once between them', async ({ context, memberPage: page }) => {
  const other = await context.newPage();
  await spoilToken(page);
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes += 1;
  });
  await Promise.all([page.goto('/reports'), other.goto('/reports')]);
  for (const tab of [page, other])
    await expect(tab.getByText('No reports yet. Try generating one!')).toBeVisible();
  expect(refreshes).toBe(1);
});

test('a 401 without a refresh token clears what is stored and leads to login and back', async ({
  page,
  member,
}) => {
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'not.a.token');
    localStorage.removeItem('refreshToken');
  });
  await page.goto('/reports');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys({ ...localStorage }))).toEqual([]);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
});

test('a session that was ended elsewhere leads to login', async ({ page, request, user }) => {
  const tokens = await signInAs(page, user);
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  await request.post('/api/v1/auth/logout', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: {},
  });
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
});

test('a session that ends while a report runs says so at login, which asks for nothing of the account any more', async ({
  page,
  request,
  user,
}) => {
  await page.clock.install();
  const tokens = await signInAs(page, user);
  await page.route('**/users/get_reports*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill(answer.ok() ? { json: [RUNNING] } : { response: answer });
  });
  await page.goto('/reports');
  await expect(page.getByRole('article').getByText('In Progress')).toBeVisible();
  await request.post('/api/v1/auth/logout', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: {},
  });
  await page.clock.runFor(7_000);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.clock.runFor(60_000);
  // What was under way then has left by now.
  await page.evaluate(() => fetch('/icon.svg'));
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('a session check that fails signs out', async ({ memberPage: page }) => {
  await page.route('**/users/me', (route) =>
    route.fulfill({
      status: 404,
      json: { message: 'Not found.', detail: 'Not found.', code: 'not_found', details: {} },
    }),
  );
  await page.goto('/reports');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('a full-screen loading view shows until the session is checked', async ({ page, member }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/users/me', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/reports');
  await expect(page.getByText(/^Loading/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reports' })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page.getByText(member.email)).toBeAttached();
});

test('logging out in one tab signs the other one out', async ({ context, page, member }) => {
  const other = await context.newPage();
  await other.goto('/reports');
  await page.goto('/reports');
  await expect(other.getByText(member.email)).toBeAttached();
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/login/);
});

test('the next user of the browser sees nothing of the one before', async ({
  page,
  request,
  reader,
  user,
}) => {
  await signInAs(page, reader.user);
  await page.goto('/reports');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await signInAs(page, user);
  await page.goto('/reports');
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  const answer = await request.get(`/api/v1/reports/${reader.reportId}`, {
    headers: { authorization: `Bearer ${(await tokensOf(request, user)).access_token}` },
  });
  expect(answer.status()).toBe(404);
});
