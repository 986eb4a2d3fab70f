import { mailedLink } from './fresh-user.ts';
import { BMW, endedReport, expect, signInAs, test } from './lotlens-test.ts';

test('a mail’s own link stops mails of its kind for a visitor, and the settings say so', async ({
  page,
  user,
  browser,
}) => {
  await endedReport(page.request, await signInAs(page, user), BMW);
  const { pathname, search } = new URL(await mailedLink(user.email, 'Report ready', '/unsubscribe'));
  const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await visitor.goto(pathname + search);
  await expect(visitor.getByText('Your account settings switch them on again.')).toBeVisible();
  await visitor.close();
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await expect(page.getByLabel('A report is ready')).not.toBeChecked();
  await expect(page.getByLabel('A report failed and was refunded')).toBeChecked();
});

test('a link cut short, or of no mail, says so and leads to the reports', async ({ page }) => {
  await page.goto('/unsubscribe');
  await expect(page.getByText('This link is not complete.')).toBeVisible();
  await page.goto('/unsubscribe?token=of-no-mail');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your reports' }).click();
  await expect(page).toHaveURL(/\/login/);
});
