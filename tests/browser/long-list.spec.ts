import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './lotlens-test.ts';
import { inDatabase } from './test-database.ts';

const REPORTS = 100_000;
/** Issue 4: at most so many cards in the document. */
const MOST_CARDS = 60;

/** More than a test scrolls over that does not ask how many there are. */
const SOME_REPORTS = 3_000;

/** Gives this account so many finished reports: every tenth failed, three makes, one with a name of its own. */
async function fillAccount(email: string, reports = SOME_REPORTS): Promise<void> {
  await inDatabase(async (client) => {
    await client.query(
      `INSERT INTO reports (user_id, lot_key, url, model_name, vin, lot_number, make_name, body_type, mileage, status, error_code, message, finished_at, total_cost_cents, created_at)
       SELECT u.id, 'copart:' || n, 'https://www.copart.com/lot/' || n,
              CASE n WHEN 77000 THEN '2011 Rare Find' ELSE (2000 + n % 25) || ' Example ' || n END,
              'JN1BV7AR6FM' || lpad(n::text, 6, '0'), n::text, (ARRAY['Toyota', 'BMW', 'Volvo'])[1 + n % 3],
              'Sedan', n, CASE WHEN n % 10 = 0 THEN 'download_images_failed' ELSE 'finished' END, CASE WHEN n % 10 = 0 THEN 'lot_not_found' END, '', now(), n * 100,
              now() - n * interval '1 minute'
         FROM users u, generate_series(1, $2::int) AS n WHERE u.email_key = $1`,
      [email, reports],
    );
    await client.query('ANALYZE reports');
  });
}

const cards = (page: Page) => page.getByRole('article');
/** Counts the cards at every frame from now on; answers the most there were and the longest time between two frames. */
async function watchFrames(page: Page): Promise<() => Promise<{ most: number; longest: number }>> {
  await page.evaluate(() => {
    const seen = { most: 0, longest: 0 };
    let before = performance.now();
    const look = (now: number): void => {
      seen.most = Math.max(seen.most, document.querySelectorAll('article').length);
      seen.longest = Math.max(seen.longest, now - before);
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seen') as { most: number; longest: number });
}

test('an account with 100,000 reports scrolls, filters and is searched with at most 60 cards in the document', {
  tag: '@long',
}, async ({ page, user }) => {
  await fillAccount(user.email, REPORTS);
  await signInAs(page, user);
  await page.goto('/reports');
  await expect(cards(page).first()).toBeVisible();
  const seen = await watchFrames(page);

  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 3000);
    await page.waitForTimeout(60);
  }
  await expect(cards(page).first()).toBeVisible();
  // Each End goes to the last row read so far and has the next page read: pressed until far enough down,
  // however long a machine takes over a page.
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(50_000);
  }).toPass({ intervals: [150] });
  const inView = (): Promise<number> =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('article')].filter((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }).length,
    );
  await expect.poll(inView).toBeGreaterThan(0);
  // Pressed again where the last End was still scrolling.
  await expect(async () => {
    await page.keyboard.press('Home');
    const first = page.getByRole('heading', { name: '2001 Example 1', exact: true });
    await expect(first).toBeInViewport({ timeout: 1_500 });
  }).toPass();
  const { most, longest } = await seen();
  test.info().annotations.push({
    type: 'frames',
    description: `most ${most} cards, longest ${Math.round(longest)} ms`,
  });
  expect(most).toBeLessThanOrEqual(MOST_CARDS);

  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByRole('heading', { name: '2010 Example 10', exact: true })).toBeVisible();
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByLabel('Make', { exact: true }).selectOption('Volvo');
  await expect(page.getByRole('heading', { name: '2002 Example 2', exact: true })).toBeVisible();
  await page.getByLabel('Make', { exact: true }).selectOption('Any make');
  await page.getByLabel('Search reports').fill('rare find');
  await expect(page.getByRole('heading', { name: '2011 Rare Find', exact: true })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test('the keyboard goes from card to card and never lands outside the window', async ({ page, user }) => {
  await fillAccount(user.email);
  await signInAs(page, user);
  await page.goto('/reports');
  await cards(page).first().getByRole('link').first().focus();
  for (let step = 0; step < 60; step++) await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  await expect(focused).toBeInViewport();
  await expect(cards(page).filter({ has: focused })).toHaveCount(1);
});

test('the focused card stays in the document however far the list is scrolled, and Tab goes on from it', async ({
  page,
  user,
}) => {
  await fillAccount(user.email);
  await signInAs(page, user);
  await page.goto('/reports');
  const third = cards(page).nth(2);
  const name = await third.getByRole('heading').innerText();
  await third.getByRole('link').first().focus();
  for (let turn = 0; turn < 20; turn++) {
    await page.mouse.wheel(0, 3000);
    await page.waitForTimeout(60);
  }
  const heading = page.getByRole('heading', { name, exact: true });
  await expect(heading).toBeAttached();
  await expect(heading).not.toBeInViewport();
  await expect(heading.getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toBeInViewport();
  await expect(heading).toBeInViewport();
});

test('scrolling up again, no card jumps', async ({ page, user }) => {
  await fillAccount(user.email);
  await signInAs(page, user);
  await page.goto('/reports');
  await expect(cards(page).first()).toBeVisible();
  for (let turn = 0; turn < 15; turn++) {
    await page.mouse.wheel(0, 2500);
    await page.waitForTimeout(60);
  }
  // Pages of the list that were asked for on the way have come.
  let high = 0;
  const grows = async (): Promise<boolean> => {
    const before = high;
    high = await page.evaluate(() => document.documentElement.scrollHeight);
    return high !== before;
  };
  await expect.poll(grows, { intervals: [1_000] }).toBe(false);
  // Where each card stands, before and after each step up of a hundred pixels.
  const places = (): Promise<Record<string, number>> =>
    page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('article')].map((card) => [
          card.querySelector('h2')?.textContent ?? '',
          card.getBoundingClientRect().top,
        ]),
      ),
    );
  for (let step = 0; step < 15; step++) {
    const [before, from] = [await places(), await page.evaluate(() => scrollY)];
    await page.mouse.wheel(0, -100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(from - 100);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const after = await places();
    const moved = Object.keys(before)
      .filter((name) => name in after)
      .map((name) => Math.round((after[name] ?? 0) - (before[name] ?? 0)));
    expect(moved.length).toBeGreaterThan(0);
    expect(new Set(moved), `step ${step}`).toEqual(new Set([100]));
  }
});
