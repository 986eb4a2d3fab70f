import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { rows } from '../rows.ts';
import { MAILS_OF_USER } from './users.ts';

/**
 * What belongs to a user's copy of their data, table by table: all columns but those named in `but`. A column that is added
 * later is exported unless it is named there. `$1` is the user's, report's or lot's id.
 */
type OwnTable = { from: string; but?: readonly string[] };

const OWN_TABLES = {
  // Of the user.
  users: { from: 'users t WHERE t.id = $1', but: ['password_hash'] },
  account_preferences: { from: 'account_preferences t WHERE t.user_id = $1', but: ['logo'] },
  sessions: { from: 'sessions t WHERE t.user_id = $1 ORDER BY t.created_at' },
  access_keys: { from: 'access_keys t WHERE t.user_id = $1 ORDER BY t.created_at', but: ['hash'] },
  push_subscriptions: {
    from: 'push_subscriptions t WHERE t.user_id = $1 ORDER BY t.created_at',
    but: ['auth'],
  },
  webhooks: {
    from: 'webhooks t WHERE t.user_id = $1 ORDER BY t.created_at',
    but: ['sealed_secret', 'key_version'],
  },
  webhook_messages: {
    from: 'webhook_messages t JOIN webhooks w ON w.id = t.webhook_id WHERE w.user_id = $1 ORDER BY t.created_at',
  },
  webhook_attempts: {
    from: `webhook_attempts t JOIN webhook_messages m ON m.id = t.message_id JOIN webhooks w ON w.id = m.webhook_id
            WHERE w.user_id = $1 ORDER BY t.id`,
  },
  kept_estimates: { from: 'kept_estimates t WHERE t.user_id = $1 ORDER BY t.kept_at' },
  kept_estimate_parts: {
    from: 'kept_estimate_parts t JOIN kept_estimates e ON e.id = t.estimate_id WHERE e.user_id = $1 ORDER BY t.id',
  },
  waiting_lots: { from: 'waiting_lots t WHERE t.user_id = $1 ORDER BY t.number' },
  operators: { from: 'operators t WHERE t.user_id = $1', but: ['sealed_secret', 'key_version', 'last_step'] },
  quota_ledger: { from: 'quota_ledger t WHERE t.user_id = $1 ORDER BY t.id' },
  quota_purchases: { from: 'quota_purchases t WHERE t.user_id = $1 ORDER BY t.created_at' },
  quota_payments: {
    from: 'quota_payments t JOIN quota_purchases q ON q.id = t.purchase_id WHERE q.user_id = $1 ORDER BY t.paid_at, t.reference',
  },
  payment_charges: {
    from: `payment_charges t JOIN quota_payments p ON p.reference = t.reference JOIN quota_purchases q ON q.id = p.purchase_id
             WHERE q.user_id = $1 ORDER BY t.noted_at, t.payment`,
  },
  quota_requests: { from: 'quota_requests t WHERE t.user_id = $1 ORDER BY t.asked_at' },
  // Of its user's own partner, and what a user asked partners for.
  partners: { from: 'partners t WHERE t.user_id = $1', but: ['sealed_secret', 'key_version'] },
  partner_feeds: { from: 'partner_feeds t JOIN partners p ON p.id = t.partner_id WHERE p.user_id = $1' },
  partner_stock: {
    from: 'partner_stock t JOIN partners p ON p.id = t.partner_id WHERE p.user_id = $1 ORDER BY t.id',
  },
  partner_met: {
    from: 'partner_met t JOIN partners p ON p.id = t.partner_id WHERE p.user_id = $1 ORDER BY t.month, t.make, t.number_norm',
  },
  partner_leads: {
    from: `partner_leads t LEFT JOIN partners p ON p.id = t.partner_id LEFT JOIN reports r ON r.id = t.report_id
            WHERE p.user_id = $1 OR r.user_id = $1 ORDER BY t.at, t.id`,
    but: ['report_id'],
  },
  quote_requests: { from: 'quote_requests t WHERE t.user_id = $1 ORDER BY t.created_at' },
  partner_quotes: {
    from: `partner_quotes t JOIN quote_requests q ON q.id = t.request_id JOIN partners p ON p.id = t.partner_id
            WHERE q.user_id = $1 OR p.user_id = $1 ORDER BY t.created_at`,
    but: ['salt', 'hash'],
  },
  commission_ledger: {
    from: 'commission_ledger t JOIN partners p ON p.id = t.partner_id WHERE p.user_id = $1 ORDER BY t.id',
  },
  partner_statements: {
    from: 'partner_statements t JOIN partners p ON p.id = t.partner_id WHERE p.user_id = $1 ORDER BY t.period',
  },
  commission_disputes: {
    from: 'commission_disputes t JOIN partners p ON p.id = t.partner_id WHERE p.user_id = $1 ORDER BY t.opened_at',
  },
  dispute_notes: {
    from: `dispute_notes t JOIN commission_disputes d ON d.id = t.dispute_id JOIN partners p ON p.id = d.partner_id
            WHERE p.user_id = $1 ORDER BY t.id`,
  },
  idempotency_keys: {
    from: 'idempotency_keys t WHERE t.user_id = $1 ORDER BY t.created_at',
    but: ['request_hash', 'claim', 'claimed_until'],
  },
  mails: {
    from: `users u JOIN LATERAL (SELECT m.* FROM mails m WHERE ${MAILS_OF_USER}) t ON true WHERE u.id = $1 ORDER BY t.created_at`,
  },
  audit_log: {
    from: `users u JOIN audit_log t ON lower(t.subject) = u.email_key OR t.subject = u.id::text OR t.actor = 'operator:' || u.id::text
             OR t.subject IN (SELECT r.id::text FROM reports r WHERE r.user_id = u.id) WHERE u.id = $1 ORDER BY t.id`,
  },
  // Of one report.
  reports: { from: 'reports t WHERE t.id = $1' },
  report_steps: { from: 'report_steps t WHERE t.report_id = $1 ORDER BY t.started_at, t.step' },
  report_versions: { from: 'report_versions t WHERE t.report_id = $1 ORDER BY t.version' },
  reports_before: { from: 'reports_before t WHERE t.report_id = $1 ORDER BY t.version' },
  report_approvals: { from: 'report_approvals t WHERE t.report_id = $1 ORDER BY t.approved_at, t.version' },
  lot_changes: { from: 'lot_changes t WHERE t.report_id = $1 ORDER BY t.id' },
  report_trail: { from: 'report_trail t WHERE t.report_id = $1 ORDER BY t.id' },
  report_events: { from: 'report_events t WHERE t.report_id = $1 ORDER BY t.id' },
  report_shares: { from: 'report_shares t WHERE t.report_id = $1', but: ['salt', 'hash'] },
  // Of one lot.
  lots: { from: 'lots t WHERE t.key = $1' },
  lot_photos: { from: 'lot_photos t WHERE t.lot_key = $1 ORDER BY t.number < 1, abs(t.number)' },
} as const satisfies Record<string, OwnTable>;
export type OwnTableName = keyof typeof OWN_TABLES;

