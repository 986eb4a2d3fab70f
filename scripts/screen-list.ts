import type { Locator, Page } from '@playwright/test';
import { CONSOLE_SECTIONS } from '../contract/operator/console-words.ts';
import { STEP_NAMES } from '../contract/report-status.ts';

/** One screen: how to get there, and whether it is taken whole or as the window shows it. */
export type Screen = {
  name: string;
  signedIn: boolean;
  whole: boolean;
  /** The README shows it under this name. */
  picture?: string;
  arrive(page: Page, reports: readonly string[]): Promise<unknown>;
};

const BMW = 'https://bid.cars/en/lot/1-90000001/';
const GONE = 'https://www.copart.com/lot/90000005';
const REFUSED = 'https://www.copart.com/lot/90000006';
const UNSUPPORTED = 'https://www.copart.com/lot/90000004';

const settled = async (page: Page): Promise<void> =>
  await page.getByRole('heading').first().waitFor({ timeout: 15_000 });

async function paste(page: Page, from: string, link: string): Promise<void> {
  await page.goto(from);
  await page.getByLabel('Auction lot link').fill(link);
  await page.keyboard.press('Enter');
}

/** A page that is simply opened. */
const address = (name: string, path: string): Screen => ({
  name,
  signedIn: false,
  whole: true,
  async arrive(page) {
    await page.goto(path);
    await settled(page);
  },
});

/** A page of the signed-in that is simply opened. */
const ownAddress = (name: string, path: string): Screen => ({ ...address(name, path), signedIn: true });

/** A window over the page: taken as it stands in the window. */
const over = (name: string, signedIn: boolean, arrive: Screen['arrive']): Screen => ({
  name,
  signedIn,
  whole: false,
  arrive,
});

async function openMenu(page: Page): Promise<void> {
  await page.goto('/reports');
  await settled(page);
  await page.getByText('Account menu').locator('..').click();
}

const accountDialog = (name: string, entry: string): Screen =>
  over(name, true, async (page) => {
    await openMenu(page);
    await page.getByRole('button', { name: entry }).click();
    await page.getByRole('dialog', { name: entry }).waitFor();
  });

const reportOf = (name: string, index: number): Screen => ({
  name,
  signedIn: true,
  whole: true,
  async arrive(page, reports) {
    await page.goto(`/reports/${reports[index]}`);
    await page.getByRole('heading', { name: 'Totals' }).waitFor();
  },
});

/** The list as the service answers it, with other statuses than the samples stay in. */
async function listWith(page: Page, statuses: readonly string[]): Promise<void> {
  await page.route('**/users/get_reports*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as Record<string, unknown>[];
    await route.fulfill({
      json: statuses.flatMap((task_status, n) => {
        const row = rows[n];
        const ended = task_status === 'finished';
        return row
          ? [
              {
                ...row,
                task_status,
                ...(ended ? {} : { total_cost: null, figures: null }),
                message: task_status.endsWith('_failed') ? 'The auction did not answer.' : '',
              },
            ]
          : [];
      }),
    });
  });
}

/** A report with one of its sections opened, taken from there on. */
const sectionOf = (name: string, heading: string, once: string): Screen =>
  over(name, true, async (page, reports) => {
    await page.goto(`/reports/${reports[0]}`);
    const section = page.getByRole('region', { name: heading });
    await section.getByRole('heading', { name: heading }).click();
    await section.getByText(once, { exact: true }).first().waitFor();
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2_400 });
    await section.evaluate(`element => element.scrollIntoView({ block: 'start', behavior: 'instant' })`);
  });

/** A window over a report, opened by a button of this name. */
const overReport = (name: string, button: string | RegExp): Screen =>
  over(name, true, async (page, reports) => {
    await page.goto(`/reports/${reports[0]}`);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  });

/** A window over a report that its export menu opens. */
const overExport = (name: string, button: string): Screen =>
  over(name, true, async (page, reports) => {
    await page.goto(`/reports/${reports[0]}`);
    const menu = page.getByRole('group').filter({ hasText: 'Export' });
    await menu.getByText('Export').click();
    await menu.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
  });

