import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import sharp from 'sharp';
import { tokensOf } from './fresh-user.ts';
import { expect, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

/** Opens the avatar menu and presses one of its entries. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: entry }).click();
}

async function openChange(page: Page): Promise<Locator> {
  await page.goto('/reports');
  await choose(page, 'Change Password');
  return page.getByRole('dialog', { name: 'Change Password' });
}

async function change(dialog: Locator, current: string, fresh: string, confirm = fresh): Promise<void> {
  await dialog.getByLabel('Current password', { exact: true }).fill(current);
  await dialog.getByLabel('New password', { exact: true }).fill(fresh);
  await dialog.getByLabel('Confirm new password', { exact: true }).fill(confirm);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
}

test('the avatar shows initials, name and email, and the entries', async ({ page, member }) => {
  await page.goto('/reports');
  const avatar = page.getByText('Account menu').locator('..');
  await expect(avatar).toContainText('NI');
  await avatar.click();
  await expect(page.getByText(`${member.first_name} ${member.last_name}`)).toBeVisible();
  await expect(page.getByText(member.email)).toBeVisible();
  for (const entry of ['Profile', 'Account Settings', 'Get More Reports', 'Change Password', 'Logout'])
    await expect(page.getByRole('button', { name: entry })).toBeVisible();
});

test('logout goes to the main page alone, and sends nothing without a token', async ({
  memberPage: page,
}) => {
  await page.goto('/reports');
  // The page has begun: its own first mark in the browser's history is no visit.
  await expect(page.getByText('Account menu')).toBeAttached();
  const [visited, bare]: [string[], string[]] = [[], []];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (/\/api\/v1\/(?:users|reports|ws)/.test(pathname) && !sent.headers().authorization)
      bare.push(pathname);
  });
  await choose(page, 'Logout');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByLabel('Auction lot link')).toBeVisible();
  expect([visited.filter((path) => path !== '/'), bare]).toEqual([[], []]);
});

test('the menu closes on Escape and on a press elsewhere', async ({ page, member }) => {
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await expect(page.getByText(member.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(member.email)).toBeHidden();
  await page.getByText('Account menu').locator('..').click();
  await expect(page.getByText(member.email)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText(member.email)).toBeHidden();
});

test('the profile shows first name, last name, email and phone', async ({ page, member }) => {
  await page.goto('/reports');
  await choose(page, 'Profile');
  const dialog = page.getByRole('dialog', { name: 'Profile' });
  for (const value of [member.first_name, member.last_name, member.email])
    await expect(dialog.getByText(value, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Phone')).toBeVisible();
});

test('account settings edit the name, which the avatar then shows', async ({ page, member }) => {
  await page.goto('/reports');
  await choose(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(dialog.getByLabel('First name')).toHaveValue(member.first_name);
  await dialog.getByLabel('First name').fill('Zora');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Account menu').locator('..')).toContainText('ZI');
});

const RATES = {
  body: 71,
  refinish: 72,
  mechanical: 133,
  structural: 94,
  frame: 95,
  glass: 76,
  diagnostic: 137,
  materials: 48,
};

test('account settings keep shop, logo, rates and mails; rates the browser kept move into the account', async ({
  page,
  member,
}) => {
  await page.goto('/reports');
  await page.evaluate((kept) => localStorage.setItem('ownRates', kept), JSON.stringify(RATES));
  await choose(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(dialog.getByLabel('First name')).toHaveValue(member.first_name);
  await expect(dialog.getByLabel('Body', { exact: true })).toHaveValue('71');
  await dialog.getByLabel('Body', { exact: true }).fill('0');
  await dialog.getByRole('button', { name: 'Save preferences' }).click();
  await expect(dialog.getByText('Please enter $1 to $1,000.')).toBeVisible();
  await dialog.getByLabel('Body', { exact: true }).fill('88.50');
  await dialog.getByLabel('Parts', { exact: true }).selectOption('Used parts first');
  await dialog.getByLabel('State, where a lot names none').selectOption('Texas');
  await dialog.getByLabel('Shop name').fill('Kline Auto Body');
  await dialog.getByLabel('A report is ready').uncheck();
  await dialog.getByRole('button', { name: 'Save preferences' }).click();
  await expect(dialog.getByText('Saved.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('ownRates'))).toBeNull();
  const large = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(200_001) };
  await dialog.getByLabel('Logo').setInputFiles(large);
  await expect(dialog.getByText(/A logo has at most/)).toBeVisible();
  await dialog.getByLabel('Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 90, height: 30, channels: 3, background: '#204090' } })
      .png()
      .toBuffer(),
  });
  await expect(dialog.getByRole('img', { name: 'Your logo' })).toBeVisible();

  await page.reload();
  await choose(page, 'Account Settings');
  await expect(dialog.getByLabel('Body', { exact: true })).toHaveValue('88.5');
  await expect(dialog.getByLabel('Glass')).toHaveValue('76');
  await expect(dialog.getByLabel('Parts', { exact: true })).toHaveValue('used');
  await expect(dialog.getByLabel('State, where a lot names none')).toHaveValue('TX');
  await expect(dialog.getByLabel('Shop name')).toHaveValue('Kline Auto Body');
  await expect(dialog.getByLabel('A report is ready')).not.toBeChecked();
  await expect(dialog.getByLabel('A report failed and was refunded')).toBeChecked();
  await dialog.getByRole('button', { name: 'Remove logo' }).click();
  await expect(dialog.getByRole('img', { name: 'Your logo' })).toBeHidden();
});

test('account settings list the sessions and end another one', async ({ page, request, member }) => {
  const other = await tokensOf(request, member);
  await page.goto('/reports');
  await choose(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(dialog.getByText('This one')).toBeVisible();
  const revoke = dialog.getByRole('button', { name: /Revoke/ });
  const before = await revoke.count();
  await revoke.first().click();
  await expect(revoke).toHaveCount(before - 1);
  // Whichever was ended first: with all ended the other one's refresh token is good no more.
  while ((await revoke.count()) > 0) {
    const left = await revoke.count();
    await revoke.first().click();
    await expect(revoke).toHaveCount(left - 1);
  }
  const refreshed = await request.post('/api/v1/auth/refresh', {
    data: { refresh_token: other.refresh_token },
  });
  expect(refreshed.status()).toBe(401);
});

test('account settings make a code for an extension, and disconnect the extension that used it', async ({
  page,
  request,
  member: _,
}) => {
  await page.goto('/reports');
  await choose(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await dialog.getByRole('button', { name: 'Connect an extension' }).click();
  await expect(dialog.getByText(new URL(page.url()).origin)).toBeVisible();
  const code = dialog.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/);
  const paired = await request.post('/api/v1/auth/pair', {
    headers: { origin: `chrome-extension://${'abcdefghijklmnop'.repeat(2)}` },
    data: { code: await code.textContent() },
  });
  const { access_key } = (await paired.json()) as { access_key: string };
  await expect(dialog.getByText('The extension is connected.')).toBeVisible();
  await dialog.getByRole('list', { name: 'Connected extensions' }).getByRole('button').click();
  await expect(dialog.getByRole('list', { name: 'Connected extensions' })).toBeHidden();
  const refused = await request.get('/api/v1/users/quota', {
    headers: { authorization: `Bearer ${access_key}` },
  });
  expect(refused.status()).toBe(401);
});

test('account settings export everything we hold as a file', async ({ page, member }) => {
  await page.goto('/reports');
  await choose(page, 'Account Settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('lotlens-export.zip');
  const zip = new ZipReader(new Uint8ArrayReader(await fs.readFile(await saved.path())));
  const entry = (await zip.getEntries()).find(({ filename }) => filename === 'export.json');
  if (entry === undefined || entry.directory) throw new Error('no export.json');
  expect(await entry.getData(new TextWriter())).toContain(member.email);
});

test('deleting the account asks for the password again and ends everything', async ({
  page,
  request,
  member,
}) => {
  await page.goto('/reports');
  await choose(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await dialog.getByRole('button', { name: /Delete/ }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not the password 9');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/$/);
  const answer = await request.post('/api/v1/auth/token', {
    form: { username: member.email, password: member.password },
  });
  expect(answer.status()).toBe(401);
});

test('changing the password needs all three fields', async ({ page, member }) => {
  const dialog = await openChange(page);
  await change(dialog, member.password, '', '');
  await expect(dialog.getByText('All fields are required.')).toBeVisible();
});

test('the two new passwords must match', async ({ page, member }) => {
  const dialog = await openChange(page);
  await change(dialog, member.password, 'velvet tangerine 18', 'velvet tangerine 19');
  await expect(dialog.getByText('New passwords do not match.')).toBeVisible();
});

test('a new password needs eight characters', async ({ page, member }) => {
  const dialog = await openChange(page);
  await change(dialog, member.password, 'short 1');
  await expect(dialog.getByText('New password must be at least 8 characters long.')).toBeVisible();
});

test('a wrong current password is named', async ({ page, member }) => {
  expect(member.password).not.toBe('not the password 9');
  const dialog = await openChange(page);
  await change(dialog, 'not the password 9', 'velvet tangerine 18');
  await expect(dialog.getByText('Incorrect current password.')).toBeVisible();
});

test('the dialog closes two and a half seconds after the password was changed', async ({ page, member }) => {
  await page.clock.install();
  const dialog = await openChange(page);
  await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
  const clock = await stopClock(page);
  await change(dialog, member.password, 'velvet tangerine 18');
  await clock.until(dialog.getByText('Password changed successfully.'));
  await clock.run(2_300);
  await expect(dialog).toBeVisible();
  await clock.run(300);
  await expect(dialog).toHaveCount(0);
});

test('Escape closes the dialog at once', async ({ page, member }) => {
  const dialog = await openChange(page);
  await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('logout leads to the main page, clears what was stored and ends the session', async ({
  page,
  request,
  member,
}) => {
  await page.goto('/reports');
  await expect(page.getByText(member.email)).toBeAttached();
  const refresh = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await choose(page, 'Logout');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys({ ...localStorage }).sort())).toEqual([]);
  const answer = await request.post('/api/v1/auth/refresh', { data: { refresh_token: refresh } });
  expect(answer.status()).toBe(401);
});

test('logout is sent so that it goes on when the page is left', async ({ page, member }) => {
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (address, init) => {
      if (String(address).endsWith('/auth/logout')) console.log(`logout keepalive ${init?.keepalive}`);
      return send(address, init);
    };
  });
  await page.goto('/reports');
  await expect(page.getByText(member.email)).toBeAttached();
  const told = page.waitForEvent('console', (message) => message.text().startsWith('logout'));
  await choose(page, 'Logout');
  expect((await told).text()).toBe('logout keepalive true');
  // A page that is closed while it is on its way to another can keep the browser for minutes.
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a very long name stays inside the menu, on the screen of a phone', async ({
  page,
  request,
  member,
}) => {
  const { access_token } = await tokensOf(request, member);
  const long = await request.patch('/api/v1/users/me', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { first_name: 'N'.repeat(70) },
  });
  expect(long.ok()).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  const name = page.getByText(/N{70}/);
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test('the avatar shows a name that starts with an emoji by the whole emoji', async ({
  page,
  request,
  member,
}) => {
  const { access_token } = await tokensOf(request, member);
  await request.patch('/api/v1/users/me', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { last_name: '🚗 Ilves' },
  });
  await page.goto('/reports');
  await expect(page.getByText('Account menu').locator('..')).toContainText('N🚗');
});
