import { z } from 'zod';
import { MAILS_OF_USER } from '../accounts/users.ts';
import type { Queryable } from '../client.ts';
import { execute, onlyRow, rows } from '../rows.ts';

/** Rows of one statement: each is a transaction of its own, so that nobody waits long and no one's work piles up. Basis: judgement. */
const AT_ONCE = 1_000;

/** How long things stay that nobody needs any longer, as a condition on `t`. No public figure: basis judgement; docs/operations.md tells them. */
const SPENT: Record<string, { table: string; when: string }> = {
  'used and expired links': {
    table: 'link_tokens',
    when: `coalesce(used_at, expires_at) < now() - interval '1 day'`,
  },
  'socket tickets': { table: 'ws_tickets', when: `expires_at < now() - interval '1 hour'` },
  'ended sessions': { table: 'sessions', when: `least(ended_at, expires_at) < now() - interval '30 days'` },
  'devices of ended sessions': {
    table: 'push_subscriptions',
    when: 'EXISTS (SELECT 1 FROM sessions s WHERE s.id = t.session_id AND least(s.ended_at, s.expires_at) < now())',
  },
  'access keys revoked or unused': {
    table: 'access_keys',
    when: `(revoked_at < now() - interval '30 days' OR coalesce(last_used_at, created_at) < now() - interval '180 days')`,
  },
  'messages of webhooks': { table: 'webhook_messages', when: `created_at < now() - interval '30 days'` },
  'replaced refresh tokens': {
    table: 'refresh_tokens',
    when: 'replaced_at IS NOT NULL AND expires_at < now()',
  },
  'limits that reset': { table: 'rate_limits', when: 'resets_at < now()' },
  mails: { table: 'mails', when: `created_at < now() - interval '30 days'` },
  'idempotency keys': { table: 'idempotency_keys', when: `created_at < now() - interval '7 days'` },
  'live events': { table: 'report_events', when: `created_at < now() - interval '7 days'` },
  'paces of hosts': { table: 'host_pace', when: `next_at < now() - interval '1 day'` },
  'waits of dead processes': { table: 'host_waits', when: `joined_at < now() - interval '1 hour'` },
  'payment events': { table: 'payment_events', when: `received_at < now() - interval '90 days'` },
  'money of payments nobody knows': {
    table: 'payment_charges',
    when: `noted_at < now() - interval '90 days' AND NOT EXISTS (SELECT 1 FROM quota_payments p WHERE p.reference = t.reference)`,
  },
  'payment pages nobody used': {
    table: 'quota_purchases',
    when: `created_at < now() - interval '30 days' AND state IN ('open', 'failed', 'expired') AND subscription IS NULL
      AND NOT EXISTS (SELECT 1 FROM quota_payments p WHERE p.purchase_id = t.id)`,
  },
  'answered asks for reports': { table: 'quota_requests', when: `granted_at < now() - interval '365 days'` },
  'catalogue answers': { table: 'catalogue_answers', when: `kept_at < now() - interval '30 days'` },
  'lots that waited for a report': {
    table: 'waiting_lots',
    when: `created_at < now() - interval '30 days'`,
  },
  'counts of lots read': { table: 'lot_readings', when: 'day < current_date - 400' },
  'declined partners': {
    table: 'partners',
    when: `state = 'declined' AND decided_at < now() - interval '365 days'
      AND NOT EXISTS (SELECT 1 FROM commission_ledger l WHERE l.partner_id = t.id) AND NOT EXISTS (SELECT 1 FROM partner_statements s WHERE s.partner_id = t.id)
      AND NOT EXISTS (SELECT 1 FROM partner_leads l WHERE l.partner_id = t.id) AND NOT EXISTS (SELECT 1 FROM commission_disputes d WHERE d.partner_id = t.id)`,
  },
  'requests for quotes': {
    table: 'quote_requests',
    when: `state <> 'open' AND expires_at < now() - interval '365 days'`,
  },
  'clicks to affiliate networks': {
    table: 'partner_leads',
    when: `partner_id IS NULL AND at < now() - interval '400 days'`,
  },
  'stock of partners that ended': {
    table: 'partner_stock',
    when: `EXISTS (SELECT 1 FROM partners p WHERE p.id = t.partner_id AND p.state IN ('declined', 'closed'))`,
  },
  'feeds of partners that ended': {
    table: 'partner_feeds',
    when: `EXISTS (SELECT 1 FROM partners p WHERE p.id = t.partner_id AND p.state IN ('declined', 'closed'))`,
  },
  'counts of partners’ numbers': { table: 'partner_met', when: 'month < current_date - 400' },
  'workers long gone': {
    table: 'service_notes',
    when: `name LIKE 'worker:%' AND noted_at < now() - interval '1 day'`,
  },
  'operator notes': { table: 'audit_log', when: `created_at < now() - interval '365 days'` },
};

const spentRows = (table: string, when: string): string =>
  `ctid = ANY (ARRAY(SELECT t.ctid FROM ${table} t WHERE ${when} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED))`;

