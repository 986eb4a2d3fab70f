import { z } from 'zod';
import { PAYMENT_TROUBLES, paymentTroubleSchema } from '../../../contract/operator/payment-troubles.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow, rows } from '../rows.ts';

/** Lets one process at a time work on payments, until its transaction ends: what Stripe tells of one payment may come at once. */
export async function lockPayments(client: Queryable): Promise<void> {
  await execute(client, "SELECT pg_advisory_xact_lock(hashtextextended('payments', 0))");
}

/** Notes an event of Stripe; false where it was taken before. */
export async function noteEvent(
  client: Queryable,
  event: { id: string; type: string },
  outcome: string,
): Promise<boolean> {
  const noted = await execute(
    client,
    'INSERT INTO payment_events (id, type, outcome) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [event.id, event.type, outcome],
  );
  return noted === 1;
}

const eventRow = z.object({ outcome: z.string() });

/** What came of an event that was taken; null of any other. */
export const findEvent = async (client: Queryable, id: string): Promise<string | null> =>
  (await firstRow(client, eventRow, 'SELECT outcome FROM payment_events WHERE id = $1', [id]))?.outcome ??
  null;

const troubleRow = z.object({ id: z.string(), outcome: paymentTroubleSchema, received_at: z.date() });

/** The newest 50 events of the last 30 days that an operator looks into. */
export const listPaymentTroubles = (client: Queryable): Promise<z.infer<typeof troubleRow>[]> =>
  rows(
    client,
    troubleRow,
    `SELECT id, outcome, received_at FROM payment_events
      WHERE outcome = ANY ($1) AND received_at > now() - interval '30 days' ORDER BY received_at DESC, id LIMIT 50`,
    [PAYMENT_TROUBLES],
  );

type Payment = { reference: string; purchaseId: string; paidCents: number; reports: number };

/**
 * Notes a payment and adds its reports to the balance of `userId`, once: `known` where it was noted before. Nobody's (null): the
 * account is gone, and the payment brings nothing.
 */
export async function addPayment(
  client: Queryable,
  userId: string | null,
  payment: Payment,
): Promise<'granted' | 'no_account' | 'known'> {
  // The account first, as whoever ends a report does.
  const present =
    userId !== null &&
    (await execute(client, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId])) === 1;
  const noted = await execute(
    client,
    `INSERT INTO quota_payments (reference, purchase_id, paid_cents, reports) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [payment.reference, payment.purchaseId, payment.paidCents, present ? payment.reports : 0],
  );
  if (noted === 0) return 'known';
  if (!present) return 'no_account';
  await execute(client, 'UPDATE users SET available_reports = available_reports + $2 WHERE id = $1', [
    userId,
    payment.reports,
  ]);
  await execute(
    client,
    `INSERT INTO quota_ledger (user_id, kind, amount, reason, payment) VALUES ($1, 'purchase', $2, 'paid', $3)`,
    [userId, payment.reports, payment.reference],
  );
  return 'granted';
}

/** Notes which page or invoice the money of a payment is of. */
export async function linkCharge(client: Queryable, payment: string, reference: string): Promise<void> {
  await execute(
    client,
    `INSERT INTO payment_charges (payment, reference) VALUES ($1, $2)
     ON CONFLICT (payment) DO UPDATE SET reference = coalesce(payment_charges.reference, excluded.reference)`,
    [payment, reference],
  );
}

/** Whether the money of a payment is of a page or invoice of ours. */
export const isOurs = async (client: Queryable, payment: string): Promise<boolean> =>
  (await execute(client, 'SELECT 1 FROM payment_charges WHERE payment = $1 AND reference IS NOT NULL', [
    payment,
  ])) === 1;

const referenceRow = z.object({ reference: z.string().nullable() });

/** Notes how much of a payment has gone back in all: of several tellings the largest is the newest. Answers what it is of, if that is known. */
export async function noteRefunded(
  client: Queryable,
  payment: string,
  cents: number,
): Promise<string | null> {
  const { reference } = await onlyRow(
    client,
    referenceRow,
    `INSERT INTO payment_charges (payment, refunded_cents) VALUES ($1, $2)
     ON CONFLICT (payment) DO UPDATE SET refunded_cents = greatest(payment_charges.refunded_cents, excluded.refunded_cents)
     RETURNING reference`,
    [payment, cents],
  );
  return reference;
}

const refundedRow = z.object({
  user_id: z.string().nullable(),
  reports: z.int(),
  paid_cents: int8,
  refunded_cents: int8,
});

/** Takes back the reports of the money of a payment that went back, as far as both are known by now and the balance reaches. */
export async function settleRefund(client: Queryable, reference: string): Promise<void> {
  const payment = await firstRow(
    client,
    refundedRow,
    `SELECT q.user_id, p.reports, p.paid_cents,
            (SELECT coalesce(sum(c.refunded_cents), 0)::bigint FROM payment_charges c WHERE c.reference = p.reference) AS refunded_cents
       FROM quota_payments p JOIN quota_purchases q ON q.id = p.purchase_id WHERE p.reference = $1`,
    [reference],
  );
  if (payment === null || payment.user_id === null) return;
  const { user_id: userId, reports, paid_cents: paid, refunded_cents: refunded } = payment;
  await execute(client, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  // Of a part of the money, whole reports only.
  const owed = Math.floor((reports * Math.min(refunded, paid)) / paid);
  const more = await execute(
    client,
    'UPDATE quota_payments SET owed = $2, refunded_at = clock_timestamp() WHERE reference = $1 AND owed < $2',
    [reference, owed],
  );
  if (more === 1) await takeBack(client, userId, { reference });
}

const owedRow = z.object({ reference: z.string(), owed: z.int(), available: z.int() });

/**
 * Takes back what is owed for a refunded payment as far as the balance reaches; or, of a report that has come back, that one, where it
 * was taken before the money went back: what was bought since is not touched. The user's row is locked.
 */
export async function takeBack(
  client: Queryable,
  userId: string,
  of: { reference: string } | { reportId: string },
): Promise<void> {
  const [narrowed, value] =
    'reference' in of
      ? ['p.reference = $2', of.reference]
      : [
          "p.refunded_at >= (SELECT l.created_at FROM quota_ledger l WHERE l.report_id = $2::uuid AND l.kind = 'reserve')",
          of.reportId,
        ];
  const owing = await firstRow(
    client,
    owedRow,
    `SELECT p.reference, p.owed - p.taken_back AS owed, u.available_reports AS available
       FROM quota_payments p JOIN quota_purchases q ON q.id = p.purchase_id JOIN users u ON u.id = q.user_id
      WHERE q.user_id = $1 AND p.owed > p.taken_back AND ${narrowed} ORDER BY p.refunded_at, p.reference LIMIT 1`,
    [userId, value],
  );
  const most = 'reference' in of ? Number.POSITIVE_INFINITY : 1;
  const taken = owing === null ? 0 : Math.min(owing.owed, owing.available, most);
  if (owing === null || taken === 0) return;
  await execute(client, 'UPDATE users SET available_reports = available_reports - $2 WHERE id = $1', [
    userId,
    taken,
  ]);
  await execute(client, 'UPDATE quota_payments SET taken_back = taken_back + $2 WHERE reference = $1', [
    owing.reference,
    taken,
  ]);
  await execute(
    client,
    `INSERT INTO quota_ledger (user_id, kind, amount, reason, payment) VALUES ($1, 'take_back', $2, 'money returned', $3)`,
    [userId, -taken, owing.reference],
  );
}
