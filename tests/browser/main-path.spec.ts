import fs from 'node:fs/promises';
import { mailedLink, newPerson } from './fresh-user.ts';
import { BMW, BMW_NAME, expect, holdStart, pasteLot, test } from './lotlens-test.ts';

test('a stranger pastes a link, signs up, confirms the address, comes back to the same lot and downloads its report', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/');
  await page.getByLabel('Auction lot link').fill(BMW);
  await expect(page.getByText('bid.cars lot 90000001')).toBeVisible();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('dialog', { name: BMW_NAME });
  await expect(summary.getByText('WBA3A5C58EF900001')).toBeVisible();
  await expect(summary.getByText('87,412 mi')).toBeVisible();
  await summary.getByRole('button', { name: 'Log In to Generate Report' }).click();

  await page.getByRole('button', { name: 'No account yet? Create one' }).click();
  await page.getByLabel('First name').fill(person.first_name);
  await page.getByLabel('Last name').fill(person.last_name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible();

  const link = await mailedLink(person.email, 'Confirm');
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByText('Email verified successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  const started = await holdStart(page);
  await page.getByRole('button', { name: 'Sign In' }).click();

  // The pending action resumes by itself: the card is there without another click.
  const card = page.getByRole('article').filter({ hasText: BMW_NAME });
  await expect(card.getByText('In Progress')).toBeVisible();
  started();
  await expect(card.getByText('Ready')).toBeVisible({ timeout: 45_000 });
  await expect(card.locator('dl', { hasText: 'AI-estimated cost' })).toContainText(/\$[\d,]+/);

  await card.getByRole('link', { name: 'Open report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /BMW 3 Series/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Front bumper cover · Replace/ })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^2014-.*90000001\.pdf$/i);
  const bytes = await fs.readFile(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('%PDF');
  expect(bytes.length).toBeGreaterThan(20_000);
});

test('the pending action is kept for the browser session only, and runs once', async ({ page, user }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const stored = await page.evaluate(() => ({
    session: Object.values({ ...sessionStorage }).join(' '),
    local: Object.values({ ...localStorage }).join(' '),
  }));
  expect(stored.session).toContain('GENERATE_REPORT');
  expect(stored.session).toContain('90000001');
  expect(stored.local).not.toContain('GENERATE_REPORT');

  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join(' '))).not.toContain(
    'GENERATE_REPORT',
  );
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible({ timeout: 45_000 });
  await page.reload();
  await expect(page.getByRole('article').getByText('Ready')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
});
