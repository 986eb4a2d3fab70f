import type { Page } from '@playwright/test';
import { emailKeyOf } from '../../server/db/accounts/users.ts';
import { axeFaults } from './axe-faults.ts';
import { newUser, tokensOf, type User } from './fresh-user.ts';
import { BMW, expect, test } from './lotlens-test.ts';
import { codeOf, makeOperator } from './new-operator.ts';
import { inDatabase } from './test-database.ts';

/** The console of an operator who has given the code. */
async function enter(page: Page, user: { email: string }): Promise<void> {
  const secret = await makeOperator(user);
  await page.goto('/operator');
  await page.getByLabel('One-time code').fill(await codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Users and mails' })).toBeVisible();
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name, exact: true }).click();

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A report of this user that failed; its lot is known. Answers the sentence it failed with. */
async function failedReport({ email }: User, lotKey = 'bid.cars:unknown'): Promise<string> {
  const message = `The photos of lot ${Date.now()} could not be fetched.`;
  await inDatabase(async (client) => {
    const { rows } = await client.query(
      `INSERT INTO reports (user_id, lot_key, url, model_name, status, message, error_code, claimable_at, finished_at)
       SELECT id, $4, $2, '2014 BMW 3 Series', 'download_images_failed', $3, 'source_unreachable', NULL, now()
         FROM users WHERE email_key = $1 RETURNING id, user_id`,
      [emailKeyOf(email), BMW, message, lotKey],
    );
    const { id, user_id } = rows[0] as { id: string; user_id: string };
    await client.query(
      `INSERT INTO quota_ledger (user_id, report_id, kind, amount) VALUES ($1, $2, 'reserve', -1), ($1, $2, 'refund', 1)`,
      [user_id, id],
    );
  });
  return message;
}

test('an operator’s day: an ask, a user, a failed report, a switch, and all of it in the audit log', async ({
  page,
  member,
  request,
}) => {
  const someone = await newUser();
  const { access_token } = await tokensOf(request, someone);
  const headers = { authorization: `Bearer ${access_token}` };
  await request.post('/api/v1/quota/requests', { headers, data: { reports: 7, reason: 'A sale on Friday' } });
  const scraped = await request.post('/api/v1/auction/scrape', { headers, data: { auction_link: BMW } });
  const { lot_key } = (await scraped.json()) as { lot_key: string };
  const message = await failedReport(someone, lot_key);
  await enter(page, member);

  // An ask for more is given with another number.
  const ask = page.getByRole('listitem').filter({ hasText: someone.email });
  await expect(ask).toContainText('7 reports, has 3 left');
  await ask.getByLabel('Reports to give').fill('5');
  await ask.getByRole('button', { name: 'Give' }).click();
  await expect(ask).toHaveCount(0);

  // The user has them now, gets two more, and is signed out everywhere.
  await section(page, 'Users');
  await page.getByLabel('Email, name or id').fill(someone.email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: someone.email }).click();
  await expect(page.getByRole('heading', { name: someone.email })).toBeVisible();
  const give = page.getByRole('region', { name: 'Give reports' });
  await give.getByLabel('How many').fill('2');
  await give.getByLabel('Why').fill('for the trouble');
  await give.getByRole('button', { name: 'Give' }).click();
  await expect(give.getByRole('status')).toContainText(`${someone.email} now has 10.`);
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('Given: for the trouble');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText(/^\d sessions? ended\.$/)).toBeVisible();
  expect((await request.get('/api/v1/users/quota', { headers })).status()).toBe(401);

  // Their failed report tells why, and runs again.
  await page
    .getByRole('region', { name: 'Reports' })
    .getByRole('link', { name: /2014 BMW 3 Series/ })
    .click();
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.getByText('A new report has started')).toBeVisible();
  await section(page, 'Reports');
  await expect(page.getByLabel('Outcome')).toHaveValue('failed');
  await expect(page.getByRole('link', { name: new RegExp(someone.email) })).toBeVisible();

  // What others were asked for, and what waits.
  await section(page, 'Use');
  await expect(page.getByRole('region', { name: 'Lots of Copart' })).toBeVisible();
  await section(page, 'Queue');
  await expect(page.getByRole('list', { name: 'Jobs' })).toContainText('Send mail');

  // A switch asks before it turns anything off.
  await section(page, 'Switches');
  const paid = page.getByRole('listitem').filter({ hasText: 'Paid catalogs and prices' });
  await paid.getByRole('button', { name: 'Turn off paid catalogs and prices' }).click();
  await paid.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(paid).toContainText('Off since');
  await section(page, 'Today');
  await expect(page.getByText('Turned off: Paid catalogs and prices.')).toBeVisible();
  await section(page, 'Switches');
  await paid.getByRole('button', { name: 'Turn on paid catalogs and prices' }).click();
  await expect(paid).toContainText('On since');

  await section(page, 'Audit log');
  const log = page.getByRole('list', { name: 'Audit log' });
  for (const entry of [
    'Switch turned: paid_catalogs',
    'Report retried',
    'Sessions ended',
    'User read',
    'Users listed',
    `Grant: ${someone.email}`,
    'Quota requests read',
  ])
    await expect(log.getByText(entry).first()).toBeVisible();

  // Who looked at one user is found by their address.
  await page.getByLabel('About: email or id').fill(someone.email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(log.getByText('Switch turned: paid_catalogs')).toHaveCount(0);
  await expect(log.getByText(`User read: ${someone.email}`).first()).toBeVisible();
});

for (const width of [360, 1440])
  test(`every section has no faults of access and fits at ${width} px`, { tag: '@long' }, async ({
    page,
    member,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await failedReport(member);
    await enter(page, member);
    const look = async (name: string): Promise<void> => {
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
      expect(await axeFaults(page), name).toEqual([]);
      expect(await sideways(page), name).toBeLessThanOrEqual(0);
    };
    await look('Today');
    for (const name of ['Use', 'Queue', 'Switches', 'Audit log']) {
      await section(page, name);
      await look(name);
    }
    await section(page, 'Users');
    await page.getByRole('list', { name: 'Users' }).getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Ledger' })).toBeVisible();
    await look('User');
    await section(page, 'Reports');
    await page.getByRole('list', { name: 'Reports' }).getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Steps' })).toBeVisible();
    await look('Report');
  });

test('without one-time codes only what names nobody is shown, and nothing that could not be done', async ({
  page,
  member,
}) => {
  await page.route('**/api/v1/operator/session', (route) =>
    route.fulfill({ json: { state: 'no_secrets_key' } }),
  );
  const on = { on: true, changed_by: null, changed_at: null };
  await page.route('**/api/v1/operator/switches', (route) =>
    route.fulfill({ json: [{ name: 'sign_ups', ...on }] }),
  );
  await makeOperator(member);
  await page.goto('/operator');
  await expect(page.getByRole('heading', { name: 'This is read-only' })).toBeVisible();
  await section(page, 'Switches');
  await expect(page.getByRole('heading', { name: 'Sign-ups' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Turn o/ })).toHaveCount(0);
  for (const name of ['Users', 'Reports', 'Partners', 'Queue', 'Audit log']) {
    await section(page, name);
    await expect(page.getByRole('heading', { name: 'This is closed' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
});

test('to any other account there is no console', async ({ memberPage: page }) => {
  await page.goto('/operator/users');
  await expect(page.getByRole('heading', { name: 'This page is for operators' })).toBeVisible();
});