/** What is in no user's copy, and why: told to whoever asks for one. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  refresh_tokens: 'fingerprints of the secrets that keep a session alive; the sessions are there',
  link_tokens: 'fingerprints of links in mails, which are there, and of codes that connect the extension',
  ws_tickets: 'fingerprints of tickets that live for 30 seconds',
  rate_limits: 'counters against abuse, gone within two days; what the whole service spent in a day stays 35',
  lot_readings: 'sums by site and day; about nobody',
  ledger_sums: 'sums of moves of the ledger, which are there',
  service_notes: 'workers, checks of the ledger and backups; about nobody',
  switches: 'what operators turned off, by the operator; in nobody’s copy',
  server_secrets: 'the service’s own keys',
  stored_keys: 'keys of the service at its sources, sealed',
  host_pace: 'when a site may be asked next; about nobody',
  visitor_lots:
    'how much a lot someone sent takes, by a fingerprint of their address; the lot itself is there',
  host_waits: 'requests that wait for a site this minute',
  free_starts: 'fingerprints of mailboxes that have had their free reports; `free_start` of the user says so',
  payment_events:
    'ids of messages of the payment service that were taken; what they told stands with the payments',
  catalogue_parts: 'parts of cars; about nobody',
  estimate_tables: 'prices, hours and rules that estimates were calculated with; about nobody',
  catalogue_answers: 'what outside sources said about a car, whoever asked; gone after 30 days',
  catalogue_name_ids: 'names of parts; about nobody',
  supplier_clicks: 'sums by supplier and day; about nobody',
};

const ownRow = z.looseObject({});
export type OwnRow = z.infer<typeof ownRow>;

/** The rows of one table that belong to this user, report or lot; money in dollars. */
export async function ownRows(client: Queryable, table: OwnTableName, id: string): Promise<OwnRow[]> {
  const { from, but = [] }: OwnTable = OWN_TABLES[table];
  const found = await rows(client, ownRow, `SELECT t.* FROM ${from}`, [id]);
  return found.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => {
        if (but.includes(name)) return [];
        if (!name.endsWith('_cents')) return [[name, value]];
        return [[name.slice(0, -'_cents'.length), value === null ? null : Number(value) / 100]];
      }),
    ),
  );
}

const ownReportRow = z.object({ id: z.string(), lot_key: z.string() });

/** The ids of a user's reports, oldest first, with the lots they are about. */
export async function listOwnReports(
  client: Queryable,
  userId: string,
): Promise<z.infer<typeof ownReportRow>[]> {
  return await rows(
    client,
    ownReportRow,
    'SELECT id, lot_key FROM reports WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  );
}
