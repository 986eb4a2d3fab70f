import type { Page } from '@playwright/test';
import { mailedLink, newPerson, type User } from './fresh-user.ts';
import { expect, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

async function fillIn(page: Page, person: User, confirm = person.password): Promise<void> {
  await page.getByLabel('First name').fill(person.first_name);
  await page.getByLabel('Last name').fill(person.last_name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(confirm);
}
const create = (page: Page): Promise<void> => page.getByRole('button', { name: 'Create Account' }).click();

test('?signup=true opens sign-up with its fields', async ({ page }) => {
  await page.goto('/login?signup=true');
  for (const label of ['First name', 'Last name', 'Email', 'Phone (optional)'])
    await expect(page.getByLabel(label)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Confirm password', { exact: true })).toBeVisible();
});

test('all fields except phone are required', async ({ page }) => {
  await page.goto('/login?signup=true');
  await fillIn(page, { ...newPerson(), last_name: '' });
  await create(page);
  await expect(page.getByText('All fields except phone are required for signup.')).toBeVisible();
});

test('the two passwords must match', async ({ page }) => {
  await page.goto('/login?signup=true');
  await fillIn(page, newPerson(), 'another velvet 81');
  await create(page);
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
});

test('seven characters are too few', async ({ page }) => {
  await page.goto('/login?signup=true');
  await fillIn(page, { ...newPerson(), password: 'qz7!vb2' });
  await create(page);
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible();
});

test('what the server finds wrong is told as a failed validation', async ({ page }) => {
  await page.goto('/login?signup=true');
  await fillIn(page, { ...newPerson(), email: 'nadia at example' });
  await create(page);
  await expect(page.getByText(/^Validation failed: /)).toBeVisible();
});

test('a registration that fails without a sentence says so', async ({ page }) => {
  await page.route('**/auth/register', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/login?signup=true');
  await fillIn(page, newPerson());
  await create(page);
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();
});

test('the phone number is sent only where one is given', async ({ page }) => {
  const bodies: Record<string, unknown>[] = [];
  await page.route('**/auth/register', async (route) => {
    bodies.push(route.request().postDataJSON() as Record<string, unknown>);
    await route.fulfill({ status: 500, body: '' });
  });
  await page.goto('/login?signup=true');
  await fillIn(page, newPerson());
  await create(page);
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();
  await page.getByLabel('Phone (optional)').fill('+1 555 0100');
  await create(page);
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[0]).not.toHaveProperty('phone');
  expect(bodies[1]).toHaveProperty('phone', '+1 555 0100');
});

test('a taken address is answered like a new one', async ({ page, user }) => {
  await page.goto('/login?signup=true');
  await fillIn(page, user);
  await create(page);
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible();
  expect(await mailedLink(user.email, 'already have')).toContain('/login');
});

test('six seconds after sign-up the view returns to sign-in', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login?signup=true');
  await fillIn(page, newPerson());
  const clock = await stopClock(page);
  await create(page);
  await clock.until(page.getByText('Please check your email to verify your account.'));
  await clock.run(5_800);
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await clock.run(300);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('a pointer that moved two pixels after pressing does not keep the view', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login?signup=true');
  await fillIn(page, newPerson());
  const clock = await stopClock(page);
  const pressed = await page.getByRole('button', { name: 'Create Account' }).boundingBox();
  const [x, y] = [(pressed?.x ?? 0) + 40, (pressed?.y ?? 0) + 12];
  await page.mouse.click(x, y);
  const said = page.getByText('Please check your email to verify your account.');
  await clock.until(said);
  const box = await said.boundingBox();
  expect(y).toBeGreaterThanOrEqual(box?.y ?? 0);
  expect(y).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  await page.mouse.move(x + 2, y + 1);
  await clock.run(6_100);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});
