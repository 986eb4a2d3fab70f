import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';

/**
 * Stripe as its documentation describes it: checkout sessions and billing pages by form-encoded calls with a key, idempotency keys that
 * answer the same again for the same call, and signed events about what buyers do then.
 */

export const STRIPE_KEY = 'sk_test_madeUpForTests';
export const WEBHOOK_SECRET = 'whsec_madeUpForTests';
export const STRIPE_API = 'https://api.stripe.com';

export type StripeEvent = {
  id: string;
  object: 'event';
  type: string;
  data: { object: Record<string, unknown> };
};

type Session = {
  id: string;
  object: 'checkout.session';
  url: string;
  mode: 'payment' | 'subscription';
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  subscription: string | null;
  customer: string | null;
  success_url: string;
  cancel_url: string;
};

const idOf = (kind: string): string => `${kind}_test_${randomUUID().replaceAll('-', '')}`;
export const eventOf = (type: string, object: Record<string, unknown>): StripeEvent => ({
  id: idOf('evt'),
  object: 'event',
  type,
  data: { object },
});

/** The bytes of an event as they are sent, with their signature. */
export function signed(
  event: unknown,
  { secret = WEBHOOK_SECRET, at = Date.now() }: { secret?: string; at?: number } = {},
): { payload: string; signature: string } {
  const payload = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(at / 1000);
  return {
    payload,
    signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  };
}

/** What a buyer, or the seller, does at Stripe, as the events that it tells of it. */
export type StripeStandIn = ReturnType<typeof stripeStandIn>;

export function stripeStandIn() {
  const sessions = new Map<string, Session>();
  const answered = new Map<string, { asked: string; answer: unknown }>();
  const refunded = new Map<string, number>();
  const calls: { path: string; form: URLSearchParams }[] = [];
  const found = (id: string): Session => {
    const session = sessions.get(id);
    if (session === undefined) throw new Error(`there is no session ${id}`);
    return session;
  };

  const openSession = (form: URLSearchParams): Session => {
    const id = idOf('cs');
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      mode: form.get('mode') === 'subscription' ? 'subscription' : 'payment',
      payment_status: 'unpaid',
      status: 'open',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: form.get('client_reference_id'),
      metadata: metadataIn(form, 'metadata'),
      payment_intent: null,
      subscription: null,
      customer: null,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
    };
    sessions.set(id, session);
    return session;
  };

  const answerCall = (path: string, form: URLSearchParams): unknown => {
    if (path === '/v1/checkout/sessions') return openSession(form);
    if (path === '/v1/billing_portal/sessions')
      return { id: idOf('bps'), url: `https://billing.stripe.com/p/session/${form.get('customer')}` };
    const [, subscription] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
    return subscription === undefined ? null : { id: subscription, object: 'subscription' };
  };

  return {
    sessions,
    /** Every call that was taken. */
    calls,
    async listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const say = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      const body = await text(request);
      if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
        return say(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
      const path = request.url ?? '';
      const key = String(request.headers['idempotency-key'] ?? randomUUID());
      const before = answered.get(key);
      if (before !== undefined && before.asked !== body)
        return say(400, { error: { type: 'idempotency_error', message: 'Keys are for one call' } });
      const form = new URLSearchParams(body);
      const answer = before?.answer ?? answerCall(path, form);
      if (answer === null)
        return say(404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } });
      answered.set(key, { asked: body, answer });
      calls.push({ path, form });
      say(200, answer);
    },

    /** A pack is paid for by card. */
    pay(sessionId: string): StripeEvent {
      const session = found(sessionId);
      Object.assign(session, {
        payment_status: 'paid',
        status: 'complete',
        payment_intent: idOf('pi'),
        customer: idOf('cus'),
      });
      return eventOf('checkout.session.completed', { ...session });
    },
    /** A pack is paid for by bank: the money comes, or does not, after the page was left. */
    payLater(sessionId: string): { left: StripeEvent; paid(): StripeEvent; failed(): StripeEvent } {
      const session = Object.assign(found(sessionId), { status: 'complete', payment_intent: idOf('pi') });
      const left = eventOf('checkout.session.completed', { ...session });
      return {
        left,
        paid: () => {
          session.payment_status = 'paid';
          return eventOf('checkout.session.async_payment_succeeded', { ...session });
        },
        failed: () => eventOf('checkout.session.async_payment_failed', { ...session }),
      };
    },
    expire(sessionId: string): StripeEvent {
      const session = Object.assign(found(sessionId), { status: 'expired' });
      return eventOf('checkout.session.expired', { ...session });
    },
    /** So much of a payment goes back in all. */
    refund(payment: string, cents: number): StripeEvent {
      refunded.set(payment, cents);
      return eventOf('charge.refunded', {
        id: idOf('ch'),
        object: 'charge',
        payment_intent: payment,
        amount_refunded: cents,
      });
    },
    /** A monthly plan begins: the page is left, and its months are paid by invoices. */
    subscribe(sessionId: string): StripeEvent {
      const session = Object.assign(found(sessionId), {
        payment_status: 'paid',
        status: 'complete',
        subscription: idOf('sub'),
        customer: idOf('cus'),
      });
      return eventOf('checkout.session.completed', { ...session });
    },
    /** One month of it: the invoice, and of which payment its money is. */
    month(sessionId: string, amount?: number): { paid: StripeEvent; linked: StripeEvent; payment: string } {
      const { subscription, customer, metadata, amount_total, currency } = found(sessionId);
      const [invoice, payment] = [idOf('in'), idOf('pi')];
      return {
        payment,
        paid: eventOf('invoice.paid', {
          id: invoice,
          object: 'invoice',
          amount_paid: amount ?? amount_total,
          currency,
          customer,
          billing_reason: 'subscription_cycle',
          parent: { type: 'subscription_details', subscription_details: { metadata, subscription } },
        }),
        linked: eventOf('invoice_payment.paid', {
          id: idOf('inpay'),
          object: 'invoice_payment',
          invoice,
          amount_paid: amount ?? amount_total,
          payment: { type: 'payment_intent', payment_intent: payment },
        }),
      };
    },
    endSubscription(sessionId: string): StripeEvent {
      const { subscription, metadata } = found(sessionId);
      return eventOf('customer.subscription.deleted', { id: subscription, object: 'subscription', metadata });
    },
  };
}

/** `metadata[purchase]=…` of a form. */
function metadataIn(form: URLSearchParams, name: string): Record<string, string> {
  const pairs = [...form].flatMap(([key, value]) => {
    const [, field] = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key) ?? [];
    return field === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(pairs);
}
