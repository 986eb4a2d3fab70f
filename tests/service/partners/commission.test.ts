import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, inTransaction, openDatabase } from '../../../server/db/client.ts';
import {
  enterCorrection,
  enterReturn,
  enterSale,
  issueStatement,
  payStatement,
} from '../../../server/db/partners/commission.ts';
import { verifyCommission, verifyCommissionSince } from '../../../server/db/partners/commission-check.ts';
import { findPartner } from '../../../server/db/partners/partners.ts';
import { createTestDatabase } from '../database.ts';
import { addPartner } from './add-partner.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')), { max: 4 });
});
afterAll(() => database.close());

const JUNE = new Date('2026-06-10T12:00:00Z');
const JULY = new Date('2026-07-02T12:00:00Z');

const sale = (partnerId: string, order: string, netCents: number, toldHash = order) =>
  inTransaction(database.pool, (client) =>
    enterSale(client, {
      partnerId,
      leadId: 'abcdefgh12345678',
      voucher: null,
      orderHash: order,
      orderedAt: JUNE,
      netCents,
      source: 'postback',
      toldHash,
      now: JUNE,
    }),
  );
const goesBack = (partnerId: string, order: string, part: string, netCents: number, now = JUNE) =>
  inTransaction(database.pool, (client) =>
    enterReturn(client, {
      partnerId,
      orderHash: order,
      returnHash: part,
      netCents,
      source: 'postback',
      toldHash: part,
      now,
    }),
  );
const balanceOf = async (partnerId: string) => (await findPartner(database.pool, partnerId))?.balance;

test('a sale owes its share half a cent up, and told again it owes nothing more', async () => {
  const { partner_id } = await addPartner(database.pool, { model: 'per_sale', rate_percent: 7.5 });
  expect(await sale(partner_id, 'one', 74_567)).toBe('entered');
  expect(await sale(partner_id, 'one', 74_567)).toBe('known');
  expect(await sale(partner_id, 'one', 10_000, 'otherwise')).toBe('differs');
  // 5592.525 cents.
  expect(await balanceOf(partner_id)).toBe(55.93);
});

test('a sale that went back whole, in parts, owes nothing, and no more goes back than was sold', async () => {
  const { partner_id } = await addPartner(database.pool, { model: 'per_sale', rate_percent: 3.33 });
  await sale(partner_id, 'two', 1_001);
  expect(await goesBack(partner_id, 'two', 'a', 333)).toBe('entered');
  expect(await goesBack(partner_id, 'two', 'a', 333)).toBe('known');
  expect(await goesBack(partner_id, 'two', 'b', 669)).toBe('too_much');
  expect(await goesBack(partner_id, 'two', 'c', 668)).toBe('entered');
  expect(await goesBack(partner_id, 'never sold', 'a', 1)).toBe('no_sale');
  expect(await balanceOf(partner_id)).toBe(0);
});

test('a correction is an entry of its own and takes no more than is owed', async () => {
  const { partner_id } = await addPartner(database.pool);
  await sale(partner_id, 'three', 10_000);
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT id FROM commission_ledger WHERE partner_id = $1 AND kind = 'sale'",
    [partner_id],
  );
  const correct = (commissionCents: number) =>
    inTransaction(database.pool, (client) =>
      enterCorrection(client, {
        entryId: Number(rows[0]?.id),
        commissionCents,
        note: 'agreed by phone',
        now: JUNE,
      }),
    );
  expect(await correct(-801)).toBe('too_much');
  expect(await correct(-300)).toEqual(expect.any(Number));
  // What is left of it goes back whole: the rest of its commission with it, and no cent more.
  expect(await goesBack(partner_id, 'three', 'all', 10_000)).toBe('entered');
  expect(await balanceOf(partner_id)).toBe(0);
  expect(await verifyCommission(database.pool)).toEqual([]);
});

test('a partner that pays for leads owes nothing for sales', async () => {
  const { partner_id } = await addPartner(database.pool, { model: 'per_lead', per_lead: 2.5 });
  await sale(partner_id, 'four', 50_000);
  expect(await balanceOf(partner_id)).toBe(0);
});

test('an entry is never changed, and an issued month takes none any more', async () => {
  const { partner_id } = await addPartner(database.pool);
  await sale(partner_id, 'five', 10_000);
  await expect(
    database.pool.query('UPDATE commission_ledger SET commission_cents = 0 WHERE partner_id = $1', [
      partner_id,
    ]),
  ).rejects.toThrow(/never changed/);
  await expect(
    database.pool.query('DELETE FROM commission_ledger WHERE partner_id = $1', [partner_id]),
  ).rejects.toThrow(/never changed/);

  const issue = () =>
    inTransaction(database.pool, (client) => issueStatement(client, partner_id, '2026-06-01'));
  const statement = await issue();
  expect(await issue()).toBeNull();
  // Told with a clock that is late: it stands in the month after.
  expect(await goesBack(partner_id, 'five', 'late', 5_000, JUNE)).toBe('entered');
  const { rows } = await database.pool.query(
    `SELECT period::text, sum(commission_cents)::int AS cents FROM commission_ledger WHERE partner_id = $1 GROUP BY 1 ORDER BY 1`,
    [partner_id],
  );
  expect(rows).toEqual([
    { period: '2026-06-01', cents: 800 },
    { period: '2026-07-01', cents: -400 },
  ]);
  await expect(
    database.pool.query('UPDATE partner_statements SET commission_cents = 1 WHERE id = $1', [statement]),
  ).rejects.toThrow(/never changed/);
  expect(await verifyCommission(database.pool)).toEqual([]);
});

