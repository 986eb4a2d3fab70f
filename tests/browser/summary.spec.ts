import { BMW, BMW_NAME, expect, pasteLot, QX60, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

test('the summary shows VIN, lot, make and mileage', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  const summary = page.getByRole('dialog', { name: BMW_NAME });
  for (const value of ['WBA3A5C58EF900001', '90000001', 'BMW', '87,412 mi'])
    await expect(summary.getByText(value, { exact: true })).toBeVisible();
});

test('a masked VIN is shown as the auction gives it and said to be masked', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, QX60);
  const summary = page.getByRole('dialog', { name: /QX60/ });
  await expect(summary.getByText('5N1AL0MM5FC******')).toBeVisible();
  await expect(summary.getByText('masked by the auction')).toBeVisible();
});

test('a sample lot is marked as one', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await expect(page.getByRole('dialog').getByText(/Sample lot/)).toBeVisible();
});

test('a make that is not supported says so and cannot be ordered', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, 'https://www.copart.com/lot/90000004');
  const summary = page.getByRole('dialog');
  await expect(summary.getByText('This make is not supported at this time.')).toBeVisible();
  await expect(summary.getByRole('button', { name: 'Log In to Generate Report' })).toBeDisabled();
});

test('on a phone the reason for a button that cannot be pressed is in view with it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await pasteLot(page, 'https://www.copart.com/lot/90000004');
  const summary = page.getByRole('dialog');
  await expect(summary.getByRole('button', { name: 'Log In to Generate Report' })).toBeInViewport({
    ratio: 1,
  });
  await expect(summary.getByText('This make is not supported at this time.')).toBeInViewport({ ratio: 1 });
});

test('a signed-in user generates at once; a visitor logs in first', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await pasteLot(page, BMW);
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Generate Report', exact: true }),
  ).toBeEnabled();
});

test('Escape closes the summary', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('the photos', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('move on every two and a half seconds', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const clock = await stopClock(page);
    await pasteLot(page, BMW);
    const photo = (n: number) => page.getByRole('dialog').getByRole('img', { name: `${n} of 8` });
    await clock.until(photo(1));
    await page.mouse.move(2, 2);
    await clock.run(2_300);
    await expect(photo(1)).toBeVisible();
    await clock.run(300);
    await expect(photo(2)).toBeVisible();
    await clock.run(2_500);
    await expect(photo(3)).toBeVisible();
  });

  test('stand still while pointed at', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const clock = await stopClock(page);
    await pasteLot(page, BMW);
    const photo = (n: number) => page.getByRole('dialog').getByRole('img', { name: `${n} of 8` });
    await clock.until(photo(1));
    await photo(1).hover();
    await clock.run(10_000);
    await expect(photo(1)).toBeVisible();
  });

  test('stop by a button and go on by it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const clock = await stopClock(page);
    await pasteLot(page, BMW);
    const dialog = page.getByRole('dialog');
    await clock.until(dialog.getByRole('img', { name: '1 of 8' }));
    await dialog.getByRole('button', { name: /^(Stop|Pause)/ }).click();
    await page.mouse.move(2, 2);
    await dialog.getByRole('button', { name: 'Close', exact: true }).focus();
    await clock.run(10_000);
    await expect(dialog.getByRole('img', { name: '1 of 8' })).toBeVisible();
    await dialog.getByRole('button', { name: /^Play/ }).click();
    await page.mouse.move(2, 2);
    await dialog.getByRole('button', { name: 'Close', exact: true }).focus();
    await clock.run(2_600);
    await expect(dialog.getByRole('img', { name: '2 of 8' })).toBeVisible();
  });

  test('are chosen by dots', async ({ page }) => {
    await page.goto('/');
    await pasteLot(page, BMW);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Photo 5' }).click();
    await expect(dialog.getByRole('img', { name: '5 of 8' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Photo 5' })).toHaveAttribute('aria-current', 'true');
  });

  test('are loaded from our own origin alone', async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (/^http/.test(request.url()) && !request.url().startsWith(`${baseURL}/`))
        foreign.push(request.url());
    });
    await page.goto('/');
    await pasteLot(page, BMW);
    await expect(page.getByRole('dialog').getByRole('img', { name: '1 of 8' })).toBeVisible();
    expect(foreign).toEqual([]);
  });

  test('stand still under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/');
    const clock = await stopClock(page);
    await pasteLot(page, BMW);
    const dialog = page.getByRole('dialog');
    await clock.until(dialog.getByRole('img', { name: '1 of 8' }));
    await page.mouse.move(2, 2);
    await clock.run(10_000);
    await expect(dialog.getByRole('img', { name: '1 of 8' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Play/ })).toBeVisible();
  });
});

test('the market stands under the facts of the lot', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  const summary = page.getByRole('dialog', { name: BMW_NAME });
  for (const words of ['Current bid', '$1,450', 'Sale type', 'Pure sale, no reserve', 'Earlier sales'])
    await expect(summary.getByText(words, { exact: true })).toBeVisible();
});

test('a lot whose sale is over says so above its photos', async ({ page }) => {
  await page.route('**/auction/scrape', async (route) => {
    const answer = await route.fetch();
    const lot = await answer.json();
    const sold = {
      sale_state: 'sold',
      sale_at: null,
      sale_date: '2026-09-12',
      final_bid: 4975,
      sold_by: 'buy_now',
    };
    await route.fulfill({
      response: answer,
      json: { ...lot, listing_state: 'sold', market: { ...lot.market, ...sold, current_bid: null } },
    });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await pasteLot(page, BMW);
  const end = page.getByRole('dialog').getByText('Sold Sep 12, 2026 for $4,975 (Buy Now)', { exact: true });
  await expect(end).toBeInViewport({ ratio: 1 });
});
