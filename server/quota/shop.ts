import type { Plan } from '../../contract/plans/plan.ts';
import type { Config } from '../config.ts';
import { fetchAdapter } from '../web-fetch/fetch-adapter.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';

/** Where Stripe takes calls. */
const STRIPE = 'https://api.stripe.com';
const CALL_MS = 30_000;

/** A page of Stripe that the browser goes on to. */
export type PaymentPage = { id: string; url: string };

/** Plans that are paid for at Stripe; nothing of a card ever reaches us. */
export type Shop = {
  /** The payment page of a plan. The purchase's id comes back with all that Stripe tells of it, and makes a second call answer the same page. */
  openPage(purchaseId: string, plan: Plan, addresses: { bought: string; left: string }): Promise<PaymentPage>;
  /** The page on which a customer changes or cancels a monthly plan. */
  openBilling(customer: string, back: string): Promise<PaymentPage>;
  /** No month is charged any more from the next on. */
  endPlan(subscription: string): Promise<void>;
  /** What a webhook was sent, where Stripe signed these very bytes within the last minutes; throws otherwise. */
  readSigned(body: Buffer, signature: string): unknown;
};

/** The address the guarded fetch may ask for it. */
export const shopOrigins = (config: Config): string[] =>
  config.STRIPE_SECRET_KEY === undefined ? [] : [STRIPE];

/** Prices are whole cents. */
export const centsOf = ({ price }: Pick<Plan, 'price'>): number => Math.round(price * 100);

/** Stripe's checkout, where the configuration has keys for it; null otherwise. */
export async function openShop(config: Config, fetch: Pick<GuardedFetch, 'fetch'>): Promise<Shop | null> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (key === undefined || webhookSecret === undefined) return null;
  // Only here: it takes some 7 MB.
  const { default: Stripe } = await import('stripe');
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetchAdapter(fetch)),
    // The guarded fetch tries again where that is any use.
    maxNetworkRetries: 0,
    timeout: CALL_MS,
    telemetry: false,
  });
  return {
    async openPage(purchaseId, plan, { bought, left }) {
      const metadata = { purchase: purchaseId };
      const monthly = plan.every === 'month';
      const { id, url } = await stripe.checkout.sessions.create(
        {
          mode: monthly ? 'subscription' : 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: centsOf(plan),
                product_data: { name: plan.name },
                ...(monthly ? { recurring: { interval: 'month' as const } } : {}),
              },
            },
          ],
          client_reference_id: purchaseId,
          metadata,
          ...(monthly ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
          success_url: bought,
          cancel_url: left,
        },
        { idempotencyKey: purchaseId },
      );
      if (url === null) throw new Error('Stripe opened a payment page without an address');
      return { id, url };
    },
    async openBilling(customer, back) {
      const { id, url } = await stripe.billingPortal.sessions.create({ customer, return_url: back });
      return { id, url };
    },
    async endPlan(subscription) {
      await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    },
    readSigned: (body, signature) => stripe.webhooks.constructEvent(body, signature, webhookSecret),
  };
}
