import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { addressOf } from '../../contract/api/api-call.ts';
import { sharedPhoto } from '../../contract/api/report-calls.ts';
import { type ReportShare, SHARED_REPORT_ID, type ShareRequest } from '../../contract/calls.ts';
import type { DealSheet } from '../../contract/deal/deal-sheet.ts';
import type { PhotoSize } from '../../contract/facts/photo-sizes.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { photoSources } from '../../contract/report-view/photo-sources.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { serverSecret, tokenHash } from '../accounts/tokens.ts';
import { noteEvent } from '../db/claims/report-trail.ts';
import { inTransaction } from '../db/client.ts';
import {
  deleteShare,
  findShare,
  findShared,
  findSharedCard,
  findSharedPhoto,
  insertShare,
  type SharedReport,
  type ShareRow,
  setShared,
} from '../db/reports/report-shares.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { photoIdOf } from '../lots/lot-photos.ts';
import { linkedReport } from '../pipeline/supplier-links.ts';
import type { Queue } from '../queue/queue.ts';
import { CARD_SIZE } from '../share-card/draw-card.ts';
import { type DealTools, dealOf } from './deal/read-deal.ts';
import { type ReadTools, readStoredReport, requireOwnReport } from './read-report.ts';
import { queueReportMail } from './report-emails.ts';

const SALT_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const PHOTO_NUMBER = /^[1-9]\d{0,2}$/;

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
    ? { path: null, shared_at: null, photos: true, deal: false }
    : {
        path: `/shared/${await tokenOf(pool, share.salt)}`,
        shared_at: share.created_at.toISOString(),
        photos: share.photos,
        deal: share.deal,
      };

/** Whether and where a report is shared; not_found unless it is the user's own. */
export async function readShare(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await requireOwnReport(pool, userId, reportId);
  return await answer(pool, await findShare(pool, userId, reportId));
}

/**
 * Shares a finished report read-only, and mails its owner that wants it; asked again it answers with the same
 * link, with or without its photos and its deal as asked.
 */
export async function shareReport(
  { pool, ...tools }: Pick<ReadTools, 'pool'> & { queue: Pick<Queue, 'send'>; log: Log },
  userId: string,
  reportId: string,
  { photos, deal }: ShareRequest = {},
): Promise<ReportShare> {
  await readStoredReport(pool, userId, reportId);
  const salt = randomBytes(SALT_BYTES);
  const share = {
    userId,
    reportId,
    salt,
    hash: tokenHash(await tokenOf(pool, salt)),
    photos: photos ?? true,
    deal: deal ?? false,
  };
  const of = { userId, reportIds: [reportId] };
  await inTransaction(pool, async (client) => {
    if (await insertShare(client, share)) {
      await queueReportMail(client, tools, share, 'report_shared');
      await noteEvent(client, of, { kind: 'shared', photos: share.photos, deal: share.deal });
      return;
    }
    const shown = await setShared(client, { userId, reportId, photos: photos ?? null, deal: deal ?? null });
    if (shown !== null) await noteEvent(client, of, { kind: 'share_changed', ...shown });
  });
  return await answer(pool, await findShare(pool, userId, reportId));
}

/** Ends the sharing for everybody who has the link; a later share has another one. */
export async function revokeShare(pool: pg.Pool, userId: string, reportId: string): Promise<ReportShare> {
  await requireOwnReport(pool, userId, reportId);
  await inTransaction(pool, async (client) => {
    if (await deleteShare(client, userId, reportId))
      await noteEvent(client, { userId, reportIds: [reportId] }, { kind: 'share_ended' });
  });
  return await answer(pool, null);
}

/** The report behind a link and who shares it. Unknown, malformed and revoked links are the same not_found. */
export async function readSharedReport({ pool, estimate }: ReadTools, token: string): Promise<SharedReport> {
  const shared = TOKEN.test(token) ? await findShared(pool, tokenHash(token)) : null;
  if (shared === null) throw new AppError('not_found', 'There is no such report.');
  return { ...shared, model: linkedReport(shared.model, estimate.affiliates) };
}

