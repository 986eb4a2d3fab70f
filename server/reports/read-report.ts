import type pg from 'pg';
import { z } from 'zod';
import type { LotReport } from '../../contract/api/auction-answers.ts';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { lotSchema } from '../../contract/schemas/lot.ts';
import { type ReportModel, reportPhotoSchema } from '../../contract/schemas/report.ts';
import { vehicleSchema } from '../../contract/schemas/vehicle.ts';
import { SERVICE, userCaller } from '../concurrency/work-caller.ts';
import { findEditable } from '../db/reports/report-versions.ts';
import {
  type FoundReport,
  findReport,
  findReportsLinked,
  findStepsDone,
  isStartedByKey,
  ownsReport,
} from '../db/reports/reports.ts';
import { AppError } from '../errors.ts';
import { ENGINE_ID } from '../estimate/calculation/engine-id.ts';
import { TABLES_ID } from '../estimate/tables/table-versions.ts';
import type { Estimating } from '../estimate/workers/estimating.ts';
import { lotKeyOf, parseLink } from '../lots/scrape-lot.ts';
import type { EstimateConfig } from '../pipeline/steps/make-report.ts';
import { linkedReport } from '../pipeline/supplier-links.ts';
import { withGrounds } from './edit/answered-grounds.ts';
import { checkCalculation } from './edit/check-calculation.ts';

const uuid = z.uuid();
const notFound = () => new AppError('not_found', 'There is no such report.');

/** Links to where parts are bought follow the configuration. */
export type ReadTools = {
  pool: pg.Pool;
  estimate: Pick<EstimateConfig, 'affiliates'>;
  /** Absent: what an answer left open of the estimate's grounds stays open. */
  estimating?: Pick<Estimating, 'for'>;
};

const withoutLinks = (report: ReportModel): ReportModel => ({
  ...report,
  estimate: {
    ...report.estimate,
    lines: report.estimate.lines.map((line) => ({ ...line, supplier_links: [] })),
  },
});

/** A report of its owner; `links`: whether it says where its parts are bought. Somebody else's id, an unknown one and a malformed one are the same not_found. */
export async function readReport(
  tools: ReadTools & { estimating: Pick<Estimating, 'for'> },
  userId: string,
  reportId: string,
  links: 'with' | 'without' = 'with',
): Promise<ReportDetail> {
  const found = await find(tools.pool, userId, reportId);
  const { model: stored, engine, ...card } = found;
  const model = stored && (await withGrounds(tools, userCaller(userId), { userId, reportId }, stored));
  const done = await findStepsDone(tools.pool, reportId, ['crawl_vehicle_data', 'download_images']);
  const crawled = z
    .object({ lot: lotSchema, vehicle: vehicleSchema })
    .safeParse(done.get('crawl_vehicle_data'));
  const images = z.object({ photos: z.array(reportPhotoSchema) }).safeParse(done.get('download_images'));
  return {
    ...card,
    report:
      model && (links === 'with' ? linkedReport(model, tools.estimate.affiliates) : withoutLinks(model)),
    tables_current: model && isCurrent(model),
    editable: model && (engine === ENGINE_ID ? 'yes' : await editableOf(tools, userId, reportId)),
    partial: {
      lot: crawled.success ? crawled.data.lot : null,
      vehicle: crawled.success ? crawled.data.vehicle : null,
      photos: images.success ? images.data.photos : [],
      steps_done: STEP_NAMES.filter((name) => done.has(name)),
    },
  };
}

/**
 * The newest report of a link's lot that this user has, unless it failed; `keyId`: the access key that asks, which reads only what
 * it started. Throws unsupported_url.
 */
export async function findLotReport(
  pool: pg.Pool,
  account: { userId: string; keyId: string | null },
  text: string,
): Promise<LotReport> {
  const link = parseLink(text);
  // One lot has several links: of bid.cars with and without the car's name.
  const found = (await findReportsLinked(pool, account.userId, link.canonicalUrl)).find(({ url }) => {
    const reading = readAuctionLink(url);
    return reading.ok && lotKeyOf(reading.link) === lotKeyOf(link);
  });
  if (!found) return { report: null };
  const readable = account.keyId === null || found.started_by_key === account.keyId;
  return { report: { report_id: found.id, readable } };
}

/** Whether a report is made as reports are made now. */
const isCurrent = ({ schema_version, estimate }: ReportModel): boolean =>
  schema_version === 2 && estimate.versions.tables_id === TABLES_ID;

/** Whether an edit would be taken: asks the calculation. */
async function editableOf(
  tools: Parameters<typeof readReport>[0],
  userId: string,
  reportId: string,
): Promise<'yes' | 'update_first'> {
  const report = await findEditable(tools.pool, userId, reportId);
  const calculating = tools.estimating.for(userCaller(userId));
  try {
    return report && (await checkCalculation({ pool: tools.pool, calculating }, reportId, report)) !== 'same'
      ? 'update_first'
      : 'yes';
  } catch (error) {
    // A report opens however much is being calculated; the edit itself will tell.
    if (error instanceof AppError && error.code === 'unavailable') return 'yes';
    throw error;
  }
}

/** The finished model, for printing and exports; report_not_ready (409) before. `userId` null: the command line's own. */
export async function readFinishedReport(
  { pool, estimate, estimating }: ReadTools,
  userId: string | null,
  reportId: string,
): Promise<ReportModel> {
  const stored = await readStoredReport(pool, userId, reportId);
  const caller = userId === null ? SERVICE : userCaller(userId);
  const model = estimating
    ? await withGrounds({ pool, estimating }, caller, { userId, reportId }, stored)
    : stored;
  return linkedReport(model, estimate.affiliates);
}

/** The same as it is stored, for what needs no links. */
export async function readStoredReport(
  pool: pg.Pool,
  userId: string | null,
  reportId: string,
): Promise<ReportModel> {
  const { model } = await find(pool, userId, reportId);
  if (model === null) throw new AppError('report_not_ready', 'This report is not ready yet.');
  return model;
}

/** Throws not_found unless the report is this user's own. */
export async function requireOwnReport(pool: pg.Pool, userId: string, reportId: string): Promise<void> {
  const owned = uuid.safeParse(reportId).success && (await ownsReport(pool, userId, reportId));
  if (!owned) throw notFound();
}

/** Throws not_found unless this access key asked for the report: it may read no other one of its account. */
export async function requireStartedByKey(pool: pg.Pool, keyId: string, reportId: string): Promise<void> {
  const started = uuid.safeParse(reportId).success && (await isStartedByKey(pool, keyId, reportId));
  if (!started) throw notFound();
}

async function find(pool: pg.Pool, userId: string | null, reportId: string): Promise<FoundReport> {
  const found = uuid.safeParse(reportId).success ? await findReport(pool, userId, reportId) : null;
  if (found === null) throw notFound();
  return found;
}
