import type pg from 'pg';
import { addPartner } from '../../tests/service/partners/add-partner.ts';
import { addUser, madeUpLot } from '../../tests/service/seed.ts';

/**
 * One account that grows and many that stay, made by the database itself. Report n of the account was begun 3 minutes before
 * report n − 1, so that a day holds the same many at every size; a part failed, was cancelled, or is archived. Models are small:
 * no list opens one. Beside each report stand its lot, its step, its event and its moves in the ledger; a tenth as many messages,
 * mails, idempotency keys and operators' notes; a partner has as many leads, in months that are issued, and a thousand in this one.
 */
export type Account = { userId: string; webhookId: string; partnerId: string };

/** Sets of the account's rows come in pieces, so that no statement holds them all. */
const PIECE = 50_000;

const car = (n: string) =>
  `(2005 + ${n} % 20) || ' ' || (ARRAY['TOYOTA CAMRY', 'HONDA CIVIC', 'FORD F-150', 'BMW 330I', 'KIA SOUL', 'AUDI Q5', 'TESLA MODEL 3'])[1 + ${n} % 7] || ' ' || (ARRAY['SE', 'LE', 'SPORT', 'BASE'])[1 + ${n} % 4]`;
const make = (n: string) => `(ARRAY['Toyota', 'Honda', 'Ford', 'BMW', 'Kia', 'Audi', 'Tesla'])[1 + ${n} % 7]`;
/** Ends in year, plant and a serial number of six digits, as VINs do. */
const vin = (n: string) =>
  `'4T1' || upper(substr(md5('vin' || ${n}), 1, 6)) || 'HU' || lpad((${n}::bigint * 7919 % 1000000)::text, 6, '0')`;
export const vinEndOf = (lot: number): string => `HU${String((lot * 7919) % 1_000_000).padStart(6, '0')}`;
/** Lots of the account and of the others have numbers of their own. */
export const LOT_NUMBERS = 40_000_000;

/** Of a thousand reports this one has its lot whole: what is read later is compared with it. */
export const WATCHED = 77;

/** Reports with what stands beside each; `from` has their `n`, `lot` and `user_id`. What they were charged is granted. */
const reportsOf = (from: string) => `
  WITH made AS (
    INSERT INTO reports (user_id, lot_key, url, model_name, vin, lot_number, make_name, mileage, body_type, status, message,
                         error_code, total_cost_cents, model, claimable_at, last_claimed_at, created_at, finished_at, archived_at, tag)
    SELECT user_id, 'copart:' || lot, 'https://www.copart.com/lot/' || lot, ${car('n')}, ${vin('lot')}, lot::text, ${make('n')},
           n % 200000, 'SEDAN 4D', CASE WHEN error IS NULL THEN 'finished' ELSE 'download_images_failed' END, '', error,
           CASE WHEN error IS NULL THEN 100000 + (n::bigint * 7919) % 1500000 END,
           CASE WHEN error IS NULL THEN jsonb_build_object(
             'headline', jsonb_build_object('repair', jsonb_build_object('low', (n * 31) % 9000, 'likely', (n * 31) % 9000 + 500, 'high', (n * 31) % 9000 + 900),
                                            'repair_to_value', jsonb_build_object('likely', ((n * 13) % 900) / 1000.0)),
             'total_loss', jsonb_build_object('verdict', (ARRAY['repairable', 'depends_on_salvage', 'too_close', 'total_loss'])[1 + n % 4]),
             'lot', CASE WHEN n % 1000 = ${WATCHED} THEN '${JSON.stringify(madeUpLot())}'::jsonb ELSE '{}' END
                || jsonb_build_object('url', 'https://www.copart.com/lot/' || lot, 'sale_date', to_char(begun, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
             'examined', jsonb_build_object('photos_total', 12, 'photos_examined', 8)) END,
           NULL, begun, begun, begun + interval '1 minute', CASE WHEN n % 3 = 0 THEN now() END, CASE WHEN n % 10 = 0 THEN 'Monday sale' END
      FROM (SELECT n, lot, user_id, now() - n * interval '3 minutes' AS begun,
                   CASE WHEN n % 8 = 0 THEN 'lot_not_found' WHEN n % 13 = 0 THEN 'cancelled' END AS error FROM ${from}) r
    RETURNING *),
  granted AS (
    INSERT INTO quota_ledger (user_id, kind, amount, reason)
    SELECT user_id, 'grant', count(*), 'test' FROM made WHERE error_code IS NULL GROUP BY user_id),
  moved AS (
    INSERT INTO quota_ledger (user_id, report_id, kind, amount, reason, created_at)
    SELECT user_id, id, kind, amount, 'report', created_at FROM made CROSS JOIN LATERAL (
      VALUES ('reserve', -1), (CASE WHEN error_code IS NULL THEN 'settle' ELSE 'refund' END, CASE WHEN error_code IS NULL THEN 0 ELSE 1 END)) m (kind, amount)),
  of_lots AS (
    INSERT INTO lots (key, site, lot_number, origin, lot, read_at, look_at)
    SELECT lot_key, 'copart', lot_number, 'fetched', '{}', created_at, now() + interval '80 days' FROM made),
  steps AS (
    INSERT INTO report_steps (report_id, step, status, attempt, output, finished_at)
    SELECT id, 'create_task', 'done', 1, '{}', finished_at FROM made),
  changes AS (
    INSERT INTO lot_changes (report_id, fact, after, source, read_at)
    SELECT id, 'sale_date', '2026-12-01', 'copart', now() FROM made WHERE lot_number LIKE '%00'),
  events AS (
    -- Half a second apart: a week's worth, which live events are kept, is more than the largest account.
    INSERT INTO report_events (user_id, seq, report_id, payload, created_at)
    SELECT user_id, seq, id, jsonb_build_object('type', 'status', 'seq', seq, 'report_id', id, 'task_id', task_id, 'status', status, 'progress', 1,
             'label', '', 'message', '', 'date', '2026-01-01T00:00:00.000Z', 'total_cost', NULL, 'body_type', NULL), now() - seq * interval '0.5 seconds'
      FROM (SELECT made.*, u.event_seq + row_number() OVER (PARTITION BY u.id ORDER BY made.created_at DESC) AS seq
              FROM made JOIN users u ON u.id = made.user_id) m)
  UPDATE users SET event_seq = event_seq + made.n FROM (SELECT user_id, count(*) AS n FROM made GROUP BY user_id) made WHERE users.id = made.user_id`;

