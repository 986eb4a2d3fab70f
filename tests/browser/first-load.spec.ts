import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './lotlens-test.ts';

const BUILD = path.join(import.meta.dirname, '..', '..', 'dist', 'web');
const KILOBYTE = 1000;

/** Every script of the build that opening `address` asks for, the ones after the first paint included. */
async function scriptsOf(page: Page, address: string): Promise<string[]> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBeGreaterThan(0);
  return [...scripts];
}

/** Their bytes as they are sent where gzip is taken, and those of the script in the page itself. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const scripts = await scriptsOf(page, address);
  const inPage = await page.locator('script:not([src])').allTextContents();
  expect(inPage).toHaveLength(1);
  const sizes = await Promise.all([
    ...scripts.map(async (script) => (await fs.stat(path.join(BUILD, `${script}.gz`))).size),
    ...inPage.map((script) => gzipSync(script).length),
  ]);
  return sizes.reduce((sum, size) => sum + size, 0);
}

for (const address of [
  '/',
  '/for-repairs',
  '/for-retailers',
  '/for-insurance',
  '/accuracy',
  '/news',
  '/privacy-policy',
  '/terms-of-service',
  '/partner-terms',
])
  test(`${address} loads at most 110 kB of script`, async ({ page }) => {
    const bytes = await scriptBytes(page, address);
    expect(bytes / KILOBYTE).toBeLessThanOrEqual(110);
  });

test('on a large screen / loads no more', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await scriptBytes(page, '/')) / KILOBYTE).toBeLessThanOrEqual(110);
});

test('/reports loads at most 200 kB of script', async ({ memberPage: page }) => {
  const bytes = await scriptBytes(page, '/reports');
  expect(bytes / KILOBYTE).toBeLessThanOrEqual(200);
});

for (const address of ['/', '/login'])
  test(`${address} names every script it starts with, so that none is found out by another`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(address)).text();
    expect((await scriptsOf(page, address)).filter((script) => !html.includes(script))).toEqual([]);
  });

test('pages, scripts and styles are sent compressed', async ({ page }) => {
  const plain: string[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/html|javascript|css/.test(type) && !/^(br|gzip)$/.test(response.headers()['content-encoding'] ?? ''))
      plain.push(response.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(plain).toEqual([]);
});

test('scripts are named by their content and kept by the browser', async ({ page, request }) => {
  await page.goto('/');
  const source = await page.locator('script[type=module]').first().getAttribute('src');
  expect(source).toMatch(/^\/assets\/[\w-]+-[\w-]{7}\.js$/);
  const answer = await request.get(source ?? '');
  expect(answer.headers()['cache-control']).toContain('immutable');
  expect((await request.get('/')).headers()['cache-control']).toBe('no-cache');
});

/** Holds every script of the build back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const [address, heading] of [
  ['/', 'Know what the damage costs before you bid.'],
  ['/login', 'Sign in'],
  ['/terms-of-service', 'Terms of Service'],
] as const)
  test(`${address} stands before any script has come`, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText('Loading…')).toBeHidden();
    release();
  });

test('what is typed before the script has come stays, and is sent only once it is there', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('nadia@example.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password 9');
  await page.getByLabel('Email').press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  release();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Incorrect email or password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nadia@example.test');
});

test('who has scrolled before the script has come is not taken back to the top', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  release();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Open the sample report' })).toBeEnabled();
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test('a press before the script has come is not lost: the button waits for it', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const forgot = page.getByRole('button', { name: 'Forgot your password?' });
  await expect(forgot).toBeDisabled();
  release();
  await forgot.click();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
});

test('whoever has a session sees the loading view from the start, never the visitors’ page', async ({
  memberPage: page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(page.getByText('Know what the damage costs')).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});
