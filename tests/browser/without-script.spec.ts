import type { Page } from '@playwright/test';
import { expect, test } from './lotlens-test.ts';

/** What someone sees whose browser runs no scripts. */
const words = (page: Page) => page.locator('noscript p:visible');
test.use({ javaScriptEnabled: false });

for (const path of ['/reports', '/reports/42', '/shared/gone', '/verify?code=x', '/reset-password?token=x'])
  test(`${path} says what is needed and where to go, and promises nothing`, async ({ page }) => {
    await page.goto(path);
    await expect(words(page)).toContainText('This page needs JavaScript');
    await expect(words(page).locator('a', { hasText: 'sign in' })).toHaveAttribute('href', '/login');
    await expect(page.getByText('Loading…')).toBeHidden();
    await words(page).locator('a', { hasText: 'main page' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Know what the damage costs/);
  });

for (const [path, to] of [
  ['/nope', /:\d+\/$/],
  ['/contact', /:\d+\/#contact$/],
] as const)
  test(`${path} leads to the main page`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(to);
    await expect(words(page)).toContainText('Reading a lot, signing in and reports need JavaScript.');
    await expect(page.getByText('Loading…')).toBeHidden();
  });

test('the sample report can be read without', async ({ page, request }) => {
  await page.goto('/login');
  const sample = words(page).locator('a', { hasText: 'sample report as a PDF' });
  const answer = await request.get((await sample.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
});

test('a path of a file that does not exist is not a page', async ({ request }) => {
  for (const path of ['/foo.php', '/x.map', '/favicon.ico', '/metrics', '/.well-known/other.txt']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ]);
  }
});
