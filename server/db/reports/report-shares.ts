import { z } from 'zod';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow, int8 } from '../rows.ts';
import { upgradeReport } from './upgrade-report.ts';

const shareRowSchema = z.object({
  salt: bytea,
  photos: z.boolean(),
  deal: z.boolean(),
  created_at: z.date(),
});
export type ShareRow = z.infer<typeof shareRowSchema>;

/** The share of a report of this owner; null when it is not theirs or not shared. */
export async function findShare(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<ShareRow | null> {
  return await firstRow(
    client,
    shareRowSchema,
    `SELECT s.salt, s.photos, s.deal, s.created_at FROM report_shares s JOIN reports r ON r.id = s.report_id
      WHERE s.report_id = $1 AND r.user_id = $2`,
    [reportId, userId],
  );
}

/** Shares a finished report of this owner; false for one that is shared already, which keeps its link. */
export async function insertShare(
  client: Queryable,
  share: { userId: string; reportId: string; salt: Buffer; hash: Buffer; photos: boolean; deal: boolean },
): Promise<boolean> {
  const made = await execute(
    client,
    `INSERT INTO report_shares (report_id, salt, hash, photos, deal)
     SELECT id, $3, $4, $5, $6 FROM reports WHERE id = $1 AND user_id = $2 AND model IS NOT NULL
     ON CONFLICT (report_id) DO NOTHING`,
    [share.reportId, share.userId, share.salt, share.hash, share.photos, share.deal],
  );
  return made === 1;
}

const shownRow = z.object({ photos: z.boolean(), deal: z.boolean() });

/** Shows or leaves out photos and deal of a shared report of this owner, null: as it is; answers both where that changed anything. */
export async function setShared(
  client: Queryable,
  share: { userId: string; reportId: string; photos: boolean | null; deal: boolean | null },
): Promise<{ photos: boolean; deal: boolean } | null> {
  return await firstRow(
    client,
    shownRow,
    `UPDATE report_shares s SET photos = coalesce($3, s.photos), deal = coalesce($4, s.deal)
       FROM reports r
      WHERE r.id = s.report_id AND s.report_id = $1 AND r.user_id = $2
        AND (s.photos <> coalesce($3, s.photos) OR s.deal <> coalesce($4, s.deal))
      RETURNING s.photos, s.deal`,
    [share.reportId, share.userId, share.photos, share.deal],
  );
}

/** Revokes: whoever holds the link finds nothing from now on. False where there was none. */
export async function deleteShare(client: Queryable, userId: string, reportId: string): Promise<boolean> {
  const gone = await execute(
    client,
    'DELETE FROM report_shares s USING reports r WHERE r.id = s.report_id AND s.report_id = $1 AND r.user_id = $2',
    [reportId, userId],
  );
  return gone === 1;
}

const sharedRow = z.object({
  id: z.string(),
  model: z.unknown(),
  user_id: z.string().nullable(),
  shop_name: z.string().nullable(),
  photos: z.boolean(),
  deal: z.boolean(),
});

/** A shared report, as it is shown, who shares it, the name of that owner's shop, and whether they show its deal. */
export type SharedReport = {
  reportId: string;
  model: ReportModel;
  ownerId: string | null;
  shopName: string | null;
  showsDeal: boolean;
};

/** The report without its photos: neither ours nor the addresses of the source's. */
const withoutPhotos = (model: ReportModel): ReportModel => ({
  ...model,
  lot: { ...model.lot, images: [] },
  photos: [],
  photos_not_shared: true,
});

/** The report behind a live link's hash, without its photos where they are left out; or null. */
export async function findShared(client: Queryable, hash: Buffer): Promise<SharedReport | null> {
  const found = await firstRow(
    client,
    sharedRow,
    `SELECT r.id, coalesce(r.edited_model, r.model) AS model, r.user_id, p.shop_name, s.photos, s.deal
       FROM report_shares s JOIN reports r ON r.id = s.report_id LEFT JOIN account_preferences p ON p.user_id = r.user_id
      WHERE s.hash = $1`,
    [hash],
  );
  if (found === null) return null;
  const model = upgradeReport(found.model);
  return {
    reportId: found.id,
    model: found.photos ? model : withoutPhotos(model),
    ownerId: found.user_id,
    shopName: found.shop_name,
    showsDeal: found.deal,
  };
}

const photoRow = z.object({ url: z.string() });

/**
 * Reads the address of photo `number` of the newest version behind a live link's hash, as the report stores it. `null` without such a
 * photo, and while the report is shared without its photos.
 */
export async function findSharedPhoto(
  client: Queryable,
  hash: Buffer,
  number: number,
): Promise<string | null> {
  const found = await firstRow(
    client,
    photoRow,
    `SELECT listed ->> 'url' AS url
       FROM report_shares s JOIN reports r ON r.id = s.report_id,
            jsonb_array_elements(coalesce(r.edited_model, r.model) -> 'photos') listed
      WHERE s.hash = $1 AND s.photos AND (listed ->> 'number')::int = $2 AND listed ->> 'url' IS NOT NULL`,
    [hash, number],
  );
  return found?.url ?? null;
}

const cardRow = z.object({
  model_name: z.string().nullable(),
  make_name: z.string().nullable(),
  total_cost_cents: int8.nullable(),
  shop_name: z.string().nullable(),
  /** The first photo that the link shows; null: none. */
  photo: z
    .object({
      number: z.int(),
      url: z.string(),
      width: z.int().nullable().default(null),
      height: z.int().nullable().default(null),
    })
    .nullable(),
});
export type SharedCard = z.infer<typeof cardRow>;

/** What is shown of the report behind a live link's hash before it is opened, or null. */
export async function findSharedCard(client: Queryable, hash: Buffer): Promise<SharedCard | null> {
  return await firstRow(
    client,
    cardRow,
    `SELECT r.model_name, r.make_name, r.total_cost_cents, p.shop_name,
            (SELECT listed FROM jsonb_array_elements(coalesce(r.edited_model, r.model) -> 'photos') listed
              WHERE s.photos AND listed ->> 'url' IS NOT NULL
              ORDER BY (listed ->> 'number')::int LIMIT 1) AS photo
       FROM report_shares s JOIN reports r ON r.id = s.report_id LEFT JOIN account_preferences p ON p.user_id = r.user_id
      WHERE s.hash = $1`,
    [hash],
  );
}
