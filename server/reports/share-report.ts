import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ReportShare, ShareRequest } from '../../contract/calls.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { serverSecret, tokenHash } from '../accounts/tokens.ts';
import { inTransaction } from '../db/client.ts';
import {
  deleteShare,
  findShare,
  findShared,
  findSharedCard,
  insertShare,
  type SharedReport,
  type ShareRow,
  setSharedPhotos,
} from '../db/reports/report-shares.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { linkedReport } from '../pipeline/supplier-links.ts';
import type { Queue } from '../queue/queue.ts';
import { type ReadTools, readFinishedReport, requireOwnReport } from './read-report.ts';
import { queueReportMail } from './report-emails.ts';

const SALT_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/**
 * The 256-bit token of a share. It follows from the row's salt and the server's secret, so the owner can be shown the
 * link again and the PDF can carry it, though only its hash is stored.
 */
const tokenOf = async (pool: pg.Pool, salt: Buffer): Promise<string> =>
  createHmac('sha256', await serverSecret(pool, 'report-share'))
    .update(salt)
    .digest('base64url');

const answer = async (pool: pg.Pool, share: ShareRow | null): Promise<ReportShare> =>
  share === null
    ? { path: null, shared_at: null, photos: true }
    : {
        path: `/shared/${await tokenOf(pool, share.salt)}`,
        shared_at: share.created_at.toISOString(),
        photos: share.photos,
      };

/** Whether and where a report is shared; not_found unless it is the user's own. */
export async function readShare(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await requireOwnReport(pool, userId, reportId);
  return await answer(pool, await findShare(pool, userId, reportId));
}

/**
 * Shares a finished report read-only, and mails its owner that wants it; asked again it answers with the same
 * link, with or without its photos as asked.
 */
export async function shareReport(
  { pool, ...tools }: ReadTools & { queue: Pick<Queue, 'send'>; log: Log },
  userId: string,
  reportId: string,
  { photos }: ShareRequest = {},
): Promise<ReportShare> {
  await readFinishedReport({ ...tools, pool }, userId, reportId);
  const salt = randomBytes(SALT_BYTES);
  const share = {
    userId,
    reportId,
    salt,
    hash: tokenHash(await tokenOf(pool, salt)),
    photos: photos ?? true,
  };
  await inTransaction(pool, async (client) => {
    if (await insertShare(client, share)) await queueReportMail(client, tools, share, 'report_shared');
    else if (photos !== undefined) await setSharedPhotos(client, share);
  });
  return await answer(pool, await findShare(pool, userId, reportId));
}

/** Ends the sharing for everybody who has the link; a later share has another one. */
export async function revokeShare(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await requireOwnReport(pool, userId, reportId);
  await deleteShare(pool, userId, reportId);
  return await answer(pool, null);
}

/** The report behind a link and who shares it. Unknown, malformed and revoked links are the same not_found. */
export async function readSharedReport({ pool, estimate }: ReadTools, token: string): Promise<SharedReport> {
  const shared = TOKEN.test(token) ? await findShared(pool, tokenHash(token)) : null;
  if (shared === null) throw new AppError('not_found', 'There is no such report.');
  return { ...shared, model: linkedReport(shared.model, estimate.affiliates) };
}

/** What a link says of itself where it is sent, of its owner only the shop's name; null where it leads nowhere. */
export async function previewShared(
  pool: pg.Pool,
  token: string,
): Promise<{ title: string; description: string } | null> {
  const card = TOKEN.test(token) ? await findSharedCard(pool, tokenHash(token)) : null;
  if (card === null) return null;
  const cost = card.total_cost_cents === null ? null : wholeDollars(card.total_cost_cents / 100);
  return {
    title: `${card.model_name ?? 'Auction vehicle'}: damage and parts report`,
    description: `${cost === null ? '' : `Repair about ${cost}. `}${card.shop_name === null ? '' : `Shared by ${card.shop_name}. `}Damaged parts with OEM numbers, hours and costs, line by line.`,
  };
}
