import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { BMW, endedReport, expect, GONE, openReport, pasteLot, signInAs, test } from './lotlens-test.ts';
import { openEverything } from './open-everything.ts';

/** Everything axe finds, as rule, help and the elements it is about. */
/** States a visitor can bring about, by name. */
const VISITOR: Record<string, (page: Page) => Promise<unknown>> = {
  'the main page': (page) => page.goto('/'),
  'a page for an audience': (page) => page.goto('/for-retailers'),
  'a legal page': (page) => page.goto('/terms-of-service'),
  'the partner terms': (page) => page.goto('/partner-terms'),
  'an application to the partner network': async (page) => {
    await page.goto('/for-retailers');
    await page.getByRole('button', { name: 'Apply to join' }).click();
    await expect(page.getByRole('form', { name: 'Application' })).toBeVisible();
  },
  'sign-in': (page) => page.goto('/login'),
  'sign-in with an error': async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'sign-up': (page) => page.goto('/login?signup=true'),
  'a forgotten password': async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
  },
  'verification that failed': async (page) => {
    await page.goto('/verify');
    await expect(page.getByText('Go to Login')).toBeVisible();
  },
  'a new password': (page) => page.goto('/reset-password?token=anything'),
  'a new password without a token': (page) => page.goto('/reset-password'),
  'a link that stops emails, cut short': (page) => page.goto('/unsubscribe'),
  'the privacy policy': (page) => page.goto('/privacy-policy'),
  'a page for repairs': (page) => page.goto('/for-repairs'),
  'the accuracy page': (page) => page.goto('/accuracy'),
  'what is new': (page) => page.goto('/news'),
  'a page for insurance': (page) => page.goto('/for-insurance'),
  'a handed page that did not come': (page) => page.goto('/import'),
  'a shared link that leads nowhere': (page) => page.goto('/shared/nothing-of-that-kind'),
  'a quote link that leads nowhere': (page) => page.goto('/quotes/nothing-of-that-kind'),
  'the vehicle summary': async (page) => {
    await page.goto('/');
    await pasteLot(page, BMW);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the notice of a wrong link': async (page) => {
    await page.goto('/');
    await pasteLot(page, 'nonsense');
    await expect(page.getByText('Invalid URL Format')).toBeVisible();
  },
  'the page from the user’s own browser': async (page) => {
    await page.goto('/');
    await pasteLot(page, 'https://www.copart.com/lot/90000006');
    await page.getByRole('button', { name: 'Use the page from your browser' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'entry by hand': async (page) => {
    await page.goto('/');
    await pasteLot(page, GONE);
    await page.getByRole('button', { name: 'Enter by hand' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};

test.describe('axe finds nothing', () => {
  for (const [name, arrive] of Object.entries(VISITOR))
    test(name, async ({ page }) => {
      await arrive(page);
      await expect(page.getByRole('heading').first()).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
    });

  test('an empty list of reports, its info and its menu', { tag: '@long' }, async ({ memberPage: page }) => {
    await page.goto('/reports');
    await expect(page.getByText('No reports yet. Try generating one!')).toBeVisible();
    expect(await axeFaults(page), 'empty').toEqual([]);
    await page.getByLabel('Supported makes and sites').click();
    expect(await axeFaults(page), 'info').toEqual([]);
    await page.getByText('Account menu').locator('..').click();
    expect(await axeFaults(page), 'menu').toEqual([]);
  });

  test('the dialogs of the account', { tag: '@long' }, async ({ memberPage: page }) => {
    await page.goto('/reports');
    for (const entry of ['Profile', 'Account Settings', 'Change Password']) {
      await page.getByText('Account menu').locator('..').click();
      await page.getByRole('button', { name: entry }).click();
      await expect(page.getByRole('dialog', { name: entry })).toBeVisible();
      expect(await axeFaults(page), entry).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });

  test('keys and webhooks of programs, with a log', { tag: '@long' }, async ({ memberPage: page }) => {
    await page.goto('/reports');
    await page.getByText('Account menu').locator('..').click();
    await page.getByRole('button', { name: 'Account Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account Settings' });
    await dialog.getByRole('button', { name: 'Make an API key' }).click();
    await dialog.getByText('Show webhooks').click();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    expect(await axeFaults(page), 'forms').toEqual([]);
    await dialog.getByLabel('Name of the program').fill('Buying desk');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await expect(dialog.getByText(/^llk_/)).toBeVisible();
    await dialog.getByLabel('Address').fill('https://localhost/lotlens');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByText('Log', { exact: true }).click();
    await dialog.getByText('Payload').click();
    expect(await axeFaults(page), 'lists').toEqual([]);
  });

  test('a card in each state', async ({ memberPage: page }) => {
    const row = {
      task_id: 't',
      model_name: '2015 INFINITI Q50',
      vin: 'JN1BV7AR6FM******',
      lot_number: '43900103',
      make_name: 'INFINITI',
      body_type: 'Sedan',
      mileage: 71_905,
      progress: 0.5,
      message: 'The auction did not answer.',
      error_code: null,
      date: '2026-11-20T10:00:00.000Z',
      total_cost: null,
      url: 'https://www.iaai.com/VehicleDetail/90000003~US',
      lot_key: 'iaai:90000003',
      seq: 0,
    };
    await page.route('**/users/get_reports*', (route) =>
      route.fulfill({
        json: ['finished', 'crawl_vehicle_parts', 'crawl_vehicle_data_failed'].map((task_status, n) => ({
          ...row,
          report_id: `r${n}`,
          task_status,
        })),
      }),
    );
    await page.goto('/reports');
    await expect(page.getByRole('article')).toHaveCount(3);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('a report as it opens', async ({ page, reader }) => {
    await signInAs(page, reader.user);
    await openReport(page, reader.reportId);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('a report with everything open', { tag: '@long' }, async ({ page, reader }) => {
    // A hundred lines opened one by one, and axe over all of them.
    test.setTimeout(300_000);
    await signInAs(page, reader.user);
    await openReport(page, reader.reportId);
    await openEverything(page);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('a running report and a failed one, each on its page', { tag: '@long' }, async ({
    memberPage: page,
  }) => {
    await page.goto('/reports');
    await pasteLot(page, BMW);
    expect(await axeFaults(page), 'summary of a member').toEqual([]);
    const answered = page.waitForResponse('**/auction/process_report');
    await page.getByRole('button', { name: 'Generate Report', exact: true }).click();
    const { report_id: id } = (await (await answered).json()) as { report_id: string };
    await page.route(`**/reports/${id}/cancel`, (route) => route.abort());
    // What runs is shown as it was at first, for as long as axe takes.
    const asked = page.waitForResponse(
      (response) => new URL(response.url()).pathname === `/api/v1/reports/${id}`,
    );
    await page.goto(`/reports/${id}`);
    const running = (await (await asked).json()) as Record<string, unknown>;
    for (const [status, seen] of [
      ['crawl_vehicle_parts', page.getByRole('button', { name: 'Cancel' })],
      ['crawl_vehicle_parts_failed', page.getByRole('button', { name: 'Try again' })],
    ] as const) {
      // Newer than any frame of the report that really runs meanwhile.
      const detail = {
        ...running,
        seq: 1_000_000,
        task_status: status,
        report: null,
        message: 'No source answered.',
      };
      await page.route(
        ({ pathname }) => pathname === `/api/v1/reports/${id}`,
        (route) => route.fulfill({ json: detail }),
      );
      await page.reload();
      await expect(seen).toBeVisible();
      expect(await axeFaults(page), status).toEqual([]);
    }
  });

  test('an edited report, its dialogs and the notice of a refusal', { tag: '@long' }, async ({
    page,
    user,
  }) => {
    test.setTimeout(300_000);
    const id = await endedReport(page.request, await signInAs(page, user), BMW);
    await openReport(page, id);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: /link/i }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible();
    expect(await axeFaults(page), 'share').toEqual([]);
    await page.keyboard.press('Escape');

    const line = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /Front bumper cover/, level: 4 }) })
      .first();
    await line.getByRole('button', { expanded: false }).click();
    await line.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByRole('dialog', { name: /^Change/ })).toBeVisible();
    expect(await axeFaults(page), 'change').toEqual([]);
    await page.keyboard.press('Escape');
    await line.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('This report has 1 change of yours.')).toBeVisible();
    expect(await axeFaults(page), 'edited').toEqual([]);

    await page.goto('/reports');
    await pasteLot(page, 'https://www.copart.com/lot/90000006');
    await expect(page.getByText(/Copart Support Limited/)).toBeVisible();
    expect(await axeFaults(page), 'refusal').toEqual([]);
  });
});

test.describe('axe finds nothing on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('the main page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
  });

  test('list and report', { tag: '@long' }, async ({ page, reader }) => {
    await signInAs(page, reader.user);
    await page.goto('/reports');
    await expect(page.getByRole('article')).toHaveCount(1);
    expect(await axeFaults(page), 'list').toEqual([]);
    await openReport(page, reader.reportId);
    expect(await axeFaults(page), 'report').toEqual([]);
  });
});
