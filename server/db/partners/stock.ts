import { z } from 'zod';
import {
  availabilitySchema,
  type BadRow,
  badRowSchema,
  conditionSchema,
  feedProblemSchema,
  MOST_BAD_ROWS,
  type PartnerFeed,
  partnerFeedSchema,
  type StockItem,
} from '../../../contract/partners/feed.ts';
import type { Partner } from '../../../contract/partners/partner.ts';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import { makeKeySchema } from '../../../contract/schemas/vehicle.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow, rows } from '../rows.ts';

/** States in which a partner keeps its stock up to date; offers are shown of `approved` ones alone. */
const KEEPS_STOCK: readonly Partner['state'][] = ['approved', 'paused'];
export const keepsStock = ({ state }: Pick<Partner, 'state'>): boolean => KEEPS_STOCK.includes(state);

/** An address that was asked to be read so long ago, and has not been, was lost. */
const READING_MINUTES = 30;
/** Most numbers that are told of those that were met. */
const MOST_MET = 10;

const feedRow = z.object({
  url: z.string().nullable(),
  reading: z.boolean().nullable(),
  read_at: z.date().nullable(),
  file_name: z.string().nullable(),
  outcome: partnerFeedSchema.shape.outcome,
  problem: feedProblemSchema.nullable(),
  rows_good: z.int().nullable(),
  rows_bad: z.int().nullable(),
  rows_left_out: z.int().nullable(),
  bad_rows: z.array(badRowSchema).nullable(),
  bad_reasons: partnerFeedSchema.shape.bad_reasons,
  taken_at: z.date().nullable(),
  stock: z.int(),
});

/** Where a partner's stock comes from, how its last reading went, and what of it was met in this month (UTC). */
export async function readFeedState(client: Queryable, partnerId: string, now: Date): Promise<PartnerFeed> {
  const { reading, read_at, taken_at, ...feed } = await onlyRow(
    client,
    feedRow,
    `SELECT f.url, f.asked_at > coalesce(f.read_at, '-infinity') AND f.asked_at > $2::timestamptz - make_interval(mins => $3) AS reading,
            f.read_at, f.file_name, f.outcome, f.problem, f.rows_good, f.rows_bad, f.rows_left_out, f.taken_at,
            jsonb_path_query_array(f.bad_rows, ('$[0 to ' || ($4::int - 1) || ']')::jsonpath) AS bad_rows,
            coalesce((SELECT jsonb_agg(jsonb_build_object('reason', reason, 'rows', rows) ORDER BY rows DESC, reason)
                        FROM (SELECT bad ->> 'reason' AS reason, count(*)::int AS rows
                                FROM jsonb_array_elements(f.bad_rows) AS bad GROUP BY 1) AS counted), '[]') AS bad_reasons,
            (SELECT count(*)::int FROM partner_stock s WHERE s.partner_id = p.id) AS stock
       FROM partners p LEFT JOIN partner_feeds f ON f.partner_id = p.id WHERE p.id = $1`,
    [partnerId, now, READING_MINUTES, MOST_BAD_ROWS],
  );
  return {
    ...feed,
    reading: reading ?? false,
    read_at: read_at?.toISOString() ?? null,
    taken_at: taken_at?.toISOString() ?? null,
    rows_good: feed.rows_good ?? 0,
    rows_bad: feed.rows_bad ?? 0,
    rows_left_out: feed.rows_left_out ?? 0,
    bad_rows: feed.bad_rows ?? [],
    met: await metInMonth(client, partnerId, now),
  };
}

const badRowsRow = z.object({ bad_rows: z.array(badRowSchema) });

/** All rejected rows of the last reading. */
export const readBadRows = async (client: Queryable, partnerId: string): Promise<BadRow[]> =>
  (
    await firstRow(client, badRowsRow, 'SELECT bad_rows FROM partner_feeds WHERE partner_id = $1', [
      partnerId,
    ])
  )?.bad_rows ?? [];

const sourceRow = z.object({ url: z.string().nullable(), approved_website: z.string().nullable() });

/** Where a partner's stock is read from, while it keeps one; null otherwise. */
export const findFeedSource = async (
  client: Queryable,
  partnerId: string,
): Promise<z.infer<typeof sourceRow> | null> =>
  await firstRow(
    client,
    sourceRow,
    `SELECT f.url, p.approved_website FROM partners p LEFT JOIN partner_feeds f ON f.partner_id = p.id
      WHERE p.id = $1 AND p.state = ANY($2)`,
    [partnerId, KEEPS_STOCK],
  );

/** Sets the address that stock is read from; null: none. */
export async function setFeedUrl(client: Queryable, partnerId: string, url: string | null): Promise<void> {
  await execute(
    client,
    `INSERT INTO partner_feeds (partner_id, url) VALUES ($1, $2)
     ON CONFLICT (partner_id) DO UPDATE SET url = excluded.url, asked_at = NULL`,
    [partnerId, url],
  );
}

