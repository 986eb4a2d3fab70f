import type pg from 'pg';
import { z } from 'zod';
import type { AskForReports, OpenRequest, QuotaRequest } from '../../contract/api/quota/quota-answers.ts';
import { grantReports, readQuota } from '../db/accounts/quota.ts';
import { findUser } from '../db/accounts/users.ts';
import { inTransaction } from '../db/client.ts';
import { audit } from '../db/ops/audit.ts';
import { answerRequest, keepRequest, listOpenRequests } from '../db/quota/quota-requests.ts';
import { AppError } from '../errors.ts';
import { queueMail } from '../mail/send-mail.ts';
import type { Queue } from '../queue/queue.ts';

export type GrantTools = { pool: pg.Pool; queue: Pick<Queue, 'send'> };
/** `operatorEmail`: who hears of an ask. */
export type AskingTools = GrantTools & { operatorEmail: string };

/** Notes that a user asks for more reports, and mails the operator the first time. */
export async function askForReports(
  tools: AskingTools,
  userId: string,
  asked: AskForReports,
): Promise<OpenRequest> {
  return await inTransaction(tools.pool, async (client) => {
    const { id, asked_at, first } = await keepRequest(client, userId, asked);
    if (first) await queueMail(client, tools.queue, tools.operatorEmail, 'quota_asked', { request_id: id });
    return { ...asked, asked_at: asked_at.toISOString() };
  });
}

/** Everybody who waits for an answer; noted, for it tells who they are. */
export async function readRequests(pool: pg.Pool, actor: string): Promise<QuotaRequest[]> {
  const requests = await listOpenRequests(pool);
  const details = { requests: requests.map(({ request_id }) => request_id) };
  await audit(pool, { actor, action: 'quota_requests_read', subject: null, details });
  return requests;
}

type Grant = { reports: number | null; reason: string };
type Granted = { granted: number; available_reports: number };

const noRequest = (): AppError => new AppError('not_found', 'Nobody waits for an answer to this.');

/** Gives what was asked for, or `reports`; the user hears of it by mail. Throws not_found where it was answered. */
export async function grantRequest(
  tools: GrantTools,
  actor: string,
  requestId: string,
  reports: number | null,
): Promise<Granted> {
  if (!z.uuid().safeParse(requestId).success) throw noRequest();
  return await inTransaction(tools.pool, async (client) => {
    const answered = await answerRequest(client, { requestId }, reports);
    if (answered === null) throw noRequest();
    const grant = { reports: answered.reports, reason: 'asked for' };
    return await give(tools, client, actor, answered.user_id, grant);
  });
}

/** Gives a user reports, also in answer to what they asked for; they hear of it by mail. */
export async function grantByHand(
  tools: GrantTools,
  actor: string,
  userId: string,
  grant: Grant & { reports: number },
): Promise<Granted> {
  return await inTransaction(tools.pool, async (client) => {
    await answerRequest(client, { userId }, grant.reports);
    return await give(tools, client, actor, userId, grant);
  });
}

async function give(
  { queue }: GrantTools,
  client: pg.PoolClient,
  actor: string,
  userId: string,
  { reports, reason }: Grant & { reports: number },
): Promise<Granted> {
  await grantReports(client, userId, reports, reason);
  const user = await findUser(client, userId);
  if (user === null) throw noRequest();
  const details = { amount: reports, reason };
  await audit(client, { actor, action: 'grant', subject: user.id, details });
  await queueMail(client, queue, user.email, 'quota_granted', { reports: String(reports) });
  return { granted: reports, available_reports: (await readQuota(client, userId)).available_reports };
}
