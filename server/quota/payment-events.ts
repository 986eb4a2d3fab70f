import type pg from 'pg';
import { z } from 'zod';
import { PAYMENT_TROUBLES, type PaymentTrouble } from '../../contract/operator/payment-troubles.ts';
import { inTransaction } from '../db/client.ts';
import {
  addPayment,
  findEvent,
  isOurs,
  linkCharge,
  lockPayments,
  noteEvent,
  noteRefunded,
  settleRefund,
} from '../db/quota/payments.ts';
import { findPurchase, keepSubscription, movePurchase, type PurchaseState } from '../db/quota/purchases.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../queue/queue.ts';

/**
 * What Stripe tells, each a fact that holds in whatever order it comes and however often: what was paid, of which page or invoice
 * money is, how much of it went back in all.
 */
type Fact =
  | {
      kind: 'paid';
      purchase: string;
      /** The payment page of a pack; null: the invoice of a month. */
      session: string | null;
      reference: string;
      cents: number;
      currency: string;
      payment: string | null;
      subscription: string | null;
      customer: string | null;
    }
  | { kind: 'subscribed'; purchase: string; subscription: string | null; customer: string | null }
  | { kind: 'moved'; purchase: string; state: Exclude<PurchaseState, 'paid' | 'open'> }
  | { kind: 'linked'; payment: string; reference: string }
  | { kind: 'refunded'; payment: string; cents: number }
  | { kind: 'disputed'; payment: string };

/** An id, or the thing itself where it was asked for whole. */
const id = z.union([z.string(), z.object({ id: z.string() }).transform((whole) => whole.id)]);
const optionalId = id.nullish().transform((value) => value ?? null);
/** Ours, where it says which purchase it is of: an account of Stripe may sell other things, too. */
const metadata = z
  .object({ purchase: z.uuid() })
  .nullish()
  .catch(null)
  .transform((value) => value?.purchase ?? null);
const cents = z.int().min(0);

const sessionSchema = z.object({
  id: z.string(),
  mode: z.string(),
  payment_status: z.string(),
  amount_total: cents.nullable(),
  currency: z.string().nullable(),
  payment_intent: optionalId,
  subscription: optionalId,
  customer: optionalId,
  metadata,
});
const invoiceSchema = z.object({
  id: z.string(),
  amount_paid: cents,
  currency: z.string(),
  customer: optionalId,
  parent: z
    .object({ subscription_details: z.object({ metadata, subscription: optionalId }).nullish() })
    .nullish(),
});
const invoicePaymentSchema = z.object({
  invoice: id,
  payment: z.object({ type: z.string(), payment_intent: optionalId }),
});
const chargeSchema = z.object({ payment_intent: optionalId, amount_refunded: cents });
const disputeSchema = z.object({ payment_intent: optionalId });
const subscriptionSchema = z.object({ id: z.string(), metadata });

const eventSchema = z.object({
  id: z.string().max(255),
  type: z.string().max(255),
  data: z.object({ object: z.unknown() }),
});
type Event = z.infer<typeof eventSchema>;

/** Of the payment page of a plan. */
function factOfSession(type: string, object: unknown): Fact | null {
  const session = sessionSchema.parse(object);
  const { metadata: purchase, mode, customer, subscription } = session;
  if (purchase === null) return null;
  if (type === 'checkout.session.expired') return { kind: 'moved', purchase, state: 'expired' };
  if (type === 'checkout.session.async_payment_failed') return { kind: 'moved', purchase, state: 'failed' };
  // Months are paid by their invoices.
  if (mode === 'subscription') return { kind: 'subscribed', purchase, customer, subscription };
  // Money that comes later, as from a bank, is told by an event of its own.
  if (session.payment_status !== 'paid') return null;
  return {
    kind: 'paid',
    purchase,
    session: session.id,
    reference: session.id,
    cents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    payment: session.payment_intent,
    subscription: null,
    customer,
  };
}

