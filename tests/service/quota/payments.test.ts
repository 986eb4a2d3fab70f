import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { issueAccessToken } from '../../../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../../../server/accounts/tokens.ts';
import { readQuota } from '../../../server/db/accounts/quota.ts';
import { insertSession } from '../../../server/db/accounts/sessions.ts';
import { deleteUser } from '../../../server/db/accounts/users.ts';
import { inTransaction } from '../../../server/db/client.ts';
import { verifyLedger } from '../../../server/db/quota/ledger-check.ts';
import { readOverview } from '../../../server/operator/console/day.ts';
import { cancelReport } from '../../../server/reports/end-report.ts';
import { addReport, addUser, madeUpLot } from '../seed.ts';
import { startService, type TestService, until } from '../service.ts';
import { type RunningSite, runSite } from './running-site.ts';
import {
  eventOf,
  STRIPE_API,
  STRIPE_KEY,
  type StripeEvent,
  type StripeStandIn,
  signed,
  stripeStandIn,
  WEBHOOK_SECRET,
} from './stripe-stand-in.ts';

const PACK = { id: 'pack-10', name: '10 reports', reports: 10, price: 90 };
const MONTHLY = { id: 'month-5', name: '5 a month', reports: 5, price: 40, every: 'month' };

let stripe: StripeStandIn;
let site: RunningSite;
let service: TestService;
beforeAll(async () => {
  stripe = stripeStandIn();
  site = await runSite(stripe.listener);
  service = await startService(inject('databaseServer'), {
    environment: {
      PLANS: JSON.stringify([PACK, MONTHLY]),
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SOURCE_ORIGINS: JSON.stringify({ [STRIPE_API]: site.origin }),
    },
  });
});
afterAll(async () => {
  await service.close();
  await site.close();
});

type Buyer = { userId: string; token: string };
async function buyer(reports = 0): Promise<Buyer> {
  const { pool, accessSecret } = service.tools;
  const userId = await addUser(pool, reports);
  const { id: sessionId } = await insertSession(pool, {
    userId,
    userAgent: null,
    address: null,
    refreshHash: tokenHash(newToken()),
  });
  return { userId, token: await issueAccessToken(accessSecret, { userId, sessionId }, new Date()) };
}

/** Goes to pay for a plan; answers the id of the payment page. */
async function goToPay({ token }: Buyer, plan = PACK.id): Promise<string> {
  const { status, json, text } = await service.call('POST', 'quota/checkout', {
    token,
    json: { plan_id: plan },
  });
  if (status !== 200) throw new Error(text);
  return String(json.url).split('/').at(-1) ?? '';
}

async function send(event: unknown, { payload, signature } = signed(event)) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/payments/stripe_events',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
  return answer.statusCode;
}
const sendAll = async (...events: StripeEvent[]): Promise<void> => {
  for (const event of events) expect(await send(event)).toBe(200);
};
const left = async ({ userId }: Buyer): Promise<number> =>
  (await readQuota(service.tools.pool, userId)).available_reports;
const outcomeOf = async ({ id }: StripeEvent): Promise<unknown> =>
  (await service.tools.pool.query('SELECT outcome FROM payment_events WHERE id = $1', [id])).rows[0]?.outcome;
const sound = async (): Promise<void> => expect(await verifyLedger(service.tools.pool)).toEqual([]);
const paymentOf = (session: string): string => stripe.sessions.get(session)?.payment_intent ?? '';

