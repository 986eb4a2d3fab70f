import { z } from 'zod';
import type { QuotaRequest } from '../../../contract/api/quota/quota-answers.ts';
import type { Queryable } from '../client.ts';
import { firstRow, onlyRow, rows } from '../rows.ts';

const keptRow = z.object({ id: z.string(), asked_at: z.date(), first: z.boolean() });

/** Notes that a user asks for more; in place of what they asked for and nobody has answered. `first`: nothing waited. */
export async function keepRequest(
  client: Queryable,
  userId: string,
  { reports, reason }: { reports: number; reason: string },
): Promise<z.infer<typeof keptRow>> {
  return await onlyRow(
    client,
    keptRow,
    `INSERT INTO quota_requests (user_id, reports, reason) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) WHERE granted_at IS NULL DO UPDATE SET reports = excluded.reports, reason = excluded.reason
     RETURNING id, asked_at, xmax = 0 AS first`,
    [userId, reports, reason],
  );
}

const openRow = z.object({
  reports: z.int(),
  reason: z.string(),
  asked_at: z.date().transform((at) => at.toISOString()),
});

/** What a user asks for and nobody has answered; null where they do not. */
export const findOpenRequest = (
  client: Queryable,
  userId: string,
): Promise<z.output<typeof openRow> | null> =>
  firstRow(
    client,
    openRow,
    'SELECT reports, reason, asked_at FROM quota_requests WHERE user_id = $1 AND granted_at IS NULL',
    [userId],
  );

const requestRow = openRow.extend({
  request_id: z.string(),
  email: z.string(),
  name: z.string(),
  available_reports: z.int(),
});
const REQUESTS = `SELECT r.id AS request_id, r.reports, r.reason, r.asked_at, u.email, u.first_name || ' ' || u.last_name AS name,
    u.available_reports FROM quota_requests r JOIN users u ON u.id = r.user_id WHERE r.granted_at IS NULL`;

/** Everybody who waits for an answer, the longest first. */
export const listOpenRequests = (client: Queryable): Promise<QuotaRequest[]> =>
  rows(client, requestRow, `${REQUESTS} ORDER BY r.asked_at, r.id`);

/** Who asked; null where it was answered, or is gone with its account. */
export const findRequest = (client: Queryable, id: string): Promise<QuotaRequest | null> =>
  firstRow(client, requestRow, `${REQUESTS} AND r.id = $1`, [id]);

const answeredRow = z.object({ user_id: z.string(), reports: z.int() });

/** Notes what an ask was answered with, once: as many as were asked for, unless told. Null where none waits. */
export async function answerRequest(
  client: Queryable,
  by: { requestId: string } | { userId: string },
  granted: number | null,
): Promise<z.infer<typeof answeredRow> | null> {
  const [column, value] = 'requestId' in by ? ['id', by.requestId] : ['user_id', by.userId];
  return await firstRow(
    client,
    answeredRow,
    `UPDATE quota_requests SET granted = coalesce($2, reports), granted_at = now() WHERE ${column} = $1 AND granted_at IS NULL
     RETURNING user_id, granted AS reports`,
    [value, granted],
  );
}
