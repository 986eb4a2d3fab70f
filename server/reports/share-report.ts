import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ReportShare } from '../../contract/calls.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { serverSecret, tokenHash } from '../accounts/tokens.ts';
import {
  deleteShare,
  findShare,
  findSharedModel,
  insertShare,
  type ShareRow,
} from '../db/reports/report-shares.ts';
import { AppError } from '../errors.ts';
import { readFinishedReport, requireOwnReport } from './read-report.ts';

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
    ? { path: null, shared_at: null }
    : { path: `/shared/${await tokenOf(pool, share.salt)}`, shared_at: share.created_at.toISOString() };

/** Whether and where a report is shared; not_found unless it is the user's own. */
export async function readShare(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await requireOwnReport(pool, userId, reportId);
  return await answer(pool, await findShare(pool, userId, reportId));
}

/** Shares a finished report read-only; asked again it answers with the same link. */
export async function shareReport(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await readFinishedReport(pool, userId, reportId);
  const salt = randomBytes(SALT_BYTES);
  await insertShare(pool, { userId, reportId, salt, hash: tokenHash(await tokenOf(pool, salt)) });
  return await answer(pool, await findShare(pool, userId, reportId));
}

/** Ends the sharing for everybody who has the link; a later share has another one. */
export async function revokeShare(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await requireOwnReport(pool, userId, reportId);
  await deleteShare(pool, userId, reportId);
  return await answer(pool, null);
}

/** The report behind a link. Unknown, malformed and revoked links are the same not_found. */
export async function readSharedReport(pool: pg.Pool, token: string): Promise<ReportModel> {
  const model = TOKEN.test(token) ? await findSharedModel(pool, tokenHash(token)) : null;
  if (model === null) throw new AppError('not_found', 'There is no such report.');
  return model;
}
