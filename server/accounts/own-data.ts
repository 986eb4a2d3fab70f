import type pg from 'pg';
import { inTransaction } from '../db/client.ts';
import { endSessions } from '../db/sessions.ts';
import { deleteUser } from '../db/users.ts';
import { lotFolder } from '../lots/lot-photos.ts';
import type { Store } from '../storage/store.ts';
import type { AccountTools, Caller } from './account-tools.ts';
import { confirmPassword } from './change-password.ts';

/** Everything we hold about a user, as JSON. No hashes, no tokens. */
export async function exportOwnData(pool: pg.Pool, userId: string): Promise<Record<string, unknown>> {
  const rows = async (query: string): Promise<unknown[]> => (await pool.query(query, [userId])).rows;
  const [user] = await rows(
    'SELECT email, first_name, last_name, phone, verified_at, created_at, available_reports, free_start FROM users WHERE id = $1',
  );
  return {
    user: user ?? null,
    sessions: await rows(
      'SELECT user_agent, address, created_at, last_used_at, ended_at, ended_reason FROM sessions WHERE user_id = $1 ORDER BY created_at',
    ),
    reports: await rows(
      `SELECT id AS report_id, url, model_name, vin, lot_number, make_name, status, message, total_cost_cents / 100.0 AS total_cost, created_at, finished_at, model, edited_model
         FROM reports WHERE user_id = $1 ORDER BY created_at`,
    ),
    report_versions: await rows(
      `SELECT v.report_id, v.version, v.edits, v.total_cost_cents / 100.0 AS total_cost, v.created_at
         FROM report_versions v JOIN reports r ON r.id = v.report_id WHERE r.user_id = $1 ORDER BY v.created_at`,
    ),
    report_shares: await rows(
      'SELECT s.report_id, s.created_at FROM report_shares s JOIN reports r ON r.id = s.report_id WHERE r.user_id = $1',
    ),
    quota_ledger: await rows(
      'SELECT report_id, kind, amount, reason, created_at FROM quota_ledger WHERE user_id = $1 ORDER BY id',
    ),
  };
}

/** Erases the account after the right password: sessions end everywhere, reports and their files go. */
export async function deleteAccount(
  tools: AccountTools & { store: Store },
  userId: string,
  password: string,
  caller: Caller,
): Promise<void> {
  await confirmPassword(tools, userId, password, 'password', caller);
  const { sessionIds, gone } = await inTransaction(tools.pool, async (client) => ({
    sessionIds: await endSessions(client, userId, 'account deleted'),
    gone: await deleteUser(client, userId),
  }));
  await tools.sessionsEnded(sessionIds);
  // What a crash leaves here is found by the hourly tidying up: nothing names these files any more.
  for (const id of gone.reportIds) await tools.store.deletePrefix(`reports/${id}/`);
  for (const key of gone.lotKeys) await tools.store.deletePrefix(lotFolder(key));
}