/** A report that is not finished, as the service answers it. */
const unfinished = (name: string, task_status: string): Screen => ({
  name,
  signedIn: true,
  whole: true,
  async arrive(page, reports) {
    await page.route(`**/reports/${reports[0]}?*`, async (route) => {
      const answer = (await (await route.fetch()).json()) as { partial: object };
      const failed = task_status.endsWith('_failed');
      const at = STEP_NAMES.findIndex((step) => task_status.startsWith(step));
      await route.fulfill({
        json: {
          ...answer,
          task_status,
          report: null,
          partial: { ...answer.partial, steps_done: STEP_NAMES.slice(0, at) },
          message: failed ? 'The auction did not answer.' : '',
          error_code: failed ? 'site_error' : null,
        },
      });
    });
    await page.goto(`/reports/${reports[0]}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

export const SCREENS: readonly Screen[] = [
  { ...address('home', '/'), picture: 'home' },
  address('for-repairs', '/for-repairs'),
  address('for-retailers', '/for-retailers'),
  address('for-insurance', '/for-insurance'),
  address('accuracy', '/accuracy'),
  address('news', '/news'),
  address('privacy-policy', '/privacy-policy'),
  address('terms-of-service', '/terms-of-service'),
  address('partner-terms', '/partner-terms'),
  address('login', '/login'),
  address('sign-up', '/login?signup=true'),
  address('verify-incomplete', '/verify'),
  address('reset-password', '/reset-password?token=example'),
  address('reset-password-no-token', '/reset-password'),
  address('unsubscribe-incomplete', '/unsubscribe'),
  over('login-error', false, async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  over('forgot-password', false, async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
  }),
  over('notice-invalid-url', false, async (page) => {
    await paste(page, '/', 'https://example.com/lot/1');
    await page.getByText('Invalid URL Format').waitFor();
  }),
  over('notice-refused', false, async (page) => {
    await paste(page, '/', REFUSED);
    await page.getByText(/Copart Support Limited/).waitFor();
  }),
  over('summary', false, async (page) => {
    await paste(page, '/', BMW);
    await page.getByRole('dialog').getByRole('img', { name: /1 of/ }).waitFor();
  }),
  over('summary-unsupported', false, async (page) => {
    await paste(page, '/', UNSUPPORTED);
    await page.getByText('This make is not supported at this time.').waitFor();
  }),
  over('own-page', false, async (page) => {
    await paste(page, '/', REFUSED);
    await page.getByRole('button', { name: 'Use the page from your browser' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  over('enter-lot', false, async (page) => {
    await paste(page, '/', GONE);
    await page.getByRole('button', { name: 'Enter by hand' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  {
    name: 'reports',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await page.goto('/reports');
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'reports-states',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await listWith(page, ['crawl_vehicle_parts', 'finished', 'crawl_vehicle_data_failed']);
      await page.goto('/reports');
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'reports-empty',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await listWith(page, []);
      await page.goto('/reports');
      await page.getByText('No reports yet. Try generating one!').waitFor();
    },
  },
  {
    name: 'reports-table',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await page.goto('/reports');
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('table').waitFor();
    },
  },
  over('search-info', true, async (page) => {
    await page.goto('/reports');
    await settled(page);
    await page.getByLabel('Supported makes and sites').click();
  }),
  over('menu', true, openMenu),
  accountDialog('profile', 'Profile'),
  accountDialog('settings', 'Account Settings'),
  accountDialog('change-password', 'Change Password'),
  address('share-without-text', '/share'),
  address('import', '/import'),
  address('no-such-page', '/no-such-page'),
  address('shared-unknown', '/shared/unknown'),
  address('quote-unknown', '/quotes/unknown'),
  {
    name: 'board',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await page.goto('/board');
      await page.getByRole('table', { name: 'Your lots' }).waitFor();
    },
  },
  {
    name: 'board-empty',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await listWith(page, []);
      await page.goto('/board');
      await settled(page);
    },
  },
  over('board-compare', true, async (page) => {
    await page.goto('/board');
    await page.getByRole('table', { name: 'Your lots' }).waitFor();
    for (const n of [0, 1])
      await page
        .getByLabel(/^Select /)
        .nth(n)
        .check();
    await page
      .getByRole('region', { name: 'Selected reports' })
      .getByRole('button', { name: 'Compare' })
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  ownAddress('partners', '/partners'),
  ...Object.keys(CONSOLE_SECTIONS).map((section) =>
    section === ''
      ? ownAddress('operator', '/operator')
      : ownAddress(`operator-${section}`, `/operator/${section}`),
  ),
  unfinished('report-running', 'crawl_vehicle_parts'),
  unfinished('report-failed', 'crawl_vehicle_data_failed'),
  sectionOf('deal', 'What to bid', 'Lots like this sell for'),
  sectionOf('claim', 'Claim file', 'Claim number'),
  overReport('confirm', 'Confirm by eye'),
  overReport('photo-viewer', 'Full screen: photo 1'),
  overReport('share', 'Share'),
  overReport('add-line', 'Add a line'),
  overExport('compare-estimate', 'Compare an estimate'),
  over('edit-line', true, async (page, reports) => {
    await page.goto(`/reports/${reports[0]}`);
    await page.getByRole('heading', { name: 'Totals' }).waitFor();
    const line = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 4 }) })
      .first();
    await line.getByRole('button', { expanded: false }).first().click();
    await line.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  {
    name: 'shared',
    signedIn: true,
    whole: true,
    async arrive(page, reports) {
      await page.goto(`/reports/${reports[0]}`);
      await page.getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share this report' });
      const make = dialog.getByRole('button', { name: 'Make a link' });
      await make.or(dialog.getByLabel('Link')).first().waitFor();
      if (await make.isVisible()) await make.click();
      await page.goto(await dialog.getByLabel('Link').inputValue());
      await page.getByText(/^Shared by .* · read only$/).waitFor();
    },
  },
  {
    name: 'report-unknown',
    signedIn: true,
    whole: true,
    async arrive(page) {
      await page.goto('/reports/00000000-0000-4000-8000-000000000000');
      await page.getByRole('alert').waitFor();
    },
  },
  { ...reportOf('report', 0), picture: 'report' },
  reportOf('report-copart', 1),
  reportOf('report-iaai', 2),
  {
    ...reportOf('report-open', 0),
    async arrive(page, reports) {
      await reportOf('report', 0).arrive(page, reports);
      const open = (what: string, how: string) =>
        page.evaluate(`for (const one of document.querySelectorAll('main ${what}')) one.${how}`);
      await open('details', 'open = true');
      await open('li button[aria-expanded=false]', 'click()');
    },
  },
];

/** A part of a page that the README shows. */
export type Figure = {
  name: string;
  width: number;
  /** Pixels from its top. */
  height: number;
  arrive(page: Page, reports: readonly string[]): Promise<Locator>;
};

export const FIGURES: readonly Figure[] = [
  {
    name: 'deal',
    width: 1160,
    height: 240,
    async arrive(page, reports) {
      // The lot that is a buy: no picture says so over a total loss.
      await page.goto(`/reports/${reports[3]}`);
      const section = page.getByRole('region', { name: 'What to bid' });
      await section.getByRole('heading', { name: 'What to bid' }).click();
      await section.getByText('Lots like this sell for', { exact: true }).waitFor();
      return section;
    },
  },
  {
    name: 'board',
    width: 1300,
    height: 600,
    async arrive(page) {
      const lots = page.getByRole('table', { name: 'Your lots' });
      // A deal that was just saved is calculated once the list has asked for it.
      for (let n = 0; n < 20; n += 1) {
        await page.goto('/board');
        await lots.waitFor();
        if ((await lots.getByText('–', { exact: true }).count()) === 0) break;
        await page.waitForTimeout(1_000);
      }
      return lots;
    },
  },
];
