import type pg from 'pg';
import { z } from 'zod';
import { type ReportListItem, reportListItemSchema } from '../../../contract/calls.ts';
import type { StoredLot } from '../../../contract/schemas/lot.ts';
import { type ReportModel, stageOf } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';
import { EVENT_COLUMNS, type EventSource, eventSourceSchema } from './report-events.ts';
import { upgradeReport } from './upgrade-report.ts';

export type ReportIds = { reportId: string; taskId: string };

/**
 * Creates a report for a lot; null when this user already has one running for the same lot. No worker runs it before
 * `offerReport` (report-leases.ts).
 */
export async function insertReport(
  client: Queryable,
  input: { userId: string | null; lot: StoredLot; message: string },
): Promise<EventSource | null> {
  const { lot } = input;
  return await firstRow(
    client,
    eventSourceSchema,
    `INSERT INTO reports (user_id, lot_key, url, model_name, vin, lot_number, make_name, body_type, mileage, message, claimable_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL)
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

export type ReportFilter = {
  status?: 'ready' | 'failed' | 'in_progress' | undefined;
  make?: string | undefined;
  text?: string | undefined;
};
export type ReportPage = { items: ReportListItem[]; next: string | null };

const cardRow = eventSourceSchema.extend({
  model_name: z.string().nullable(),
  vin: z.string().nullable(),
  lot_number: z.string().nullable(),
  make_name: z.string().nullable(),
  mileage: z.int().nullable(),
  error_code: z.string().nullable(),
  url: z.string(),
  lot_key: z.string(),
  diagram: reportListItemSchema.shape.diagram,
});
const listRow = cardRow.extend({ created_text: z.string() });
const reportRow = cardRow.extend({ model: z.unknown() });
const stepRow = z.object({ step: z.string(), status: z.string(), output: z.unknown() });

const LIST_COLUMNS = `${EVENT_COLUMNS}, model_name, vin, lot_number, make_name, mileage, error_code, url, lot_key, diagram`;

const STATUS_FILTERS = {
  ready: "status = 'finished'",
  failed: "status LIKE '%\\_failed'",
  in_progress: 'finished_at IS NULL',
} as const;

/** A user's reports, newest first, by cursor. */
export async function listReports(
  pool: pg.Pool,
  userId: string,
  page: { limit: number; cursor: string | null },
  filter: ReportFilter = {},
): Promise<ReportPage> {
  const values: unknown[] = [userId, page.limit + 1];
  const where = ['user_id = $1'];
  const position = page.cursor === null ? null : readCursor(page.cursor);
  if (position) {
    values.push(position.createdAt, position.id);
    where.push(`(created_at, id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`);
  }
  if (filter.status) where.push(STATUS_FILTERS[filter.status]);
  if (filter.make) {
    values.push(filter.make);
    where.push(`lower(make_name) = lower($${values.length})`);
  }
  if (filter.text) {
    values.push(`%${filter.text.replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`concat_ws(' ', model_name, vin, lot_number, make_name) ILIKE $${values.length}`);
  }
  const found = await rows(
    pool,
    listRow,
    `SELECT ${LIST_COLUMNS}, created_at::text AS created_text FROM reports WHERE ${where.join(' AND ')}
      ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT $2`,
    values,
  );
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  const more = found.length > page.limit && last !== undefined;
  return { items: shown.map(listItem), next: more ? writeCursor(last.created_text, last.id) : null };
}

function listItem(row: z.infer<typeof cardRow>): ReportListItem {
  return {
    report_id: row.id,
    task_id: row.task_id,
    model_name: row.model_name,
    vin: row.vin,
    lot_number: row.lot_number,
    make_name: row.make_name,
    body_type: row.body_type,
    mileage: row.mileage,
    task_status: row.status,
    progress: stageOf(row.status).progress,
    message: row.message,
    error_code: row.error_code,
    date: row.created_at.toISOString(),
    total_cost: row.total_cost_cents === null ? null : row.total_cost_cents / 100,
    url: row.url,
    lot_key: row.lot_key,
    diagram: row.diagram,
  };
}

const writeCursor = (createdAt: string, id: string): string =>
  Buffer.from(`${createdAt}|${id}`).toString('base64url');

function readCursor(cursor: string): { createdAt: string; id: string } | null {
  const [createdAt, id] = Buffer.from(cursor, 'base64url').toString().split('|');
  const sound = createdAt && id && /^[0-9 :.+-]{19,40}$/.test(createdAt) && /^[0-9a-f-]{36}$/.test(id);
  return sound ? { createdAt, id } : null;
}

/** Whether this user has this report. */
export async function ownsReport(client: Queryable, userId: string, reportId: string): Promise<boolean> {
  const owned = await execute(client, 'SELECT FROM reports WHERE id = $1 AND user_id = $2', [
    reportId,
    userId,
  ]);
  return owned === 1;
}

const stateRow = z.object({
  status: z.string(),
  fence: int8,
  lot_key: z.string(),
  finished_at: z.date().nullable(),
});

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
  steps: { step: string; status: string; output: unknown }[];
};

/** One report of its owner with what its steps found so far; null when it is not theirs or unknown. */
export async function findReport(
  pool: pg.Pool,
  userId: string | null,
  reportId: string,
): Promise<FoundReport | null> {
  const row = await firstRow(
    pool,
    reportRow,
    `SELECT ${LIST_COLUMNS}, coalesce(edited_model, model) AS model FROM reports WHERE id = $1 AND user_id IS NOT DISTINCT FROM $2`,
    [reportId, userId],
  );
  if (!row) return null;
  const steps = await rows(
    pool,
    stepRow,
    'SELECT step, status, output FROM report_steps WHERE report_id = $1 ORDER BY started_at',
    [reportId],
  );
  return {
    ...listItem(row),
    model: row.model === null ? null : upgradeReport(row.model),
    steps,
  };
}