/** Notes that a feed's address is about to be read; false where it has none. */
export const noteFeedAsked = async (client: Queryable, partnerId: string, now: Date): Promise<boolean> =>
  (await execute(client, 'UPDATE partner_feeds SET asked_at = $2 WHERE partner_id = $1 AND url IS NOT NULL', [
    partnerId,
    now,
  ])) > 0;

const dueRow = z.object({ partner_id: z.string() });

/** Partners whose address was not asked in the last 24 hours; noted as asked now. */
export async function takeDueFeeds(client: Queryable, now: Date): Promise<string[]> {
  const due = await rows(
    client,
    dueRow,
    `UPDATE partner_feeds f SET asked_at = $1 FROM partners p
      WHERE p.id = f.partner_id AND p.state = ANY($2) AND f.url IS NOT NULL
        AND coalesce(f.asked_at, '-infinity') < $1::timestamptz - interval '24 hours' RETURNING f.partner_id`,
    [now, KEEPS_STOCK],
  );
  return due.map(({ partner_id }) => partner_id);
}

const stateRow = z.object({ state: z.string() });
const heldRow = z.object({ url: z.string().nullable(), stock: z.int() });

/**
 * Holds a partner's feed for a reading to be entered, so that readings follow each other: its address and how much is held. Null
 * where it keeps no stock any more. Inside a transaction.
 */
export async function holdFeed(
  client: Queryable,
  partnerId: string,
): Promise<z.infer<typeof heldRow> | null> {
  // Whoever erases the account waits until it is entered, and deletes it then.
  const partner = await firstRow(
    client,
    stateRow,
    'SELECT state FROM partners WHERE id = $1 AND state = ANY($2) FOR KEY SHARE',
    [partnerId, KEEPS_STOCK],
  );
  if (partner === null) return null;
  await execute(client, 'INSERT INTO partner_feeds (partner_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    partnerId,
  ]);
  const { url } = await onlyRow(
    client,
    heldRow.pick({ url: true }),
    'SELECT url FROM partner_feeds WHERE partner_id = $1 FOR UPDATE',
    [partnerId],
  );
  const { stock } = await onlyRow(
    client,
    heldRow.pick({ stock: true }),
    'SELECT count(*)::int AS stock FROM partner_stock WHERE partner_id = $1',
    [partnerId],
  );
  return { url, stock };
}

/** Puts items in the place of all that a partner had. `chunks`: items as JSON, of columns named as the table's. Inside `holdFeed`'s transaction. */
export async function replaceStock(
  client: Queryable,
  partnerId: string,
  chunks: readonly string[],
): Promise<void> {
  await clearStock(client, partnerId);
  for (const chunk of chunks)
    await execute(
      client,
      `INSERT INTO partner_stock (partner_id, item, make, number, number_norm, title, condition, availability, price_cents, shipping_cents,
                                  core_charge_cents, quantity, lead_time_days, side, link)
       SELECT $1, item, make, number, number_norm, title, condition, availability, price_cents, shipping_cents,
              core_charge_cents, quantity, lead_time_days, side, link
         FROM jsonb_to_recordset($2::jsonb) AS given (item text, make text, number text, number_norm text, title text, condition text,
              availability text, price_cents bigint, shipping_cents bigint, core_charge_cents bigint, quantity int, lead_time_days int,
              side text, link text)`,
      [partnerId, chunk],
    );
}

export const clearStock = (client: Queryable, partnerId: string): Promise<number> =>
  execute(client, 'DELETE FROM partner_stock WHERE partner_id = $1', [partnerId]);

export type NotedReading = Pick<
  PartnerFeed,
  'file_name' | 'problem' | 'rows_good' | 'rows_bad' | 'rows_left_out' | 'bad_rows'
> & { outcome: 'taken' | 'refused' | 'unreachable' };

/** Notes how a reading went. */
export async function noteFeedReading(
  client: Queryable,
  partnerId: string,
  reading: NotedReading,
  now: Date,
): Promise<void> {
  await execute(
    client,
    `UPDATE partner_feeds SET read_at = $2, file_name = $3, outcome = $4, problem = $5, rows_good = $6, rows_bad = $7, rows_left_out = $8,
            bad_rows = $9, taken_at = CASE WHEN $4 = 'taken' THEN $2::timestamptz ELSE taken_at END WHERE partner_id = $1`,
    [
      partnerId,
      now,
      reading.file_name,
      reading.outcome,
      reading.problem,
      reading.rows_good,
      reading.rows_bad,
      reading.rows_left_out,
      JSON.stringify(reading.bad_rows),
    ],
  );
}

