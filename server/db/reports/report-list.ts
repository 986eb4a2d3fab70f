import type pg from 'pg';
import { z } from 'zod';
import {
  type MarkReportsRequest,
  type ReportListItem,
  type ReportSort,
  reportListItemSchema,
} from '../../../contract/calls.ts';
import { dealVerdictSchema } from '../../../contract/deal/deal-verdict.ts';
import {
  CANCELLED_CODE,
  type ReportOutcome,
  stageOf,
  verdictSchema,
} from '../../../contract/report-status.ts';
import { lotChangeSchema, MOST_LISTED_CHANGES } from '../../../contract/watch/lot-change.ts';
import type { Queryable } from '../client.ts';
import { type CursorValue, MOMENT, pageOf, readCursor } from '../page-cursor.ts';
import { execute, int8, rows } from '../rows.ts';
import { DEAL_STAMP } from './deal-settings.ts';
import { EVENT_COLUMNS, eventSourceSchema } from './report-events.ts';

export type ReportFilter = {
  status?: ReportOutcome | undefined;
  make?: string | undefined;
  text?: string | undefined;
  archived?: 'only' | undefined;
  sort?: ReportSort | undefined;
  order?: 'asc' | 'desc' | undefined;
};
export type ReportPage = { items: ReportListItem[]; next: string | null };

export const cardRow = eventSourceSchema.extend({
  model_name: z.string().nullable(),
  vin: z.string().nullable(),
  lot_number: z.string().nullable(),
  make_name: z.string().nullable(),
  mileage: z.int().nullable(),
  event_seq: int8,
  url: z.string(),
  lot_key: z.string(),
  diagram: reportListItemSchema.shape.diagram,
  repair_low_cents: int8.nullable(),
  repair_high_cents: int8.nullable(),
  value_share: z.number().nullable(),
  verdict: verdictSchema.nullable(),
  sale_date: z.string().nullable(),
  photo: z.string().nullable(),
  photos_total: z.int().nullable(),
  photos_examined: z.int().nullable(),
  parts_confirmed: z.int().nullable(),
  deal_verdict: dealVerdictSchema.nullable(),
  deal_ceiling_cents: int8.nullable(),
  /** Null until it was calculated once. */
  deal_current: z.boolean().nullable(),
  changes: z.array(lotChangeSchema),
  archived_at: z.date().nullable(),
  tag: z.string().nullable(),
  note: z.string().nullable(),
});

export const CARD_COLUMNS = `${EVENT_COLUMNS}, model_name, vin, lot_number, make_name, mileage, url, lot_key, diagram,
  repair_low_cents, repair_high_cents, value_share, verdict, sale_date, photo, photos_total, photos_examined, parts_confirmed,
  deal_verdict, deal_ceiling_cents, CASE WHEN deal_stamp IS NOT NULL THEN deal_stamp = ${DEAL_STAMP} END AS deal_current,
  (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.id DESC), '[]') FROM (
     SELECT id, fact, before, after, to_char(read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS read_at
       FROM lot_changes WHERE lot_changes.report_id = reports.id ORDER BY lot_changes.id DESC LIMIT ${MOST_LISTED_CHANGES}) c) AS changes,
  archived_at, tag, note, coalesce((SELECT event_seq FROM users WHERE users.id = reports.user_id), 0) AS event_seq`;

/** A row as the list has it. */
export function listItem(row: z.infer<typeof cardRow>): ReportListItem {
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
    figures: figuresOf(row),
    deal:
      row.deal_current === null
        ? null
        : {
            verdict: row.deal_verdict,
            ceiling: row.deal_ceiling_cents === null ? null : row.deal_ceiling_cents / 100,
            current: row.deal_current,
          },
    changes: row.changes,
    archived: row.archived_at !== null,
    tag: row.tag,
    note: row.note,
    seq: row.event_seq,
  };
}

function figuresOf(row: z.infer<typeof cardRow>): ReportListItem['figures'] {
  if (row.repair_low_cents === null || row.repair_high_cents === null) return null;
  return {
    low: row.repair_low_cents / 100,
    high: row.repair_high_cents / 100,
    value_share: row.value_share,
    verdict: row.verdict,
    sale_date: row.sale_date,
    photo: row.photo,
    photos_total: row.photos_total ?? 0,
    photos_examined: row.photos_examined ?? 0,
    parts_confirmed: row.parts_confirmed ?? 0,
  };
}

const STATUS_FILTERS = {
  ready: "status = 'finished'",
  failed: `status LIKE '%\\_failed' AND error_code IS DISTINCT FROM '${CANCELLED_CODE}'`,
  cancelled: `status LIKE '%\\_failed' AND error_code = '${CANCELLED_CODE}'`,
  in_progress: 'finished_at IS NULL',
} as const;

