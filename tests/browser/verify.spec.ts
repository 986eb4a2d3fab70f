import { mailedLink, newPerson, register } from './fresh-user.ts';
import { expect, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

test('a verification link without a code is incomplete', async ({ page }) => {
  await page.goto('/verify');
  await expect(page.getByText('Verification link is incomplete. No code provided.')).toBeVisible();
  await page.getByText('Go to Login').click();
  await expect(page).toHaveURL(/\/login/);
});

test('while the address is being verified the page says so', async ({ page }) => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/verify-email', async (route) => {
    await asked;
    await route.fulfill({ json: { message: 'Email verified successfully.', email: 'someone@example.test' } });
  });
  await page.goto('/verify?code=anything');
  await expect(page.getByText(/Verifying/)).toBeVisible();
  answer();
  await expect(page.getByText('Email verified successfully.')).toBeVisible();
});

test('a code that is no good leads to login by a button', async ({ page }) => {
  await page.goto('/verify?code=used-long-ago');
  await expect(page.getByRole('alert')).toContainText(/invalid or (has )?expired/i);
  await page.getByText('Go to Login').click();
  await expect(page).toHaveURL(/\/login/);
});

test('a verification that fails without a sentence gets the sentence of the screen', async ({ page }) => {
  await page.route('**/auth/verify-email', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/verify?code=anything');
  await expect(page.getByText('Verification failed. The link may be invalid or expired.')).toBeVisible();
});

test('three and a half seconds after success the page leads to login', async ({ page, request }) => {
  const person = newPerson();
  await register(request, person);
  const link = new URL(await mailedLink(person.email, 'Confirm'));
  await page.clock.install();
  // Held until the clock stands, so that not one millisecond goes uncounted.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/auth/verify-email', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(link.pathname + link.search);
  const clock = await stopClock(page);
  release();
  await clock.until(page.getByText('Email verified successfully.'));
  await clock.run(3_300);
  await expect(page).toHaveURL(/\/verify/);
  await clock.run(300);
  await expect(page).toHaveURL(/\/login$/);
  // The mail may have opened another tab than the one that signed up.
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});
