import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { readQuota } from '../../../server/db/accounts/quota.ts';
import { insertPurchase } from '../../../server/db/quota/purchases.ts';
import { askForReports } from '../../../server/quota/ask.ts';
import { addUser } from '../seed.ts';
import { seeded } from '../seeded.ts';
import { type LedgerAct, queue } from './ledger-acts.ts';
import { eventOf } from './stripe-stand-in.ts';

/** What happens to the quota of one account, in random order, and what must have come of it. */
export type LedgerSchedule = { acts: LedgerAct[]; check(): Promise<void> };

/** Purchases, months, refunds, grants and reports of a new account; events come several times. */
export async function ledgerSchedule(pool: pg.Pool, seed: number): Promise<LedgerSchedule> {
  const random = seeded(seed);
  const userId = await addUser(pool, random.below(3));
  const acts: LedgerAct[] = [];
  const owedOf = new Map<string, { reports: number; owed: number }>();
  const tell = (type: string, object: Record<string, unknown>): void => {
    const event = eventOf(type, object);
    for (let times = 1 + random.below(3); times > 0; times -= 1) acts.push({ kind: 'event', event });
  };
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const [reports, priceCents] = [1 + random.below(10), 100 * (1 + random.below(90))];
    const monthly = random.next() < 0.4;
    const plan = { id: 'any', every: monthly ? ('month' as const) : null, reports, priceCents };
    const purchase = await insertPurchase(pool, userId, plan);
    const [reference, payment] = [`${monthly ? 'in' : 'cs'}_${randomUUID()}`, `pi_${randomUUID()}`];
    const paid = { id: reference, currency: 'usd', customer: 'cus_1' };
    if (monthly) {
      const parent = { subscription_details: { metadata: { purchase }, subscription: 'sub_1' } };
      tell('invoice.paid', { ...paid, amount_paid: priceCents, parent });
      tell('invoice_payment.paid', {
        invoice: reference,
        payment: { type: 'payment_intent', payment_intent: payment },
      });
    } else
      tell('checkout.session.completed', {
        ...paid,
        mode: 'payment',
        payment_status: 'paid',
        amount_total: priceCents,
        payment_intent: payment,
        metadata: { purchase },
      });
    let refunded = 0;
    while (random.next() < 0.4) {
      refunded = Math.min(priceCents, refunded + 1 + random.below(priceCents));
      tell('charge.refunded', { payment_intent: payment, amount_refunded: refunded });
    }
    owedOf.set(reference, { reports, owed: Math.floor((reports * refunded) / priceCents) });
  }
  for (let count = random.below(6); count > 0; count -= 1)
    acts.push({ kind: 'report', userId, reportId: randomUUID(), comesBack: random.next() < 0.5 });
  const asked = random.next() < 0.5 ? 1 + random.below(5) : 0;
  if (asked > 0) {
    await askForReports({ pool, queue, operatorEmail: 'sales@example.test' }, userId, {
      reports: asked,
      reason: 'A sale',
    });
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM quota_requests WHERE user_id = $1', [
      userId,
    ]);
    // Pressed twice: the second finds it answered.
    for (const { id: requestId } of [...rows, ...rows]) acts.push({ kind: 'grant', requestId });
  }
  return {
    acts: Array.from({ length: acts.length }, () => acts.splice(random.below(acts.length), 1)).flat(),
    async check() {
      const { rows } = await pool.query<{ reference: string; reports: number; owed: number }>(
        `SELECT p.reference, p.reports, p.owed FROM quota_payments p JOIN quota_purchases q ON q.id = p.purchase_id
          WHERE q.user_id = $1`,
        [userId],
      );
      const kept = rows.map(({ reference, reports, owed }) => [reference, { reports, owed }] as const);
      expect(new Map(kept.toSorted())).toEqual(new Map([...owedOf].toSorted()));
      const granted = await pool.query<{ sum: number }>(
        "SELECT coalesce(sum(amount), 0)::int AS sum FROM quota_ledger WHERE user_id = $1 AND reason = 'asked for'",
        [userId],
      );
      expect(granted.rows[0]?.sum).toBe(asked);
      expect((await readQuota(pool, userId)).available_reports).toBeGreaterThanOrEqual(0);
    },
  };
}