const NEVER_VERIFIED = `WITH u AS (DELETE FROM users WHERE ${spentRows('users', `verified_at IS NULL AND created_at < now() - interval '30 days'`)}
    RETURNING id, email_key),
  letters AS (DELETE FROM mails m USING u WHERE ${MAILS_OF_USER}) SELECT 1 FROM u`;

/** Deletes the rows whose time is over, AT_ONCE a statement; how many of each kind. Outside a transaction: each is then its own. */
export async function deleteSpentRows(client: Queryable): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const [kind, { table, when }] of Object.entries(SPENT))
    gone[kind] = await inBatches(() =>
      execute(client, `DELETE FROM ${table} WHERE ${spentRows(table, when)}`).then(asLooked),
    );
  gone['accounts never verified'] = await inBatches(() => execute(client, NEVER_VERIFIED).then(asLooked));
  gone['photos no listing and no report shows'] = await inBatches(() =>
    onlyRow(client, lookedRow, UNSHOWN_PHOTOS),
  );
  return gone;
}

const lookedRow = z.object({ looked: z.int(), gone: z.int() });
const asLooked = (gone: number): z.infer<typeof lookedRow> => ({ looked: gone, gone });

/** One batch after the other until one has nothing more to look at. */
async function inBatches(batch: () => Promise<z.infer<typeof lookedRow>>): Promise<number> {
  let sum = 0;
  for (;;) {
    const { looked, gone } = await batch();
    sum += gone;
    if (looked < AT_ONCE) return sum;
  }
}

/** A used lot is looked at again when a report of it is deleted, and so often, whatever was missed. Basis: judgement. */
const LOOKED_AT_AGAIN = `now() + interval '90 days'`;

/** Those a finished report shows are looked at like used lots: its model is half a megabyte to read. */
const UNSHOWN_PHOTOS = `WITH due AS (
    SELECT id, lot_key, updated_at + interval '1 day' AS over_at FROM lot_photos
     WHERE number < 1 AND look_at < now() ORDER BY look_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
  seen AS (
    SELECT id, CASE WHEN over_at >= now() THEN over_at
      WHEN EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = due.lot_key AND r.finished_at IS NULL) THEN now() + interval '1 day'
      WHEN EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = due.lot_key AND r.model::text LIKE '%' || due.id || '%')
        OR EXISTS (SELECT 1 FROM report_approvals a JOIN reports r ON r.id = a.report_id
                    WHERE r.lot_key = due.lot_key AND a.content LIKE '%' || due.id || '%') THEN ${LOOKED_AT_AGAIN} END AS again FROM due),
  gone AS (DELETE FROM lot_photos p USING seen WHERE p.id = seen.id AND seen.again IS NULL RETURNING p.id),
  later AS (UPDATE lot_photos p SET look_at = seen.again FROM seen WHERE p.id = seen.id AND seen.again IS NOT NULL)
  SELECT (SELECT count(*)::int FROM seen) AS looked, (SELECT count(*)::int FROM gone) AS gone`;

const lotsRow = z.object({ looked: z.int(), gone: z.array(z.string()) });
const idRow = z.object({ id: z.string() });

/**
 * Looks at lots whose turn it is, `most` at most, and deletes those no report uses: fetched ones 30 days after they were read, those
 * of a user's own page or entry, or of a licensed source, after 7. Their photos go with them. Answers how many it looked at, and
 * the keys of those that went.
 */
export async function deleteUnusedLots(client: Queryable, most: number): Promise<z.infer<typeof lotsRow>> {
  return await onlyRow(
    client,
    lotsRow,
    `WITH due AS (
       SELECT key, read_at + CASE WHEN origin IN ('own_page', 'entered', 'licensed') THEN interval '7 days' ELSE interval '30 days' END AS over_at
         FROM lots WHERE look_at < now() ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED),
     seen AS (
       SELECT key, CASE WHEN EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = due.key) THEN ${LOOKED_AT_AGAIN}
         WHEN over_at >= now() THEN over_at
         WHEN EXISTS (SELECT 1 FROM waiting_lots w WHERE w.lot_key = due.key) THEN now() + interval '1 hour' END AS again FROM due),
     gone AS (DELETE FROM lots USING seen WHERE lots.key = seen.key AND again IS NULL RETURNING lots.key),
     later AS (UPDATE lots SET look_at = again FROM seen WHERE lots.key = seen.key AND again IS NOT NULL)
     SELECT (SELECT count(*)::int FROM seen) AS looked, (SELECT coalesce(array_agg(key), '{}') FROM gone) AS gone`,
    [most],
  );
}

/** Which of these reports, photos and mails are not known here: their files are left over. */
export async function unknownIds(
  client: Queryable,
  table: 'reports' | 'lot_photos' | 'mails',
  ids: string[],
): Promise<string[]> {
  const found = await rows(
    client,
    idRow,
    `SELECT given.id FROM unnest($1::uuid[]) AS given (id) WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = given.id)`,
    [ids],
  );
  return found.map((row) => row.id);
}
