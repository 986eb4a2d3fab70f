import { z } from 'zod';
import { PAGE_SIZE } from '../../../contract/api/operator/console-answers.ts';
import { COUNTED_REPORTS } from '../../../contract/operator/console-words.ts';
import type { Queryable } from '../client.ts';
import { ACCOUNT_SEARCHED, OUTCOME, OUTCOME_NUMBERS, patternOf, SHELF } from '../listed-by.ts';
import { MOMENT, pageOf, readCursor } from '../page-cursor.ts';
import { firstRow, onlyRow, rows } from '../rows.ts';
import { moveRow } from './operator-views.ts';

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  verified: z.boolean(),
  operator: z.boolean(),
  available_reports: z.int(),
  reports: z.int(),
  created_at: z.date(),
});
export type ConsoleUser = z.infer<typeof userRow>;
/** In the order of their index: in another, each of them may lie on another page of what says which rows all see. */
const NEWEST = 'ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST';
const COLUMNS = `id, email, concat_ws(' ', first_name, last_name) AS name, verified_at IS NOT NULL AS verified,
  EXISTS (SELECT 1 FROM operators o WHERE o.user_id = users.id) AS operator, available_reports,
  (SELECT count(*)::int FROM (SELECT FROM reports WHERE user_id = users.id ${NEWEST} LIMIT ${COUNTED_REPORTS}) r) AS reports, created_at`;

/** Accounts, newest first; `text`: a part of an address or name, or a whole id. */
export async function listAccounts(
  client: Queryable,
  { text, cursor }: { text?: string | undefined; cursor?: string | undefined },
): Promise<{ shown: ConsoleUser[]; next: string | null }> {
  const values: unknown[] = [PAGE_SIZE + 1];
  const where = ['true'];
  const position = cursor === undefined ? null : readCursor(cursor, MOMENT);
  if (position) {
    values.push(position.at, position.id);
    where.push('(created_at, id) < ($2::timestamptz, $3::uuid)');
  }
  if (text) {
    const id = z.uuid().safeParse(text);
    where.push(
      id.success
        ? `id = $${values.push(id.data)}::uuid`
        : `${ACCOUNT_SEARCHED} ILIKE $${values.push(patternOf(text))}`,
    );
  }
  const found = await rows(
    client,
    userRow.extend({ sorted_by: z.string() }),
    `SELECT ${COLUMNS}, created_at::text AS sorted_by FROM users WHERE ${where.join(' AND ')}
      ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT $1`,
    values,
  );
  return pageOf(found, PAGE_SIZE);
}

/** One account; null where there is none. */
export async function findAccount(client: Queryable, userId: string): Promise<ConsoleUser | null> {
  return await firstRow(client, userRow, `SELECT ${COLUMNS} FROM users WHERE id = $1`, [userId]);
}

const reportsOn = (shelf: number, outcome: number): string =>
  `(SELECT FROM reports WHERE user_id = $1 AND ${SHELF} = ${shelf} AND ${OUTCOME} = ${outcome}
     ORDER BY created_at, id LIMIT ${COUNTED_REPORTS})`;

const OUTCOME_COUNTS = Object.entries(OUTCOME_NUMBERS)
  .map(
    ([
      name,
      number,
    ]) => `(SELECT count(*)::int FROM (${[0, 1].map((shelf) => reportsOn(shelf, number)).join(' UNION ALL ')}
              LIMIT ${COUNTED_REPORTS}) r) AS ${name}`,
  )
  .join(', ');

const countsRow = z.object({
  live_sessions: z.int(),
  access_keys: z.int(),
  webhooks: z.int(),
  ready: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  in_progress: z.int(),
});

/** What an account has, counted; its reports by how they ended, of each COUNTED_REPORTS at most. */
export async function countsOfAccount(client: Queryable, userId: string): Promise<z.infer<typeof countsRow>> {
  return await onlyRow(
    client,
    countsRow,
    `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now()) AS live_sessions,
            (SELECT count(*)::int FROM access_keys WHERE user_id = $1 AND revoked_at IS NULL) AS access_keys,
            (SELECT count(*)::int FROM webhooks WHERE user_id = $1) AS webhooks, ${OUTCOME_COUNTS}`,
    [userId],
  );
}

/** The newest 100 entries of an account's ledger. */
export async function ledgerOfAccount(client: Queryable, userId: string): Promise<z.infer<typeof moveRow>[]> {
  return await rows(
    client,
    moveRow,
    'SELECT kind, amount, reason, report_id, created_at FROM quota_ledger WHERE user_id = $1 ORDER BY id DESC LIMIT 100',
    [userId],
  );
}
