import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { seeded } from '../seeded.ts';
import { addPartner } from './add-partner.ts';
import type { CommissionAct } from './commission-acts.ts';

/** What happens to one partner, in random order, and what must have come of it. */
export type CommissionSchedule = { acts: CommissionAct[]; check(): Promise<void> };

const MAY = Date.parse('2026-05-12T08:00:00Z');
const JUNE = Date.parse('2026-06-12T08:00:00Z');
const MONTHS = ['2026-05-01', '2026-06-01'];

/** Sales, returns, corrections, statements and payments of a new partner; each is told several times. */
export async function commissionSchedule(pool: pg.Pool, seed: number): Promise<CommissionSchedule> {
  const random = seeded(seed);
  const perLead = random.next() < 0.25;
  const ratePercent = (1 + random.below(3_000)) / 100;
  const { partner_id: partnerId } = await addPartner(
    pool,
    perLead ? { model: 'per_lead', per_lead: 1.25 } : { model: 'per_sale', rate_percent: ratePercent },
  );
  const acts: CommissionAct[] = [];
  const tell = (act: CommissionAct): void => {
    for (let times = 1 + random.below(3); times > 0; times -= 1) acts.push(act);
  };
  const sold = new Map<string, number>();
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const [orderHash, netCents] = [randomUUID(), 1 + random.below(500_000)];
    sold.set(orderHash, netCents);
    const at = random.pick([MAY, JUNE]);
    tell({ kind: 'sale', partnerId, orderHash, netCents, toldHash: orderHash, at });
    let left = netCents;
    while (left > 0 && random.next() < 0.4) {
      const part = 1 + random.below(left);
      left -= part;
      const returnHash = randomUUID();
      tell({
        kind: 'return',
        partnerId,
        orderHash,
        returnHash,
        netCents: part,
        toldHash: returnHash,
        at: JUNE,
      });
    }
    if (random.next() < 0.3)
      tell({
        kind: 'correct',
        partnerId,
        orderHash,
        commissionCents: random.below(2_000) - 1_000,
        note: randomUUID(),
        at: JUNE,
      });
  }
  for (const period of MONTHS) {
    if (random.next() < 0.6) tell({ kind: 'issue', partnerId, period });
    if (random.next() < 0.5) tell({ kind: 'pay', partnerId, period, at: JUNE });
  }
  return {
    acts: Array.from({ length: acts.length }, () => acts.splice(random.below(acts.length), 1)).flat(),
    async check() {
      const { rows } = await pool.query<{ order_hash: string; net: number; count: number }>(
        `SELECT order_hash, sum(net_cents)::int AS net, count(*)::int AS count FROM commission_ledger
          WHERE partner_id = $1 AND kind = 'sale' GROUP BY order_hash`,
        [partnerId],
      );
      expect(new Map(rows.map(({ order_hash, net }) => [order_hash, net] as const).toSorted())).toEqual(
        new Map([...sold].toSorted()),
      );
      for (const { count } of rows) expect(count).toBe(1);
    },
  };
}