function factOf({ type, data: { object } }: Event): Fact | null {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return factOfSession(type, object);
    case 'invoice.paid': {
      const { id: reference, amount_paid, currency, customer, parent } = invoiceSchema.parse(object);
      const details = parent?.subscription_details ?? null;
      if (details === null || details.metadata === null) return null;
      return {
        kind: 'paid',
        purchase: details.metadata,
        session: null,
        reference,
        cents: amount_paid,
        currency,
        payment: null,
        subscription: details.subscription,
        customer,
      };
    }
    case 'invoice_payment.paid': {
      const { invoice, payment } = invoicePaymentSchema.parse(object);
      return payment.payment_intent === null
        ? null
        : { kind: 'linked', payment: payment.payment_intent, reference: invoice };
    }
    case 'charge.refunded': {
      const { payment_intent: payment, amount_refunded } = chargeSchema.parse(object);
      return payment === null ? null : { kind: 'refunded', payment, cents: amount_refunded };
    }
    case 'charge.dispute.created': {
      const { payment_intent: payment } = disputeSchema.parse(object);
      return payment === null ? null : { kind: 'disputed', payment };
    }
    case 'customer.subscription.deleted': {
      const { metadata: purchase } = subscriptionSchema.parse(object);
      return purchase === null ? null : { kind: 'moved', purchase, state: 'ended' };
    }
    default:
      return null;
  }
}

export type PaymentTools = { pool: pg.Pool; queue: Pick<Queue, 'send'>; log: Pick<Log, 'info' | 'warn'> };

/** What became of an event; those that an operator looks into are warned of, and stand in the console. */
type Outcome = 'granted' | 'noted' | 'known' | 'not_ours' | PaymentTrouble;
const isTrouble = (outcome: string): boolean => (PAYMENT_TROUBLES as readonly string[]).includes(outcome);

/**
 * Takes an event that Stripe signed: once, all of it or nothing. Throws ZodError where it is none that Stripe documents, and what the
 * database throws: Stripe then sends it again.
 */
export async function takePaymentEvent(tools: PaymentTools, signed: unknown): Promise<Outcome> {
  const event = eventSchema.parse(signed);
  const fact = factOf(event);
  const outcome = await inTransaction(tools.pool, async (client): Promise<Outcome> => {
    await lockPayments(client);
    if ((await findEvent(client, event.id)) !== null) return 'known';
    const made = fact === null ? 'not_ours' : await apply(tools, client, fact);
    await noteEvent(client, event, made);
    return made;
  });
  const line = { event: event.id, type: event.type, outcome };
  if (isTrouble(outcome)) tools.log.warn(line, 'a payment event to look into');
  else tools.log.info(line, 'payment event');
  return outcome;
}

async function apply(tools: PaymentTools, client: pg.PoolClient, fact: Fact): Promise<Outcome> {
  if (fact.kind === 'linked') {
    await linkCharge(client, fact.payment, fact.reference);
    await settleRefund(client, fact.reference);
    return 'noted';
  }
  if (fact.kind === 'refunded') {
    const reference = await noteRefunded(client, fact.payment, fact.cents);
    if (reference !== null) await settleRefund(client, reference);
    return 'noted';
  }
  // What has been done for the money is not undone by itself: banks decide for either side.
  if (fact.kind === 'disputed') return (await isOurs(client, fact.payment)) ? 'disputed' : 'not_ours';
  const purchase = await findPurchase(client, fact.purchase);
  if (purchase === null) return 'unknown_purchase';
  if (fact.kind === 'moved') {
    await movePurchase(client, fact.purchase, fact.state);
    return 'noted';
  }
  await keepSubscription(client, fact.purchase, fact);
  if (purchase.user_id === null && fact.subscription !== null) {
    // Its account was deleted: no further month is charged.
    await tools.queue.send('end-plan', { subscription: fact.subscription }, { within: client });
  }
  if (fact.kind === 'subscribed') return 'noted';
  if (fact.currency !== 'usd' || fact.cents !== purchase.price_cents) return 'wrong_amount';
  if (fact.session !== null && purchase.session !== null && purchase.session !== fact.session)
    return 'wrong_page';
  const { reference, cents: paidCents } = fact;
  const { reports, user_id: userId } = purchase;
  const added = await addPayment(client, userId, {
    reference,
    purchaseId: fact.purchase,
    paidCents,
    reports,
  });
  await movePurchase(client, fact.purchase, 'paid');
  if (fact.payment !== null) await linkCharge(client, fact.payment, reference);
  await settleRefund(client, reference);
  return added;
}
