import { expect, test } from './lotlens-test.ts';

/** What someone sees whose browser runs no scripts. */
test.use({ javaScriptEnabled: false });

for (const path of ['/reports', '/reports/42', '/shared/gone', '/verify?code=x', '/reset-password?token=x'])
  test(`${path} says what is needed and where to go, and promises nothing`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('This page needs JavaScript')).toBeVisible();
    await expect(page.getByText('Loading…')).toBeHidden();
    await page.getByRole('link', { name: 'main page' }).click();
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
    await expect(page.getByText('Reading a lot, signing in and reports need JavaScript.')).toBeVisible();
    await expect(page.getByText('Loading…')).toBeHidden();
  });

test('sign-in says that it needs scripts, and the sample report can be read without', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible();
  const sample = page.getByRole('link', { name: 'sample report as a PDF' });
  expect(await sample.getAttribute('href')).toBe('/api/v1/sample_report/pdf');
});

test('a path of a file that does not exist is not a page', async ({ request }) => {
  for (const path of ['/foo.php', '/x.map', '/favicon.ico', '/metrics', '/.well-known/security.txt']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ]);
  }
});