test('a statement is paid once, and the balance is what is left', async () => {
  const { partner_id } = await addPartner(database.pool);
  await sale(partner_id, 'six', 20_000);
  const statement = await inTransaction(database.pool, (client) =>
    issueStatement(client, partner_id, '2026-06-01'),
  );
  const pay = () =>
    inTransaction(database.pool, (client) =>
      payStatement(client, statement ?? '', { note: 'transfer 7', now: JULY }),
    );
  expect(await Promise.all([pay(), pay(), pay()])).toEqual(
    expect.arrayContaining(['paid', 'known', 'known']),
  );
  expect(await balanceOf(partner_id)).toBe(0);
  expect(await verifyCommission(database.pool)).toEqual([]);
});

const ENTER = `INSERT INTO commission_ledger (partner_id, kind, order_hash, corrects_id, net_cents, rate_basis_points, commission_cents, source, period)`;
const MOVE = (cents: number) => `UPDATE partners SET balance_cents = balance_cents + ${cents} WHERE id = $1`;
/** Later than either check before. */
const LATER = "now() + interval '2 hours'";
const SALE = "(SELECT id FROM commission_ledger WHERE partner_id = $1 AND kind = 'sale' ORDER BY id LIMIT 1)";

/** Looks at the ledger with something broken in it, which is then taken back. */
async function broken(
  partnerId: string,
  breaks: readonly string[],
  look: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const takenBack = new Error('taken back');
  const breaking = inTransaction(database.pool, async (client) => {
    for (const one of breaks) await client.query(one, [partnerId]);
    await look(client);
    throw takenBack;
  });
  await expect(breaking).rejects.toBe(takenBack);
}

test.each<[string, ...string[]]>([
  ['balance equals the sum of entries', MOVE(1)],
  [
    'a sale owes its share, half a cent up',
    `${ENTER} VALUES ($1, 'sale', 'wrong', NULL, 10000, 800, 799, 'postback', '2026-07-01')`,
    MOVE(799),
  ],
  [
    'no more of a sale goes back than was sold, and nothing is owed for it by us',
    `${ENTER} SELECT $1, 'correction', NULL, ${SALE}, 0, NULL, -900, 'operator', '2026-07-01'`,
    MOVE(-900),
  ],
  [
    'a return and a correction are of an entry of the same partner',
    `${ENTER} VALUES ($1, 'return', 'none', 0, -1, NULL, 0, 'postback', '2026-07-01')`,
  ],
  [
    'a statement comes to the sum of its entries',
    `INSERT INTO partner_statements (partner_id, period, counts, commission_cents, issued_at) VALUES ($1, '2026-07-01', '{}', 5, ${LATER})`,
  ],
  [
    'a paid statement has its payment',
    `UPDATE partner_statements SET paid_at = ${LATER} WHERE partner_id = $1`,
  ],
  [
    'a payment is of one statement',
    `${ENTER} VALUES ($1, 'payment', NULL, NULL, 0, NULL, -5, 'operator', '2026-07-01')`,
    MOVE(-5),
  ],
])(
  'where this is broken the check of what is new finds it as the whole one does: %s',
  async (rule, ...breaks) => {
    const { partner_id } = await addPartner(database.pool);
    await sale(partner_id, 'seven', 10_000);
    await inTransaction(database.pool, (client) => issueStatement(client, partner_id, '2026-06-01'));
    // The check before saw the month before its statement was issued, or after.
    for (const before of [new Date(), new Date(Date.now() + 2 * 3_600_000)]) {
      expect(await verifyCommissionSince(database.pool, before)).toEqual([]);
      await broken(partner_id, breaks, async (client) => {
        const found = await verifyCommissionSince(client, before);
        expect(found).toEqual(await verifyCommission(client));
        expect(found.map((fault) => fault.rule)).toContain(rule);
      });
      expect(await verifyCommissionSince(database.pool, before)).toEqual([]);
    }
  },
);

test('what was entered just before its month was issued is looked at by the check of what is new', async () => {
  const { partner_id } = await addPartner(database.pool);
  const breaks = [
    `${ENTER} VALUES ($1, 'sale', 'wrong', NULL, 10000, 800, 799, 'postback', '2026-05-01')`,
    MOVE(799),
    `INSERT INTO partner_statements (partner_id, period, counts, commission_cents) VALUES ($1, '2026-05-01', '{}', 799)`,
  ];
  await broken(partner_id, breaks, async (client) => {
    const found = await verifyCommissionSince(client, new Date());
    expect(found.map(({ rule }) => rule)).toEqual(['a sale owes its share, half a cent up']);
  });
});
