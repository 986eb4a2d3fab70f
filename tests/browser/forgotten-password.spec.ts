import { mailedLink } from './fresh-user.ts';
import { expect, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

const ANSWER = 'If a matching account exists, a password reset email has been sent.';

test('a reset link can be asked for only with an email address', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Please enter your email address.')).toBeVisible();
});

test('the answer is the same when the call fails', async ({ page }) => {
  await page.route('**/auth/forgot-password', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText(ANSWER)).toBeVisible();
});

test('five seconds after the request the view returns to login', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('nobody@example.test');
  const clock = await stopClock(page);
  await page.locator('form button[type=submit]').click();
  await clock.until(page.getByText(ANSWER));
  await clock.run(4_800);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toHaveCount(0);
  await clock.run(300);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('a reset page without a token says that the link is invalid', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByText('Invalid password reset link. No token found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset password' })).toHaveCount(0);
});

test('new passwords must match and have eight characters', async ({ page }) => {
  await page.goto('/reset-password?token=anything');
  await page.getByLabel('New password', { exact: true }).fill('velvet tangerine 18');
  await page.getByLabel('Confirm new password', { exact: true }).fill('something else 18');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('short 1');
  await page.getByLabel('Confirm new password', { exact: true }).fill('short 1');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible();
});

test('a link that is no good any more says so, and leads on to a new one or to login', async ({ page }) => {
  await page.goto('/reset-password?token=used-long-ago');
  await page.getByLabel('New password', { exact: true }).fill('velvet tangerine 18');
  await page.getByLabel('Confirm new password', { exact: true }).fill('velvet tangerine 18');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('alert')).toContainText(/invalid or (has )?expired/i);
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test('a reset that fails without a sentence gets the sentence of the screen', async ({ page }) => {
  await page.route('**/auth/reset-password', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/reset-password?token=anything');
  await page.getByLabel('New password', { exact: true }).fill('velvet tangerine 18');
  await page.getByLabel('Confirm new password', { exact: true }).fill('velvet tangerine 18');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(
    page.getByText('Failed to reset password. The token may be invalid or expired.'),
  ).toBeVisible();
});

test('the mailed link sets a new password, leads to login after three seconds, and the new password works', async ({
  page,
  user,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText(ANSWER)).toBeVisible();
  const link = new URL(await mailedLink(user.email, 'Reset your'));
  await page.goto(link.pathname + link.search);
  await page.getByLabel('New password', { exact: true }).fill('velvet tangerine 18');
  await page.getByLabel('Confirm new password', { exact: true }).fill('velvet tangerine 18');
  const clock = await stopClock(page);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await clock.until(page.getByText('Password reset successfully'));
  await clock.run(2_800);
  await expect(page).toHaveURL(/\/reset-password/);
  await clock.run(300);
  await expect(page).toHaveURL(/\/login/);
  await page.clock.resume();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('velvet tangerine 18');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
});