const PAGE_SIZE = 50;
/** An item of a partner's stock as it is held. */
export const stockRow = z.object({
  id: int8,
  item: z.string(),
  make: makeKeySchema,
  number: z.string(),
  title: z.string(),
  condition: conditionSchema,
  availability: availabilitySchema,
  price_cents: int8,
  shipping_cents: int8.nullable(),
  core_charge_cents: int8.nullable(),
  quantity: z.int().nullable(),
  lead_time_days: z.int().nullable(),
  side: z.enum(['left', 'right']).nullable(),
  link: z.string(),
});
/** US dollars; null stays unknown. */
export const inDollars = (cents: number | null): number | null =>
  cents === null ? null : dollarsFromCents(cents);

/** A page of a partner's stock in the order of its feed: all, or what a text finds. */
export async function listStock(
  client: Queryable,
  partnerId: string,
  { text, number, after }: { text: string; number: string; after: number },
): Promise<{ items: StockItem[]; next: number | null }> {
  const found = await rows(
    client,
    stockRow,
    `SELECT id, item, make, number, title, condition, availability, price_cents, shipping_cents, core_charge_cents, quantity,
            lead_time_days, side, link
       FROM partner_stock WHERE partner_id = $1 AND id > $2
        AND ($3 = '' OR starts_with(lower(item), lower($3)) OR strpos(lower(title), lower($3)) > 0 OR ($4 <> '' AND starts_with(number_norm, $4)))
      ORDER BY id LIMIT $5`,
    [partnerId, after, text, number, PAGE_SIZE + 1],
  );
  const shown = found.slice(0, PAGE_SIZE);
  return {
    items: shown.map(({ id: _, price_cents, shipping_cents, core_charge_cents, quantity, ...item }) => ({
      ...item,
      price: dollarsFromCents(price_cents),
      shipping: inDollars(shipping_cents),
      core_charge: inDollars(core_charge_cents),
      qty: quantity,
    })),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

const namedRow = z.object({ make: z.string().nullable(), numbers: z.array(z.string()).nullable() });

/** The OEM numbers that a report names, with the key of its make; null where it has no make of ours. */
export async function findNamedNumbers(
  client: Queryable,
  reportId: string,
): Promise<{ make: z.infer<typeof makeKeySchema>; numbers: string[] } | null> {
  const found = await firstRow(
    client,
    namedRow,
    `SELECT model #>> '{vehicle,make_key}' AS make,
            jsonb_path_query_array(model, '$.estimate.lines[*].oem_numbers[*].number') AS numbers FROM reports WHERE id = $1`,
    [reportId],
  );
  const make = makeKeySchema.safeParse(found?.make);
  return make.success ? { make: make.data, numbers: found?.numbers ?? [] } : null;
}

/** Counts for each approved partner those of these numbers that it has in stock: once for each number. */
export async function countMet(
  client: Queryable,
  { makes, numbers }: { makes: readonly string[]; numbers: readonly string[] },
  now: Date,
): Promise<void> {
  await execute(
    client,
    // In one order, so that reports that finish together never wait for each other in a ring.
    `INSERT INTO partner_met (partner_id, month, make, number_norm, reports)
     SELECT s.partner_id, date_trunc('month', $3::timestamptz AT TIME ZONE 'utc')::date, s.make, s.number_norm, 1
       FROM partner_stock s JOIN partners p ON p.id = s.partner_id AND p.state = 'approved'
      WHERE s.number_norm = ANY($2) AND s.make = ANY($1) GROUP BY s.partner_id, s.make, s.number_norm
      ORDER BY s.partner_id, s.make, s.number_norm
     ON CONFLICT (partner_id, month, make, number_norm) DO UPDATE SET reports = partner_met.reports + 1`,
    [makes, numbers, now],
  );
}

const metRow = z.object({ make: z.string(), number: z.string(), reports: z.int() });
const metSumRow = z.object({ numbers: z.int(), times: z.int() });
const THIS_MONTH = `partner_id = $1 AND month = date_trunc('month', $2::timestamptz AT TIME ZONE 'utc')::date`;

async function metInMonth(client: Queryable, partnerId: string, now: Date): Promise<PartnerFeed['met']> {
  const sums = await onlyRow(
    client,
    metSumRow,
    `SELECT count(*)::int AS numbers, coalesce(sum(reports), 0)::int AS times FROM partner_met WHERE ${THIS_MONTH}`,
    [partnerId, now],
  );
  const most = await rows(
    client,
    metRow,
    `SELECT make, number_norm AS number, reports FROM partner_met WHERE ${THIS_MONTH} ORDER BY reports DESC, make, number_norm LIMIT $3`,
    [partnerId, now, MOST_MET],
  );
  return { ...sums, most };
}
