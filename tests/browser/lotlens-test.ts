import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type Locator,
  type Page,
} from '@playwright/test';
import { copyReportTo } from './copied-report.ts';
import {
  endOfReport,
  keepTokens,
  newUser,
  startReport,
  type Tokens,
  tokensOf,
  type User,
} from './fresh-user.ts';
import { expect } from './patient-expect.ts';

export const BMW = 'https://bid.cars/en/lot/1-90000001/';
export const BMW_NAME = '2014 BMW 3 Series 328I';
export const QX60 = 'https://www.copart.com/lot/90000002';
export const Q50 = 'https://www.iaai.com/VehicleDetail/90000003~US';

/** Someone with a finished report of the BMW sample. Only read by tests: they share it. */
export type Reader = { user: User; reportId: string };

type PerTest = {
  /** A page with cookies and storage of its own, where nobody is signed in. */
  stranger: Page;
  /** Every test fails on a page error or a breach of the content security policy, whatever it looks at. */
  watch: undefined;
  /** A new verified account. */
  user: User;
  /** A new verified account, signed in on `page`. */
  member: User;
  /** `page`, signed in as somebody new. */
  memberPage: Page;
  /** The page of a finished report of one's own, which nobody else reads: it may be edited. A copy of the reader's. */
  own: Page;
};
type PerWorker = { reader: Reader };

/** An address of our own per test: the service counts calls by it. */
const anyAddress = (): string => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 254) + 1).join('.')}`;

export const test = base.extend<PerTest, PerWorker>({
  extraHTTPHeaders: async ({ browserName: _ }, use) => {
    await use({ 'x-forwarded-for': anyAddress() });
  },
  watch: [
    async ({ context }, use) => {
      const faults: string[] = [];
      await watchContext(context, faults);
      await use(undefined);
      // An answer still held when its test ends would fail the next test of this worker.
      for (const routed of [context, ...context.pages()])
        await routed.unrouteAll({ behavior: 'ignoreErrors' });
      expect(faults, 'page errors and breaches of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
  stranger: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
  user: async ({ browserName: _ }, use) => {
    await use(await newUser());
  },
  member: async ({ page, request, user }, use) => {
    await keepTokens(page, user, await tokensOf(request, user));
    await use(user);
  },
  memberPage: async ({ page, member: _ }, use) => {
    await use(page);
  },
  own: async ({ page, user, reader }, use) => {
    await signInAs(page, user);
    await openReport(page, await copyReportTo(user, reader.reportId));
    await use(page);
  },
  reader: [
    async ({ playwright }, use, info) => {
      const request = await playwright.request.newContext({
        ...(info.project.use.baseURL === undefined ? {} : { baseURL: info.project.use.baseURL }),
        extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
      });
      const user = await newUser();
      const tokens = await tokensOf(request, user);
      const reportId = await endedReport(request, tokens, BMW);
      await use({ user, reportId });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});
export { expect };

async function watchContext(context: BrowserContext, faults: string[]): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Content Security Policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(error.error().message));
}

/** Signs a page in as someone who already has an account; tokens of its own. */
export async function signInAs(page: Page, user: User): Promise<Tokens> {
  const tokens = await tokensOf(page.request, user);
  await keepTokens(page, user, tokens);
  return tokens;
}

/** A press, a choice, and the answer of the service to the change. */
export async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await act();
  expect((await answer).status()).toBe(200);
}

/** Pastes a lot link into the field of the page and sends it by Enter. */
export async function pasteLot(page: Page, link: string): Promise<void> {
  await isLive(page);
  await page.getByLabel('Auction lot link').fill(link);
  await page.keyboard.press('Enter');
}

/** A sample lot that is gone. */
export const GONE = 'https://www.copart.com/lot/90000005';

/** From a lot that is gone to entry by hand, a QX60 with rear end damage; answers the dialog, still to be sent. */
export async function enterByHand(page: Page): Promise<Locator> {
  await pasteLot(page, GONE);
  await page.getByRole('button', { name: 'Enter by hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter the vehicle by hand' });
  await dialog.getByLabel('Year').fill('2015');
  await dialog.getByLabel('Make').selectOption({ label: 'Infiniti' });
  await dialog.getByLabel('Model').fill('QX60');
  await dialog.getByLabel('Primary damage').selectOption({ label: 'Rear end' });
  return dialog;
}

/** Waits until the page's script has taken it over: what is pressed or dropped before may be lost. */
export async function isLive(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /Get report/ }).first()).toBeEnabled();
}

/** Holds the start of a report on its way, as long as a test looks at what is shown meanwhile; answers how to let it go. */
export async function holdStart(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/auction/process_report', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a finished report and waits until all of it stands: what comes late would move what a test presses. */
export async function openReport(page: Page, id: string): Promise<void> {
  await page.goto(`/reports/${id}`);
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Parts' })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Makes a report of a lot to its end; answers its id. */
export async function endedReport(request: APIRequestContext, tokens: Tokens, link: string): Promise<string> {
  const id = await startReport(request, tokens, link);
  expect(await endOfReport(request, tokens, id)).toBe('finished');
  return id;
}