/**
 * The report as its link's readers get it: every photo by an address of this link, which ends with it. The address by the photo's own id
 * works as long as its lot is kept, so it stays with the owner.
 */
export function withLinkPhotos(model: ReportModel, token: string): ReportModel {
  const linked = (url: string | null, photo: number, size: PhotoSize): string | null =>
    url && addressOf(sharedPhoto, { params: { token, photo: String(photo), file: `${size}.jpg` } });
  return {
    ...model,
    photos: model.photos.map((photo) => ({
      ...photo,
      url: linked(photo.url, photo.number, 'full'),
      thumbnail: linked(photo.thumbnail, photo.number, 'thumbnail'),
    })),
    lot: {
      ...model.lot,
      // Photos that came with a lot entered by hand have no address but ours.
      images: model.lot.images
        .filter(({ url }) => !url.startsWith('/'))
        .map((image) => ({ ...image, served_url: null, served_thumbnail: null })),
    },
  };
}

/** The id of a photo, by its number, of a report shared with its photos. Throws the same not_found for all that is not there. */
export async function readSharedPhotoId(pool: pg.Pool, token: string, number: string): Promise<string> {
  const isValid = TOKEN.test(token) && PHOTO_NUMBER.test(number);
  const url = isValid ? await findSharedPhoto(pool, tokenHash(token), Number(number)) : null;
  // A sample's photo has a name in place of an id.
  const id = z.uuid().safeParse(photoIdOf(url));
  if (!id.success) throw new AppError('not_found', 'There is no such photo.');
  return id.data;
}

/**
 * The deal of a shared report, without what its owner set for it and in their account; null where they do not show it. A report
 * shared without its photos has the same deal.
 */
export async function sharedDealOf(
  tools: DealTools,
  { reportId, ownerId, model, showsDeal }: SharedReport,
): Promise<DealSheet | null> {
  if (!showsDeal || ownerId === null) return null;
  const deal = await dealOf(tools, { userId: ownerId, reportId }, model);
  return { ...deal, report_id: SHARED_REPORT_ID, settings: {}, defaults: {} };
}

/** Where the picture of a link is. */
const shareCardPath = (token: string): string => `/shared/${token}/card.png`;

/** What a link says of itself where it is sent; `image`: path of its card, else of its first photo, null where it shows none. */
export type SharedPreview = {
  title: string;
  description: string;
  image: string | null;
  image_size: { width: number; height: number } | null;
  /** The photo at the page's head, with the widths it is served in. */
  lead: { url: string; sources: string } | null;
};

/** The preview of a link, of its owner only the shop's name; null where it leads nowhere. */
export async function previewShared(pool: pg.Pool, token: string): Promise<SharedPreview | null> {
  const card = TOKEN.test(token) ? await findSharedCard(pool, tokenHash(token)) : null;
  if (card === null) return null;
  const { photo } = card;
  // A sample's photo has a name in place of an id, and is not served by a link.
  const url =
    photo === null || !z.uuid().safeParse(photoIdOf(photo.url)).success
      ? null
      : addressOf(sharedPhoto, { params: { token, photo: String(photo.number), file: 'full.jpg' } });
  const sources = photo === null ? undefined : photoSources({ ...photo, url });
  const cost = card.total_cost_cents === null ? null : wholeDollars(card.total_cost_cents / 100);
  const car = carName(card.model_name, card.make_name) ?? 'Auction vehicle';
  return {
    title: cost === null ? `${car}: damage and parts report` : `${car}: ${cost} to repair`,
    description: `${card.shop_name === null ? '' : `Shared by ${card.shop_name}. `}Damaged parts with OEM numbers, hours and costs, line by line.`,
    image_size: cost === null ? null : CARD_SIZE,
    image: cost !== null ? shareCardPath(token) : url,
    lead: url === null || sources === undefined ? null : { url, sources },
  };
}
