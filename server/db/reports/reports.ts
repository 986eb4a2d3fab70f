import type pg from 'pg';
import { z } from 'zod';
import type { ReportListItem } from '../../../contract/calls.ts';
import { claimSchema } from '../../../contract/claim/claim-file.ts';
import type { StoredLot } from '../../../contract/schemas/lot.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { numberInLink } from '../listed-by.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';
import { EVENT_COLUMNS, type EventSource, eventSourceSchema } from './report-events.ts';
import { CARD_COLUMNS, cardRow, listItem } from './report-list.ts';
import { upgradeReport } from './upgrade-report.ts';

export type ReportIds = { reportId: string; taskId: string };

/**
 * Creates a report for a lot; null when this user already has one running for the same lot. No worker runs it before
 * `offerReport` (report-leases.ts).
 */
export async function insertReport(
  client: Queryable,
  input: {
    userId: string | null;
    lot: StoredLot;
    message: string;
    origin?: string | null;
    keyId?: string | null;
    traceId?: string | null;
  },
): Promise<EventSource | null> {
  const { lot } = input;
  return await firstRow(
    client,
    eventSourceSchema,
    `INSERT INTO reports (user_id, lot_key, url, model_name, vin, lot_number, make_name, body_type, mileage, message, origin, started_by_key, trace_id, claimable_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, NULL)
     ON CONFLICT (user_id, lot_key) WHERE finished_at IS NULL AND user_id IS NOT NULL DO NOTHING
     RETURNING ${EVENT_COLUMNS}`,
    [
      input.userId,
      lot.lot_key,
      lot.url,
      lot.name,
      lot.vin,
      lot.lot_number,
      lot.make,
      lot.body_style,
      lot.mileage,
      input.message,
      input.origin ?? null,
      input.keyId ?? null,
      input.traceId ?? null,
    ],
  );
}

const idsRow = z.object({ id: z.string(), task_id: z.string() });

export async function findRunningReport(
  client: Queryable,
  userId: string,
  lotKey: string,
): Promise<ReportIds | null> {
  const row = await firstRow(
    client,
    idsRow,
    'SELECT id, task_id FROM reports WHERE user_id = $1 AND lot_key = $2 AND finished_at IS NULL',
    [userId, lotKey],
  );
  return row && { reportId: row.id, taskId: row.task_id };
}

const reportRow = cardRow.extend({
  row: z.string(),
  model: z.unknown(),
  engine: z.string().nullable(),
  claim: claimSchema.nullable(),
});
const foundRow = z.object({ step: z.string(), output: z.unknown() });

/** Whether this user has this report. */
export async function ownsReport(client: Queryable, userId: string, reportId: string): Promise<boolean> {
  const owned = await execute(client, 'SELECT FROM reports WHERE id = $1 AND user_id = $2', [
    reportId,
    userId,
  ]);
  return owned === 1;
}

/** Whether this access key asked for this report. */
export async function isStartedByKey(client: Queryable, keyId: string, reportId: string): Promise<boolean> {
  const started = await execute(client, 'SELECT FROM reports WHERE id = $1 AND started_by_key = $2', [
    reportId,
    keyId,
  ]);
  return started === 1;
}

const stateRow = z.object({
  status: z.string(),
  fence: int8,
  lot_key: z.string(),
  finished_at: z.date().nullable(),
});

const ofLotRow = z.object({ id: z.string(), url: z.string(), started_by_key: z.string().nullable() });

/** This user's reports, the newest first, of lots whose links have the number of this one; none that failed. */
export async function findReportsLinked(
  client: Queryable,
  userId: string,
  link: string,
): Promise<z.infer<typeof ofLotRow>[]> {
  return await rows(
    client,
    ofLotRow,
    `SELECT id, url, started_by_key FROM reports
      WHERE user_id = $1 AND ${numberInLink('url')} = ${numberInLink('$2::text')} AND status NOT LIKE '%\\_failed'
      ORDER BY created_at DESC, id DESC`,
    [userId, link],
  );
}

/** Where this user's report stands; null when it is not theirs or unknown. */
export async function findReportState(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<z.infer<typeof stateRow> | null> {
  return await firstRow(
    client,
    stateRow,
    'SELECT status, fence, lot_key, finished_at FROM reports WHERE id = $1 AND user_id = $2',
    [reportId, userId],
  );
}

export type FoundReport = ReportListItem & {
  model: ReportModel | null;
  /** The calculation that last gave its figures; null where none was noted. */
  engine: string | null;
};

type ReadModel = { readonly row: string; readonly model: ReportModel };
/** Reports as this process last read them, by id, in the order they were read: a page reads the same one several times in a row. */
const readModels = new Map<string, ReadModel>();
/** Basis: judgment; each takes a megabyte or two. */
const MOST_READ = 8;

function keepRead(reportId: string, read: ReadModel): ReportModel {
  readModels.delete(reportId);
  readModels.set(reportId, read);
  const [oldest] = readModels.keys();
  if (readModels.size > MOST_READ && oldest !== undefined) readModels.delete(oldest);
  return read.model;
}

/**
 * One report of its owner, with what is noted of its claim; null when it is not theirs or unknown. Its model is only read, never
 * changed: while nobody has written to the report, half a megabyte is neither sent nor checked again.
 */
export async function findReport(
  pool: pg.Pool,
  userId: string | null,
  reportId: string,
): Promise<FoundReport | null> {
  const known = readModels.get(reportId);
  const row = await firstRow(
    pool,
    reportRow,
    `SELECT ${CARD_COLUMNS}, xmin::text AS row, inputs #>> '{versions,engine}' AS engine, claim,
            CASE WHEN xmin::text = $3 THEN NULL ELSE coalesce(edited_model, model) END AS model
       FROM reports WHERE id = $1 AND user_id IS NOT DISTINCT FROM $2`,
    [reportId, userId, known?.row ?? null],
  );
  if (!row) return null;
  const isKnown = known !== undefined && row.row === known.row;
  const read = isKnown ? known.model : row.model === null ? null : upgradeReport(row.model);
  const model = read && keepRead(reportId, { row: row.row, model: read });
  return {
    ...listItem(row),
    model: model && { ...model, ...(row.claim ? { claim: row.claim } : {}) },
    engine: row.engine,
  };
}

/** What each finished step of a report found, by its name; only of the steps in `wanted`, of others null: some found a megabyte. */
export async function findStepsDone(
  client: Queryable,
  reportId: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const found = await rows(
    client,
    foundRow,
    `SELECT step, CASE WHEN step = ANY($2) THEN output END AS output FROM report_steps
      WHERE report_id = $1 AND status = 'done' AND output IS NOT NULL`,
    [reportId, wanted],
  );
  return new Map(found.map(({ step, output }) => [step, output]));
}
