import { expect, test } from './lotlens-test.ts';

const MARKETING = [
  '/',
  '/for-repairs',
  '/for-retailers',
  '/for-insurance',
  '/accuracy',
  '/news',
  '/privacy-policy',
  '/terms-of-service',
  '/partner-terms',
];

for (const path of MARKETING)
  test(`${path} names the support and the sales address`, async ({ page }) => {
    await page.goto(path);
    for (const name of ['support', 'sales'])
      await expect(page.locator(`a[href="mailto:${name}@lotlens.example"]`).last()).toBeVisible();
  });

test('every page has one heading of its own and a title', async ({ page }) => {
  const titles = new Set<string>();
  for (const path of [...MARKETING, '/login', '/verify', '/reset-password']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/LotLens/);
    titles.add(await page.title());
  }
  // As many names as pages: none keeps the one it was served with.
  expect(titles.size).toBe(MARKETING.length + 3);
});

test('a page that is drawn ahead carries its own title before any script runs', async ({ request }) => {
  const titles = new Set<string | undefined>();
  for (const path of [...MARKETING, '/login'])
    titles.add(/<title>([^<&]+)<\/title>/.exec(await (await request.get(path)).text())?.[1]);
  expect(titles).not.toContain(undefined);
  expect(titles.size).toBe(MARKETING.length + 1);
});

test('the main page makes the three claims and no other number', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/under 30 seconds to 5 minutes/).first()).toBeVisible();
  await expect(page.getByText(/free trial with no credit card/i).first()).toBeVisible();
  await expect(page.getByText(/commission only/).first()).toBeVisible();
});

test('the main page has hero, makes, how it works, features, community, questions and a sample report', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByLabel('Auction lot link')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Supported makes' })).toBeVisible();
  for (const id of ['how-it-works', 'community', 'faq', 'sample-report', 'contact'])
    await expect(page.locator(`#${id}`)).toHaveCount(1);
});

test('the makes are nineteen and can be stopped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const makes = page.getByRole('region', { name: 'Supported makes' });
  await expect(makes.getByRole('list').first().getByRole('listitem')).toHaveCount(19);
  const moves = () =>
    makes.evaluate((element) =>
      element.getAnimations({ subtree: true }).some((animation) => animation.playState === 'running'),
    );
  expect(await moves()).toBe(true);
  await makes.getByRole('button', { name: /Pause/ }).click();
  await page.mouse.move(2, 2);
  await expect.poll(moves).toBe(false);
});

test('the questions open', async ({ page }) => {
  await page.goto('/');
  const first = page.locator('#faq details').first();
  await expect(first.locator('p')).toBeHidden();
  await first.locator('summary').click();
  await expect(first.locator('p')).toBeVisible();
});

test('a sample lot is read by one press', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /2014 BMW 3 Series/ }).click();
  await expect(page.getByRole('dialog', { name: /2014 BMW 3 Series/ })).toBeVisible();
});

test('the retailers’ page says that partners pay a commission only', async ({ page }) => {
  await page.goto('/for-retailers');
  await expect(page.getByText(/pay a commission only/i).first()).toBeVisible();
});

test('the terms for partners are dated, and lead on from the retailers’ page and the terms of service', async ({
  page,
}) => {
  for (const from of ['/for-retailers', '/terms-of-service']) {
    await page.goto(from);
    await page
      .getByRole('main')
      .getByRole('link', { name: /partner terms|Terms for retailers/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Partner Terms' })).toBeVisible();
  }
  await expect(page.getByText('As of November 26, 2026.')).toBeVisible();
});

test('the privacy policy is effective from 25 June 2025', async ({ page }) => {
  await page.goto('/privacy-policy');
  await expect(page.getByText(/effective.*(25 June 2025|June 25, 2025)/i).first()).toBeVisible();
});

test('the terms were updated on 25 June 2025, give 30 days’ notice and follow Delaware law', async ({
  page,
}) => {
  await page.goto('/terms-of-service');
  await expect(page.getByText(/updated.*(25 June 2025|June 25, 2025)/i).first()).toBeVisible();
  await expect(page.getByText(/30 days/).first()).toBeVisible();
  await expect(page.getByText(/Delaware/).first()).toBeVisible();
});

for (const [address, dated] of [
  ['privacy-policy', /Added and effective 23 November 2026/],
  ['terms-of-service', /Announced 23 November 2026, effective 23 December 2026/],
] as const)
  test(`/${address} tells under a date of its own of the extension, licensed lot data and reports beyond the trial`, async ({
    page,
  }) => {
    await page.goto(`/${address}`);
    const later = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: 'Additions' }) });
    await expect(later.getByText(dated)).toBeVisible();
    for (const name of [/extension/, /access keys/i, 'Licensed lot data', 'Reports beyond the free trial'])
      await expect(later.getByRole('heading', { level: 3, name }).first()).toBeVisible();
  });

test('an unknown address leads to the main page', async ({ page }) => {
  for (const path of ['/nothing-here', '/reports-of-old/7', '/admin']) {
    await page.goto(path);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByLabel('Auction lot link')).toBeVisible();
  }
});

test('a link to a section stops under the header, whatever comes above it', async ({ page }) => {
  await page.goto('/for-repairs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await expect(page).toHaveURL(/#about$/);
  await page.waitForLoadState('networkidle');
  const top = await page.locator('#about').evaluate((section) => section.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(120);
});

for (const name of ['About', 'Careers', 'Blog', 'Contact', 'Sample report', 'How it works'])
  test(`the footer's ${name} leads to its part of the main page`, async ({ page }) => {
    await page.goto('/for-repairs');
    const hash = name.toLowerCase().replaceAll(' ', '-');
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`:\\d+/#${hash}$`));
    await expect(page.locator(`#${hash}`)).toBeInViewport();
  });

test('a footer address typed by hand keeps its intent as well', async ({ page }) => {
  await page.goto('/contact');
  await expect(page).toHaveURL(/\/#contact$/);
  await expect(page.locator('#contact')).toBeInViewport();
});

test('a signed-in user who opens a footer address gets the reports', async ({ memberPage: page }) => {
  await page.goto('/contact');
  await expect(page).toHaveURL(/\/reports/);
});

test('a page whose script does not come says so and can be loaded again', async ({ page }) => {
  await page.goto('/login');
  let cut = true;
  await page.route(/\/assets\/audience-page-.*\.js$/, (route) => (cut ? route.abort() : route.continue()));
  await page.goto('/for-repairs').catch(() => undefined);
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  cut = false;
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page could not be shown');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the page of the API names LotLens alone and keeps to its policy', async ({ page }) => {
  await page.goto('/api/docs');
  // Its viewer resolves the whole description first: six seconds of a processor of its own, and a test beside it takes half.
  await expect(page.getByRole('heading', { name: /^LotLens/ })).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveTitle('LotLens API');
  await expect(page.getByText('Sign-up, sign-in, passwords')).toBeVisible();
  await expect(page.getByRole('img', { name: /swagger/i })).toHaveCount(0);
  await expect(page.getByText(/swagger|smartbear/i)).toHaveCount(0);
});
