import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow, rows } from '../rows.ts';

const idRow = z.object({ id: z.string() });

/** Notes that a user goes to pay for a plan, as it is now; answers the purchase's id. */
export async function insertPurchase(
  client: Queryable,
  userId: string,
  plan: { id: string; every: 'month' | null; reports: number; priceCents: number },
): Promise<string> {
  const { id } = await onlyRow(
    client,
    idRow,
    `INSERT INTO quota_purchases (user_id, plan_id, every, reports, price_cents) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [userId, plan.id, plan.every, plan.reports, plan.priceCents],
  );
  return id;
}

/** Notes the payment page that was opened for a purchase. */
export async function keepSession(client: Queryable, purchaseId: string, session: string): Promise<void> {
  await execute(client, 'UPDATE quota_purchases SET session = $2 WHERE id = $1', [purchaseId, session]);
}

const purchaseRow = z.object({
  user_id: z.string().nullable(),
  reports: z.int(),
  price_cents: int8,
  session: z.string().nullable(),
});
type Purchase = z.infer<typeof purchaseRow>;

/** A purchase by its id; null where there is none. */
export const findPurchase = (client: Queryable, id: string): Promise<Purchase | null> =>
  firstRow(
    client,
    purchaseRow,
    'SELECT user_id, reports, price_cents, session FROM quota_purchases WHERE id = $1',
    [id],
  );

/** What comes later in the life of a purchase, whatever is told first. */
const RANKS = { open: 0, failed: 1, expired: 1, paid: 2, ended: 3 } as const;
export type PurchaseState = keyof typeof RANKS;

/** Moves a purchase on to this state, never back. */
export async function movePurchase(client: Queryable, id: string, state: PurchaseState): Promise<void> {
  const earlier = Object.entries(RANKS).flatMap(([name, rank]) => (rank < RANKS[state] ? [name] : []));
  await execute(client, 'UPDATE quota_purchases SET state = $2 WHERE id = $1 AND state = ANY ($3)', [
    id,
    state,
    earlier,
  ]);
}

/** Notes Stripe's ids of the customer and the monthly plan of a purchase. */
export async function keepSubscription(
  client: Queryable,
  id: string,
  told: { customer: string | null; subscription: string | null },
): Promise<void> {
  await execute(
    client,
    'UPDATE quota_purchases SET customer = coalesce($2, customer), subscription = coalesce($3, subscription) WHERE id = $1',
    [id, told.customer, told.subscription],
  );
}

const runningRow = z.object({
  plan_id: z.string(),
  reports: z.int(),
  customer: z.string().nullable(),
  subscription: z.string().nullable(),
});
type RunningPlan = z.infer<typeof runningRow>;

/** The monthly plans of a user that go on, the newest first. */
export const listRunningPlans = (client: Queryable, userId: string): Promise<RunningPlan[]> =>
  rows(
    client,
    runningRow,
    `SELECT plan_id, reports, customer, subscription FROM quota_purchases
      WHERE user_id = $1 AND every = 'month' AND state <> 'ended' AND (state = 'paid' OR subscription IS NOT NULL)
      ORDER BY created_at DESC`,
    [userId],
  );
