import { copartLotDetails } from '../../samples/copart-json.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { mailedLink, newPerson } from './fresh-user.ts';
import { BMW, BMW_NAME, expect, pasteLot, test } from './lotlens-test.ts';
import { stopClock } from './stopped-clock.ts';

const REFUSED = 'https://www.copart.com/lot/90000006';

test('sign-in says which report it leads to', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await expect(
    page.getByText(`The report of ${BMW_NAME} starts as soon as you are signed in.`),
  ).toBeVisible();
});

test('whoever confirms and signs in from another tab is offered the lot, and nothing starts unasked', async ({
  page,
  context,
  user,
}) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const mail = await context.newPage();
  await page.close();

  await mail.goto('/login');
  await mail.getByLabel('Email').fill(user.email);
  await mail.getByLabel('Password', { exact: true }).fill(user.password);
  await mail.getByRole('button', { name: 'Sign In' }).click();
  const offer = mail.getByText(`You were about to get a report of ${BMW_NAME}.`);
  await expect(offer).toBeVisible();
  await expect(mail.getByText('No reports yet. Try generating one!')).toBeVisible();
  await mail.getByRole('button', { name: 'Generate Report' }).click();
  await expect(mail.getByRole('article').getByText('Ready')).toBeVisible({ timeout: 45_000 });
  await expect(offer).toHaveCount(0);
});

test('where the first tab is still open it starts the report, once, and the other offers nothing', async ({
  page,
  context,
  user,
}) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const mail = await context.newPage();
  await mail.goto('/login');
  await mail.getByLabel('Email').fill(user.email);
  await mail.getByLabel('Password', { exact: true }).fill(user.password);
  await mail.getByRole('button', { name: 'Sign In' }).click();
  await expect(mail.getByRole('article').getByText('Ready')).toBeVisible({ timeout: 45_000 });
  await expect(mail.getByRole('article')).toHaveCount(1);
  await expect(mail.getByText(/You were about to get a report/)).toHaveCount(0);
});

test('who does not want the report after all says so at sign-in, and nothing starts or is offered', async ({
  page,
  user,
}) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText(/starts as soon as you are signed in/)).toHaveCount(0);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
  await expect(page.getByText(/You were about to get a report/)).toHaveCount(0);
});

test('a sign-in that leads elsewhere starts nothing: the lot is offered on the list', async ({
  page,
  user,
  reader,
}) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  await page.getByRole('button', { name: 'Log In to Generate Report' }).click();
  await expect(page.getByText(/starts as soon as you are signed in/)).toBeVisible();
  await page.goto(`/reports/${reader.reportId}`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(/starts as soon as you are signed in/)).toHaveCount(0);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(new RegExp(reader.reportId));
  await page.getByRole('link', { name: 'All reports' }).click();
  await expect(page.getByText(`You were about to get a report of ${BMW_NAME}.`)).toBeVisible();
  await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
});

test('what sign-up said still stands after the view has gone back to sign-in', async ({ page }) => {
  const person = newPerson();
  await page.clock.install();
  await page.goto('/login?signup=true');
  await page.getByLabel('First name').fill(person.first_name);
  await page.getByLabel('Last name').fill(person.last_name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  const clock = await stopClock(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  const said = page.getByText('Please check your email to verify your account.');
  await clock.until(said);
  await clock.run(6_100);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(said).toBeVisible();
});

test('a timed return waits while its message is pointed at', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login?forgot=true');
  await page.getByLabel('Email').fill('nadia@example.test');
  const clock = await stopClock(page);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  const said = page.getByText('If a matching account exists, a password reset email has been sent.');
  await clock.until(said);
  await said.hover();
  await clock.run(20_000);
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.mouse.move(2, 2);
  await clock.run(5_100);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the way to sign-in after verification waits while its button has the focus', async ({
  page,
  request,
}) => {
  const person = newPerson();
  await request.post('/api/v1/auth/register', { data: person });
  const link = new URL(await mailedLink(person.email, 'Confirm'));
  await page.clock.install();
  // Held until the clock stands: stopping it skips seconds, in which the page would go on.
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
  const button = page.getByRole('link', { name: 'Go to Login' });
  await clock.until(button);
  await button.focus();
  await clock.run(10_000);
  await expect(page).toHaveURL(/\/verify/);
});

test('the ways on stay at the field after the notice has closed by itself', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const clock = await stopClock(page);
  await pasteLot(page, REFUSED);
  await clock.until(page.getByText(/Copart Support Limited/));
  await clock.run(8_300);
  await expect(page.getByText(/Copart Support Limited/)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Get the extension' })).toBeFocused();
  await page.getByLabel('Auction lot link').fill(BMW);
  await expect(page.getByRole('button', { name: 'Enter by hand' })).toHaveCount(0);
});

test('a page handed over that can’t be read is answered in its own dialog', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, REFUSED);
  await page.getByRole('button', { name: 'Use the page from your browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the page from your browser' });
  await dialog.getByLabel(/source/i).fill('Nothing of a lot stands here.');
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Copart Support Limited');
  const own = { ...SAMPLE_LISTINGS['90000002'], number: '90000006', stockNumber: '90000006' };
  await dialog.getByLabel(/source/i).fill(JSON.stringify(copartLotDetails(own)));
  await dialog.getByRole('button', { name: 'Read this page' }).click();
  await expect(page.getByRole('dialog', { name: /QX60/ })).toBeVisible();
});

test('a second Enter does not close the summary that has just opened', async ({ page }) => {
  await page.goto('/');
  await pasteLot(page, BMW);
  const dialog = page.getByRole('dialog', { name: BMW_NAME });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a dialog with a form starts in its first field', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
});

test('on a phone nothing of the account settings lies beyond the edge of their dialog', async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(dialog.getByText(/^Chrome on /)).toBeVisible();
  const over = await dialog.evaluate((element) =>
    [...element.querySelectorAll('input, button, p, span')].filter(
      (entry) => entry.getBoundingClientRect().right > element.getBoundingClientRect().right,
    ),
  );
  expect(over).toHaveLength(0);
});