/** `count` verified accounts with one report each, and as many messages, mails and notes as if they were one. */
export async function fillOthers(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO users (email, email_key, password_hash, first_name, last_name, verified_at, created_at)
     SELECT 'other' || n || '@example.test', 'other' || n || '@example.test', 'none', 'Other', 'Person ' || n, now(), now() - n * interval '3 minutes'
       FROM generate_series(1, $1::int) n`,
    [count],
  );
  const reports = reportsOf(
    '(SELECT n, 80000000 + n AS lot, id AS user_id FROM (SELECT row_number() OVER () AS n, id FROM users) u) u',
  );
  await withoutIndexes(pool, count, async () => {
    await pool.query(reports);
  });
  const neighbor = await addAccount(pool, 'neighbor@example.test');
  await addBeside(pool, neighbor.userId, neighbor.webhookId, 1, count);
}

export async function addAccount(pool: pg.Pool, email = 'growing@example.test'): Promise<Account> {
  const userId = await addUser(pool, 1_000, email);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO webhooks (id, user_id, url, events, sealed_secret, key_version)
     VALUES (gen_random_uuid(), $1, 'https://example.test/hook', '{report.finished}', '', 1) RETURNING id`,
    [userId],
  );
  const [webhook] = rows;
  if (!webhook) throw new Error('no webhook');
  const { partner_id } = await addPartner(pool, { model: 'per_lead', per_lead: 1 });
  return { userId, webhookId: webhook.id, partnerId: partner_id };
}

/** Tables whose indexes are made anew after many rows at once: row by row they would take most of the time. */
const FILLED = ['reports', 'quota_ledger', 'report_events', 'lots', 'commission_ledger'];
const MANY = 20_000;

/** Runs `work`, of so many rows, and has every index of the filled tables as the migrations made it afterward. */
async function withoutIndexes(pool: pg.Pool, count: number, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; made: string; sampled: string[] }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made,
            ARRAY(SELECT format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget)
                    FROM pg_attribute WHERE attrelid = indexrelid AND attstattarget > 0) AS sampled
       FROM pg_index i
      WHERE indrelid::regclass::text = ANY ($1) AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [FILLED],
  );
  const dropped = count < MANY ? [] : rows;
  for (const { name } of dropped) await pool.query(`DROP INDEX ${name}`);
  await work();
  for (const { made, sampled } of dropped)
    for (const statement of [made, ...sampled]) await pool.query(statement);
}