/** A sort: what it goes by, its type, and how its values look in a cursor. */
type Sort = { by: string; type: string; value: CursorValue };
const NUMBER = /^-?\d{1,18}(\.\d{1,20})?(e-?\d{1,2})?$/;
const WORDS = /^[^\0]{0,400}$/;
const SORTS: Record<ReportSort, Sort> = {
  date: { by: 'created_at', type: 'timestamptz', value: MOMENT },
  vehicle: { by: 'lower(model_name)', type: 'text', value: WORDS },
  lot: { by: 'lot_number', type: 'text', value: WORDS },
  sale_date: { by: 'sale_date', type: 'text', value: WORDS },
  repair: { by: 'total_cost_cents', type: 'bigint', value: /^-?\d{1,15}$/ },
  value_share: { by: 'value_share', type: 'float8', value: NUMBER },
  verdict: {
    by: "array_position(ARRAY['repairable', 'depends_on_salvage', 'sources_disagree', 'total_loss'], verdict)",
    type: 'int',
    value: /^\d$/,
  },
  status: {
    by: `CASE WHEN ${STATUS_FILTERS.in_progress} THEN 1 WHEN ${STATUS_FILTERS.ready} THEN 2 WHEN ${STATUS_FILTERS.cancelled} THEN 4 ELSE 3 END`,
    type: 'int',
    value: /^\d$/,
  },
};

/** A user's reports, newest first unless sorted otherwise, by cursor; what a sort does not know comes last. */
export async function listReports(
  pool: pg.Pool,
  userId: string,
  page: { limit: number; cursor: string | null },
  filter: ReportFilter = {},
): Promise<ReportPage> {
  const { sort = 'date', order = sort === 'date' ? 'desc' : 'asc' } = filter;
  const { by, type, value } = SORTS[sort];
  const beyond = order === 'asc' ? '>' : '<';
  const values: unknown[] = [userId, page.limit + 1];
  const where = ['user_id = $1', `archived_at IS ${filter.archived === 'only' ? 'NOT NULL' : 'NULL'}`];
  const position = page.cursor === null ? null : readCursor(page.cursor, value);
  if (position?.at === null) {
    values.push(position.id);
    where.push(`(${by}) IS NULL AND id ${beyond} $${values.length}::uuid`);
  } else if (position) {
    values.push(position.at, position.id);
    const after = `((${by}), id) ${beyond} ($${values.length - 1}::${type}, $${values.length}::uuid)`;
    // A date is always known: alone, the comparison is one walk along its index.
    where.push(sort === 'date' ? after : `(${after} OR (${by}) IS NULL)`);
  }
  if (filter.status) where.push(STATUS_FILTERS[filter.status]);
  if (filter.make) {
    values.push(filter.make);
    where.push(`lower(make_name) = lower($${values.length})`);
  }
  if (filter.text) {
    values.push(`%${filter.text.replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`concat_ws(' ', model_name, vin, lot_number, make_name, tag) ILIKE $${values.length}`);
  }
  const found = await rows(
    pool,
    listRow,
    `SELECT ${CARD_COLUMNS}, (${by})::text AS sorted_by FROM reports WHERE ${where.join(' AND ')}
      ORDER BY (${by}) ${order} NULLS LAST, id ${order} NULLS LAST LIMIT $2`,
    values,
  );
  const { shown, next } = pageOf(found, page.limit);
  return { items: shown.map(listItem), next };
}
const listRow = cardRow.extend({ sorted_by: z.string().nullable() });

/** Whether any of these is finished and its deal still to be calculated, or anew. */
export const hasStaleDeal = (items: readonly ReportListItem[]): boolean =>
  items.some(({ task_status, deal }) => task_status === 'finished' && deal?.current !== true);

/** These reports of a user, in this order; unknown ones and those of others are left out. */
export async function findListed(
  client: Queryable,
  userId: string,
  reportIds: readonly string[],
): Promise<ReportListItem[]> {
  const found = await rows(
    client,
    cardRow,
    `SELECT ${CARD_COLUMNS} FROM reports WHERE user_id = $1 AND id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], id)`,
    [userId, reportIds],
  );
  return found.map(listItem);
}

/** Changes the given marks only; answers how many reports are this user's. */
export async function markReports(
  client: Queryable,
  userId: string,
  { report_ids, archived, tag, note }: MarkReportsRequest,
): Promise<number> {
  return await execute(
    client,
    `UPDATE reports SET archived_at = CASE WHEN $3::boolean IS NULL THEN archived_at WHEN $3 THEN coalesce(archived_at, now()) END,
            tag = CASE WHEN $4 THEN $5 ELSE tag END, note = CASE WHEN $6 THEN $7 ELSE note END
      WHERE user_id = $1 AND id = ANY($2::uuid[])`,
    [userId, report_ids, archived ?? null, tag !== undefined, tag ?? null, note !== undefined, note ?? null],
  );
}

const goneRow = z.object({ id: z.string(), lot_key: z.string() });

/** Deletes ended reports of a user, with all that hangs on them; answers which went. */
export async function deleteReports(
  client: Queryable,
  userId: string,
  reportIds: readonly string[],
): Promise<z.infer<typeof goneRow>[]> {
  return await rows(
    client,
    goneRow,
    'DELETE FROM reports WHERE user_id = $1 AND id = ANY($2::uuid[]) AND finished_at IS NOT NULL RETURNING id, lot_key',
    [userId, reportIds],
  );
}
