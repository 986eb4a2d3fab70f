import { z } from 'zod';
import { MAILS_OF_USER } from '../accounts/users.ts';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

/** How long things stay that nobody needs any longer. No public figure: basis judgement; docs/operations.md tells them. */
const SPENT: Record<string, string> = {
  'used and expired links': `DELETE FROM link_tokens WHERE coalesce(used_at, expires_at) < now() - interval '1 day'`,
  'socket tickets': `DELETE FROM ws_tickets WHERE expires_at < now() - interval '1 hour'`,
  'ended sessions': `DELETE FROM sessions WHERE least(ended_at, expires_at) < now() - interval '30 days'`,
  'devices of ended sessions': `DELETE FROM push_subscriptions p USING sessions s
    WHERE s.id = p.session_id AND least(s.ended_at, s.expires_at) < now()`,
  'access keys revoked or unused': `DELETE FROM access_keys WHERE revoked_at < now() - interval '30 days'
    OR coalesce(last_used_at, created_at) < now() - interval '180 days'`,
  'messages of webhooks': `DELETE FROM webhook_messages WHERE created_at < now() - interval '30 days'`,
  'replaced refresh tokens': `DELETE FROM refresh_tokens WHERE replaced_at IS NOT NULL AND expires_at < now()`,
  'limits that reset': 'DELETE FROM rate_limits WHERE resets_at < now()',
  mails: `DELETE FROM mails WHERE created_at < now() - interval '30 days'`,
  'idempotency keys': `DELETE FROM idempotency_keys WHERE created_at < now() - interval '7 days'`,
  'live events': `DELETE FROM report_events WHERE created_at < now() - interval '7 days'`,
  'paces of hosts': `DELETE FROM host_pace WHERE next_at < now() - interval '1 day'`,
  'waits of dead processes': `DELETE FROM host_waits WHERE joined_at < now() - interval '1 hour'`,
  'accounts never verified': `WITH u AS (DELETE FROM users WHERE verified_at IS NULL AND created_at < now() - interval '30 days' RETURNING id, email_key),
    letters AS (DELETE FROM mails m USING u WHERE ${MAILS_OF_USER}) SELECT 1 FROM u`,
  'photos no listing and no report shows': `DELETE FROM lot_photos p WHERE number < 1 AND updated_at < now() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = p.lot_key AND (r.finished_at IS NULL OR r.model::text LIKE '%' || p.id || '%'))
    AND NOT EXISTS (SELECT 1 FROM report_approvals a JOIN reports r ON r.id = a.report_id WHERE r.lot_key = p.lot_key AND a.content LIKE '%' || p.id || '%')`,
  'payment events': `DELETE FROM payment_events WHERE received_at < now() - interval '90 days'`,
  'money of payments nobody knows': `DELETE FROM payment_charges c WHERE noted_at < now() - interval '90 days'
    AND NOT EXISTS (SELECT 1 FROM quota_payments p WHERE p.reference = c.reference)`,
  'payment pages nobody used': `DELETE FROM quota_purchases q WHERE created_at < now() - interval '30 days' AND state IN ('open', 'failed', 'expired')
    AND subscription IS NULL AND NOT EXISTS (SELECT 1 FROM quota_payments p WHERE p.purchase_id = q.id)`,
  'answered asks for reports': `DELETE FROM quota_requests WHERE granted_at < now() - interval '365 days'`,
  'catalogue answers': `DELETE FROM catalogue_answers WHERE kept_at < now() - interval '30 days'`,
  'lots that waited for a report': `DELETE FROM waiting_lots WHERE created_at < now() - interval '30 days'`,
  'counts of lots read': `DELETE FROM lot_readings WHERE day < current_date - 400`,
  'declined partners': `DELETE FROM partners p WHERE state = 'declined' AND decided_at < now() - interval '365 days'
    AND NOT EXISTS (SELECT 1 FROM commission_ledger l WHERE l.partner_id = p.id) AND NOT EXISTS (SELECT 1 FROM partner_statements s WHERE s.partner_id = p.id)
    AND NOT EXISTS (SELECT 1 FROM partner_leads l WHERE l.partner_id = p.id) AND NOT EXISTS (SELECT 1 FROM commission_disputes d WHERE d.partner_id = p.id)`,
  'stock of partners that ended': `DELETE FROM partner_stock s USING partners p WHERE p.id = s.partner_id AND p.state IN ('declined', 'closed')`,
  'feeds of partners that ended': `DELETE FROM partner_feeds f USING partners p WHERE p.id = f.partner_id AND p.state IN ('declined', 'closed')`,
  'counts of partners’ numbers': `DELETE FROM partner_met WHERE month < current_date - 400`,
  'workers long gone': `DELETE FROM service_notes WHERE name LIKE 'worker:%' AND noted_at < now() - interval '1 day'`,
  'operator notes': `DELETE FROM audit_log WHERE created_at < now() - interval '365 days'`,
};

/** Deletes the rows whose time is over; how many of each kind. */
export async function deleteSpentRows(client: Queryable): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const [kind, statement] of Object.entries(SPENT)) gone[kind] = await execute(client, statement);
  return gone;
}

const keyRow = z.object({ key: z.string() });
const idRow = z.object({ id: z.string() });

/**
 * Deletes lots that no report uses: fetched ones 30 days after they were read, those of a user's own page or entry,
 * or of a licensed source, after 7. Their photos go with them. Answers their keys.
 */
export async function deleteUnusedLots(client: Queryable): Promise<string[]> {
  const gone = await rows(
    client,
    keyRow,
    `DELETE FROM lots l WHERE read_at < now() - CASE WHEN origin IN ('own_page', 'entered', 'licensed') THEN interval '7 days' ELSE interval '30 days' END
        AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = l.key)
        AND NOT EXISTS (SELECT 1 FROM waiting_lots w WHERE w.lot_key = l.key) RETURNING key`,
  );
  return gone.map((row) => row.key);
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
