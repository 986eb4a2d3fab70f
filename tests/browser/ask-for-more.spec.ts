import type { Locator, Page } from '@playwright/test';
import type { QuotaRequest } from '../../contract/api/quota/quota-answers.ts';
import { axeFaults } from './axe-faults.ts';
import { mailedLink, newUser, startReport, tokensOf } from './fresh-user.ts';
import { BMW, BMW_NAME, expect, pasteLot, Q50, QX60, signInAs, test } from './lotlens-test.ts';
import { codeOf, makeOperator } from './new-operator.ts';

const offer = (page: Page): Locator => page.getByRole('dialog', { name: 'More reports' });
const reportsLeft = (page: Page): Locator => page.getByText('Reports Left', { exact: true }).locator('..');

test('with no reports left a user asks for more, an operator gives them, and the report is made', async ({
  page,
  request,
  user,
}) => {
  test.setTimeout(180_000);
  const tokens = await signInAs(page, user);
  for (const link of [BMW, QX60, Q50]) await startReport(request, tokens, link);
  await page.goto('/reports');
  await expect(reportsLeft(page)).toContainText('0');
  await pasteLot(page, BMW);
  await page
    .getByRole('dialog', { name: BMW_NAME })
    .getByRole('button', { name: 'Get more reports' })
    .click();
  await expect(offer(page).getByText('The free trial is 3 reports')).toBeVisible();
  await offer(page).getByLabel('How many reports?').fill('25');
  await offer(page).getByLabel('What are they for?').fill('The Friday sale in Newark');
  await offer(page).getByRole('button', { name: 'Ask for more' }).click();
  await expect(offer(page).getByText(/^You asked for 25 reports on /)).toBeVisible();

  const operator = await newUser();
  const headers = { authorization: `Bearer ${(await tokensOf(request, operator)).access_token}` };
  const code = await codeOf(await makeOperator(operator));
  expect((await request.post('/api/v1/operator/confirm', { headers, data: { code } })).status()).toBe(200);
  const asked = (await (
    await request.get('/api/v1/operator/quota_requests', { headers })
  ).json()) as QuotaRequest[];
  const { request_id: id = '' } = asked.find(({ email }) => email === user.email) ?? {};
  const granted = await request.post(`/api/v1/operator/quota_requests/${id}/grant`, { headers, data: {} });
  expect(await granted.json()).toEqual({ granted: 25, available_reports: 25 });

  await page.goto(new URL(await mailedLink(user.email, 'We added 25 reports')).pathname);
  await expect(reportsLeft(page)).toContainText('25');
  // A lot whose report is under way would get no second one.
  const ready = page.getByRole('article').getByText('Ready');
  await expect(ready).toHaveCount(3, { timeout: 60_000 });
  await pasteLot(page, BMW);
  await page.getByRole('dialog', { name: BMW_NAME }).getByRole('button', { name: 'Generate Report' }).click();
  await expect(ready).toHaveCount(4, { timeout: 60_000 });
  await expect(reportsLeft(page)).toContainText('24');
});

test('an ask that nobody answered yet can be changed', async ({ memberPage: page }) => {
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Get More Reports' }).click();
  await offer(page).getByLabel('What are they for?').fill('A sale');
  await offer(page).getByRole('button', { name: 'Ask for more' }).click();
  await expect(offer(page).getByText(/^You asked for 10 reports on /)).toBeVisible();
  await offer(page).getByLabel('How many reports?').fill('20');
  await offer(page).getByRole('button', { name: 'Change what you asked for' }).click();
  await expect(offer(page).getByText(/^You asked for 20 reports on /)).toBeVisible();
});

test('an ask without a number or a reason says what is missing, and nothing is sent', async ({
  memberPage: page,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/quota/requests')) sent += 1;
  });
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Get More Reports' }).click();
  await offer(page).getByLabel('How many reports?').fill('many');
  await offer(page).getByRole('button', { name: 'Ask for more' }).click();
  await expect(offer(page).getByText('Please enter a whole number.')).toBeVisible();
  await expect(offer(page).getByText('Please say what they are for.')).toBeVisible();
  expect(sent).toBe(0);
});

test('a board without reports left leads on', async ({ page, request, user }) => {
  const tokens = await signInAs(page, user);
  for (const link of [BMW, QX60, Q50]) await startReport(request, tokens, link);
  await page.goto('/board');
  await page.getByRole('button', { name: 'Get more reports' }).click();
  await expect(offer(page).getByRole('button', { name: 'Ask for more' })).toBeVisible();
});

for (const width of [360, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 740 },
    });

    test('asking for more has no faults of access, also with what is missing', async ({
      memberPage: page,
    }) => {
      await page.goto('/reports');
      await page.getByText('Account menu').locator('..').click();
      await page.getByRole('button', { name: 'Get More Reports' }).click();
      await offer(page).getByRole('button', { name: 'Ask for more' }).click();
      await expect(offer(page).getByText('Please say what they are for.')).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
    });
  });