/** Lets the account have `to` reports where it has `from`. */
export async function growAccount(
  pool: pg.Pool,
  { userId, webhookId, partnerId }: Account,
  from: number,
  to: number,
): Promise<void> {
  const reports = reportsOf(
    `(SELECT n, ${LOT_NUMBERS} + n AS lot, $1::uuid AS user_id FROM generate_series($2::int, $3::int) n) s`,
  );
  await withoutIndexes(pool, to - from, async () => {
    for (let first = from + 1; first <= to; first += PIECE)
      await pool.query(reports, [userId, first, Math.min(to, first + PIECE - 1)]);
    await addLeads(pool, partnerId, from, to);
  });
  await addBeside(pool, userId, webhookId, from / 10 + 1, to / 10);
  await pool.query('VACUUM (ANALYZE)');
}

/** Leads of a partner from one number to the next: a month that is issued. With the first ones come those of this month. */
async function addLeads(pool: pg.Pool, partnerId: string, from: number, to: number): Promise<void> {
  const enter = (month: string) =>
    `INSERT INTO commission_ledger (partner_id, kind, lead_id, commission_cents, source, period)
     SELECT $1, 'lead', 'lead ' || n, 100, 'service', ${month} FROM generate_series($2::int, $3::int) n`;
  const issued = "(date '2020-01-01' + $4::int * interval '1 month')::date";
  const month = Math.round(Math.log10(to));
  await pool.query(enter(issued), [partnerId, from + 1, to, month]);
  await pool.query(
    `INSERT INTO partner_statements (partner_id, period, counts, commission_cents, issued_at)
     VALUES ($1, ${issued}, '{}', 100 * ($3::int - $2::int), '2020-01-01')`,
    [partnerId, from, to, month],
  );
  if (from === 0)
    await pool.query(enter("date_trunc('month', now() AT TIME ZONE 'utc')::date"), [partnerId, -999, 0]);
  await pool.query('UPDATE partners SET balance_cents = balance_cents + 100 * $2::int WHERE id = $1', [
    partnerId,
    to - from + (from === 0 ? 1_000 : 0),
  ]);
}

/** What an account leaves behind that tidying up takes away in time; `first` to `last` of each. */
async function addBeside(
  pool: pg.Pool,
  userId: string,
  webhookId: string,
  first: number,
  last: number,
): Promise<void> {
  const numbers = [first, last];
  await pool.query(
    `WITH m AS (
       INSERT INTO webhook_messages (webhook_id, type, payload, state, attempts, created_at)
       SELECT $3, 'report.finished', '{}', 'delivered', 1, now() - n * interval '20 seconds' FROM generate_series($1::int, $2::int) n RETURNING id)
     INSERT INTO webhook_attempts (message_id, status, answer, ms) SELECT id, 200, 'ok', 20 FROM m`,
    [...numbers, webhookId],
  );
  await pool.query(
    `INSERT INTO mails (recipient, template, parameters, created_at, sent_at)
     SELECT 'user ' || $3 || '@example.test', 'report_ready', '{}', now() - n * interval '20 seconds', now() FROM generate_series($1::int, $2::int) n`,
    [...numbers, userId],
  );
  await pool.query(
    `INSERT INTO idempotency_keys (owner, key, user_id, request_hash, answer, created_at)
     SELECT 'user:' || $3, 'key' || n, $3::uuid, 'x', '{}', now() - n * interval '5 seconds' FROM generate_series($1::int, $2::int) n`,
    [...numbers, userId],
  );
  await pool.query(
    `INSERT INTO rate_limits (key, count, resets_at) SELECT 'scrape:' || $3 || ':' || n, 1, now() + interval '1 day' FROM generate_series($1::int, $2::int) n`,
    [...numbers, userId],
  );
  await pool.query(
    `INSERT INTO audit_log (actor, action, subject, details, created_at)
     SELECT 'operator:' || n % 3, (ARRAY['user_read', 'report_read', 'users_listed'])[1 + n % 3], 'subject ' || n, '{}', now() - n * interval '200 seconds'
       FROM generate_series($2::int, $1::int, -1) n`,
    numbers,
  );
}