describe('a pack', () => {
  test('is paid for on a page of Stripe that names it, its price and whose purchase it is', async () => {
    const someone = await buyer();
    const session = await goToPay(someone);
    const form = Object.fromEntries(stripe.calls.at(-1)?.form ?? []);
    expect(form).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '9000',
      'line_items[0][price_data][product_data][name]': '10 reports',
      success_url: 'http://lotlens.test/reports?quota=bought',
      cancel_url: 'http://lotlens.test/reports?quota=more',
    });
    expect(form['metadata[purchase]']).toBe(form.client_reference_id);
    expect(Object.values(form).join(' ')).not.toContain(someone.userId);
    expect(session).toMatch(/^cs_test_/);
  });

  test('adds nothing before it is paid for, and its reports once it is', async () => {
    const someone = await buyer();
    const session = await goToPay(someone);
    expect(await left(someone)).toBe(0);
    await sendAll(stripe.pay(session));
    expect(await left(someone)).toBe(10);
    await sound();
  });

  test('adds its reports once, however often and by how many events it is told', async () => {
    const someone = await buyer();
    const session = await goToPay(someone);
    const paid = stripe.pay(session);
    const again = { ...paid, id: `${paid.id}_again` };
    const sent = await Promise.all([paid, paid, again, paid, again].map((event) => send(event)));
    expect(sent).toEqual([200, 200, 200, 200, 200]);
    expect(await left(someone)).toBe(10);
    await sound();
  });

  test('paid for by bank counts when the money has come, not before', async () => {
    const someone = await buyer();
    const { left: pageLeft, paid } = stripe.payLater(await goToPay(someone));
    await sendAll(pageLeft);
    expect(await left(someone)).toBe(0);
    await sendAll(paid());
    expect(await left(someone)).toBe(10);
  });

  test('whose payment fails takes nothing away', async () => {
    const someone = await buyer(2);
    const { left: pageLeft, failed } = stripe.payLater(await goToPay(someone));
    await sendAll(pageLeft, failed(), stripe.expire(await goToPay(someone)));
    expect(await left(someone)).toBe(2);
    await sound();
  });

  test('that is not on sale, or a payment page that Stripe does not open, charges nothing', async () => {
    const { token } = await buyer();
    const unknown = await service.call('POST', 'quota/checkout', { token, json: { plan_id: 'none' } });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
  });

  test.each([
    ['another amount', { amount_total: 8_999 }, 'wrong_amount'],
    ['another currency', { currency: 'cad' }, 'wrong_amount'],
    ['another page than was opened', { id: 'cs_test_another' }, 'wrong_page'],
    ['a purchase nobody knows', { metadata: { purchase: crypto.randomUUID() } }, 'unknown_purchase'],
    ['another shop of the same account', { metadata: {} }, 'not_ours'],
  ])('paid with %s adds nothing', async (_, change, outcome) => {
    const someone = await buyer();
    const { type, data } = stripe.pay(await goToPay(someone));
    const event = eventOf(type, { ...data.object, ...change });
    await sendAll(event);
    expect(await outcomeOf(event)).toBe(outcome);
    expect(await left(someone)).toBe(0);
    await sound();
  });
});

describe('money that goes back', () => {
  test('takes the reports back, once, of a part of it whole reports only', async () => {
    const someone = await buyer();
    const session = await goToPay(someone);
    await sendAll(stripe.pay(session));
    const half = stripe.refund(paymentOf(session), 4_949);
    await sendAll(half, half);
    expect(await left(someone)).toBe(5);
    await sendAll(stripe.refund(paymentOf(session), 9_000), half);
    expect(await left(someone)).toBe(0);
    await sound();
  });

  test('told before the payment itself leaves nothing', async () => {
    const someone = await buyer(1);
    const session = await goToPay(someone);
    const paid = stripe.pay(session);
    await sendAll(stripe.refund(paymentOf(session), 9_000), paid);
    expect(await left(someone)).toBe(1);
    await sound();
  });

  test('leaves the reports that were made, and takes one that comes back unused', async () => {
    const someone = await buyer();
    const session = await goToPay(someone);
    await sendAll(stripe.pay(session));
    const { pool } = service.tools;
    const running = await addReport(pool, someone.userId, madeUpLot());
    await sendAll(stripe.refund(paymentOf(session), 9_000));
    expect(await left(someone)).toBe(0);
    await cancelReport(service.tools.requests, someone.userId, running);
    expect(await left(someone)).toBe(0);
    await sound();
  });

  test('of an earlier pack touches nothing of a later one', async () => {
    const someone = await buyer();
    const { pool, requests } = service.tools;
    const first = await goToPay(someone);
    await sendAll(stripe.pay(first));
    for (let made = 0; made < 10; made += 1) await addReport(pool, someone.userId, madeUpLot());
    await sendAll(stripe.refund(paymentOf(first), 9_000));
    await sendAll(stripe.pay(await goToPay(someone)));
    const later = await addReport(pool, someone.userId, madeUpLot());
    await cancelReport(requests, someone.userId, later);
    expect(await left(someone)).toBe(10);
    await sound();
  });
});

