import type { Page } from '@playwright/test';
import { newPerson, register } from './fresh-user.ts';
import { expect, test } from './lotlens-test.ts';

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('sign-in asks for email and password', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email and password are required.')).toBeVisible();
});

test('a wrong password says that email or password is incorrect, and offers no resending', async ({
  page,
  user,
}) => {
  await page.goto('/login');
  await fillIn(page, user.email, 'not the password 9');
  await expect(page.getByText('Incorrect email or password.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toHaveCount(0);
});

test('an unconfirmed address may have its mail sent again', async ({ page, request }) => {
  const person = newPerson();
  await register(request, person);
  await page.goto('/login');
  await fillIn(page, person.email, person.password);
  await expect(page.getByText('Please verify your email address before signing in.')).toBeVisible();
  const resend = page.getByRole('button', { name: 'Resend Verification Email' });
  await resend.click();
  await expect(page.getByRole('status')).toContainText('a verification email has been sent');
});

test('resending needs the email field', async ({ page, request }) => {
  const person = newPerson();
  await register(request, person);
  await page.goto('/login');
  await fillIn(page, person.email, person.password);
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Please enter your email address in the email field first.')).toBeVisible();
});

test('a failed resending says so', async ({ page, request }) => {
  const person = newPerson();
  await register(request, person);
  await page.route('**/auth/resend-verification', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/login');
  await fillIn(page, person.email, person.password);
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Failed to resend verification email.')).toBeVisible();
});

test('an answer without a token is an error of its own', async ({ page, user }) => {
  await page.route('**/auth/token', (route) => route.fulfill({ json: { token_type: 'bearer' } }));
  await page.goto('/login');
  await fillIn(page, user.email, user.password);
  await expect(page.getByText('Login response did not include token.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('an error answer without a sentence gets the sentence of the screen', async ({ page, user }) => {
  await page.route('**/auth/token', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/login');
  await fillIn(page, user.email, user.password);
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
});

test('no answer at all names the network', async ({ page, user }) => {
  await page.route('**/auth/token', (route) => route.abort());
  await page.goto('/login');
  await fillIn(page, user.email, user.password);
  await expect(page.getByText('A network error occurred or the server is unreachable.')).toBeVisible();
});

test('a right password leads to the reports', async ({ page, user }) => {
  await page.goto('/login');
  await fillIn(page, user.email, user.password);
  await expect(page).toHaveURL(/\/reports$/);
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
});

test('a second press while signing in sends nothing twice', async ({ page, user }) => {
  let calls = 0;
  await page.route('**/auth/token', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).dblclick();
  await expect(page).toHaveURL(/\/reports$/);
  expect(calls).toBe(1);
});

test('the sign-in page leads to sign-up, to the forgotten password and back to the main page', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Create one' }).click();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await page.getByText('Return to Main Page').click();
  await expect(page).toHaveURL(/\/$/);
});

test('password managers find the fields by their tokens', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', /username|email/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
  await page.goto('/login?signup=true');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password');
});
