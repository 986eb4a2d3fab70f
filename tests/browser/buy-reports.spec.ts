import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { runSite } from '../service/quota/running-site.ts';
import {
  STRIPE_API,
  STRIPE_KEY,
  type StripeEvent,
  type StripeStandIn,
  signed,
  stripeStandIn,
  WEBHOOK_SECRET,
} from '../service/quota/stripe-stand-in.ts';
import { newUser } from './fresh-user.ts';
import { BMW, test as base, endedReport, expect, pasteLot, QX60, signInAs } from './lotlens-test.ts';
import { type OwnService, startOwnService } from './own-service.ts';

/** Plans that are paid for at a stand-in of Stripe, by a service that is configured for it. */

const PLANS = [
  { id: 'pack-10', name: '10 reports', reports: 10, price: 90 },
  { id: 'month-50', name: 'Every month', reports: 50, price: 300, every: 'month' },
];

type Shop = { service: OwnService; stripe: StripeStandIn };

const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const stripe = stripeStandIn();
      const site = await runSite(stripe.listener);
      const service = await startOwnService({
        FREE_REPORTS: '1',
        PLANS: JSON.stringify(PLANS),
        STRIPE_SECRET_KEY: STRIPE_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        SOURCE_ORIGINS: JSON.stringify({ [STRIPE_API]: site.origin }),
      });
      await use({ service, stripe });
      await service.close();
      await site.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.service.origin);
  },
  user: async ({ shop }, use) => {
    await use(await newUser({ databaseUrl: shop.service.databaseUrl, freeReports: 1 }));
  },
  /** Signed in, and the one free report is used. */
  member: async ({ page, request, user }, use) => {
    await endedReport(request, await signInAs(page, user), QX60);
    await use(user);
  },
});

/** The pages of Stripe, for this browser: one that pays, one that is left. */
async function standForStripe(page: Page, { stripe }: Shop): Promise<void> {
  await page.context().route('https://*.stripe.com/**', async (route) => {
    const session = stripe.sessions.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    const body =
      session === undefined
        ? '<h1>Your plan</h1>'
        : `<h1>Checkout</h1><a href="${session.success_url}">Pay</a> <a href="${session.cancel_url}">Back</a>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
}

/** What Stripe tells the service, signed. */
async function tell(request: APIRequestContext, event: StripeEvent): Promise<void> {
  const { payload, signature } = signed(event);
  const answer = await request.post('/api/v1/payments/stripe_events', {
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    data: Buffer.from(payload),
  });
  expect(answer.status()).toBe(200);
}

const offer = (page: Page): Locator => page.getByRole('dialog', { name: 'More reports' });
const reportsLeft = (page: Page): Locator => page.getByText('Reports Left', { exact: true }).locator('..');

/** Presses a plan of the offer; answers the id of the payment page that opens. */
async function goToPay(page: Page, plan: string): Promise<string> {
  await offer(page)
    .getByRole('button', { name: `Buy ${plan}` })
    .click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

test('with no reports left a user pays for a pack from the summary, and makes the report', async ({
  memberPage: page,
  request,
  shop,
}) => {
  await standForStripe(page, shop);
  await page.goto('/reports');
  await expect(reportsLeft(page)).toContainText('0');
  await pasteLot(page, BMW);
  const summary = page.getByRole('dialog');
  await expect(summary.getByText('No reports left.')).toBeVisible();
  await summary.getByRole('button', { name: 'Get more reports' }).click();
  await expect(offer(page).getByText('The free trial is 1 report')).toBeVisible();
  await expect(offer(page).getByText('10 reports for $90')).toBeVisible();

  const session = await goToPay(page, '10 reports');
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(offer(page).getByText(/^Thank you/)).toBeVisible();
  await tell(request, shop.stripe.pay(session));
  await expect(offer(page).getByText('Reports left: 10.')).toBeVisible();
  await offer(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/reports$/);

  await pasteLot(page, BMW);
  await expect(summary.getByText('Uses 1 of your 10 reports left.')).toBeVisible();
  await summary.getByRole('button', { name: 'Generate Report' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'BMW' }).getByText('Ready')).toBeVisible({
    timeout: 60_000,
  });
  await expect(reportsLeft(page)).toContainText('9');
});

test('who leaves the payment page comes back to the plans, and nothing has changed', {
  tag: '@long',
}, async ({ memberPage: page, shop }) => {
  await standForStripe(page, shop);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Get more reports' }).click();
  await goToPay(page, '10 reports');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(offer(page).getByRole('button', { name: 'Buy 10 reports' })).toBeEnabled();
  await expect(offer(page).getByText('Reports left: 0.')).toBeVisible();
});

test('a monthly plan that runs is told, and changed on a page of Stripe', async ({
  memberPage: page,
  request,
  shop,
}) => {
  await standForStripe(page, shop);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Get more reports' }).click();
  const session = await goToPay(page, 'Every month');
  for (const event of [shop.stripe.subscribe(session), shop.stripe.month(session).paid])
    await tell(request, event);
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(offer(page).getByText('Your plan brings 50 reports a month.')).toBeVisible();
  await expect(offer(page).getByText('Reports left: 50.')).toBeVisible();
  await offer(page).getByRole('button', { name: 'Change or cancel it' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
});

test('the home page says what comes after the trial, with prices', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#trial')).toContainText('10 reports for $90 or 50 reports a month for $300.');
});