describe('a monthly plan', () => {
  test('adds its reports for each invoice that is paid, whatever is told first', async () => {
    const someone = await buyer();
    const session = await goToPay(someone, MONTHLY.id);
    const begun = stripe.subscribe(session);
    const [first, second] = [stripe.month(session), stripe.month(session)];
    await sendAll(first.paid, begun, first.paid, second.linked, second.paid);
    expect(await left(someone)).toBe(10);
    const { json } = await service.call('GET', 'quota/offer', { token: someone.token });
    expect(json.running).toEqual({ plan_id: MONTHLY.id, reports: 5 });
    await sound();
  });

  test('of which a month goes back loses that month, in any order of what is told', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const someone = await buyer();
      const session = await goToPay(someone, MONTHLY.id);
      await sendAll(stripe.subscribe(session));
      const { paid, linked, payment } = stripe.month(session);
      const told = [paid, linked, stripe.refund(payment, 4_000)];
      await sendAll(...order.flatMap((at) => told[at] ?? []));
      expect(await left(someone)).toBe(0);
    }
    await sound();
  });

  test('is changed and canceled on a page of Stripe, and is over when Stripe says so', async () => {
    const someone = await buyer();
    const { token } = someone;
    expect((await service.call('POST', 'quota/billing', { token })).status).toBe(404);
    const session = await goToPay(someone, MONTHLY.id);
    await sendAll(stripe.subscribe(session), stripe.month(session).paid);
    const page = await service.call('POST', 'quota/billing', { token });
    expect(page.json.url).toBe(
      `https://billing.stripe.com/p/session/${stripe.sessions.get(session)?.customer}`,
    );
    await sendAll(stripe.endSubscription(session));
    const { json } = await service.call('GET', 'quota/offer', { token });
    expect(json.running).toBeNull();
    expect(await left(someone)).toBe(5);
  });

  test('of an account that is deleted is ended at Stripe, also where that is told later', async () => {
    const someone = await buyer();
    const session = await goToPay(someone, MONTHLY.id);
    const begun = stripe.subscribe(session);
    await inTransaction(service.tools.pool, (client) => deleteUser(client, someone.userId));
    const { paid } = stripe.month(session);
    await sendAll(begun, paid);
    expect(await outcomeOf(paid)).toBe('no_account');
    const subscription = stripe.sessions.get(session)?.subscription;
    await until('the plan is ended', 60_000, async () =>
      stripe.calls.some(
        ({ path, form }) =>
          path === `/v1/subscriptions/${subscription}` && form.get('cancel_at_period_end') === 'true',
      ),
    );
    await sound();
  });
});

describe('an event', () => {
  test.each([
    ['signed by somebody else', { secret: 'whsec_another' }],
    ['signed ten minutes ago', { at: Date.now() - 600_000 }],
  ])('%s is refused', async (_, by) => {
    const someone = await buyer();
    const event = stripe.pay(await goToPay(someone));
    expect(await send(event, signed(event, by))).toBe(400);
    expect(await left(someone)).toBe(0);
  });

  test('changed on its way is refused', async () => {
    const event = stripe.pay(await goToPay(await buyer()));
    const { payload, signature } = signed(event);
    expect(await send(event, { payload: payload.replace('9000', '9001'), signature })).toBe(400);
  });

  test('of a dispute is an operator’s to look into where the payment is of ours; nothing is taken back', async () => {
    const someone = await buyer();
    const session = await goToPay(someone);
    await sendAll(stripe.pay(session));
    const dispute = (payment: string) =>
      eventOf('charge.dispute.created', { id: 'dp_1', payment_intent: payment });
    const [ours, other] = [dispute(paymentOf(session)), dispute('pi_of_another_shop')];
    await sendAll(ours, other);
    expect([await outcomeOf(ours), await outcomeOf(other)]).toEqual(['disputed', 'not_ours']);
    const troubles = (await readOverview(service.tools)).payments_to_look_into;
    expect(troubles.find(({ event_id }) => event_id === ours.id)?.trouble).toBe('disputed');
    expect(troubles.some(({ event_id }) => event_id === other.id)).toBe(false);
    expect(await left(someone)).toBe(10);
    await sound();
  });

  test('of a kind that says nothing to us is taken', async () => {
    const event = eventOf('customer.created', { id: 'cus_1', object: 'customer' });
    await sendAll(event);
    expect(await outcomeOf(event)).toBe('not_ours');
  });
});

test('neither the key nor the secret of the webhook stands in the database or an answer', async () => {
  const someone = await buyer();
  await sendAll(stripe.pay(await goToPay(someone)));
  const { rows } = await service.tools.pool.query<{ name: string }>(
    "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  for (const { name } of rows) {
    const held = await service.tools.pool.query(
      `SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%' LIMIT 1`,
      [STRIPE_KEY, WEBHOOK_SECRET],
    );
    expect([name, held.rowCount]).toEqual([name, 0]);
  }
  for (const url of ['site_info', 'quota/offer'])
    expect((await service.call('GET', url, { token: someone.token })).text).not.toMatch(/sk_test|whsec/);
});
