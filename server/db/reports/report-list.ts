import type pg from 'pg';
import { z } from 'zod';
import {
  type MarkReportsRequest,
  type ReportListItem,
  type ReportSort,
  reportListItemSchema,
} from '../../../contract/calls.ts';
import { dealBriefSchema } from '../../../contract/deal/deal-brief.ts';
import { dealVerdictSchema } from '../../../contract/deal/deal-verdict.ts';
import { type ReportOutcome, stageOf } from '../../../contract/report-status.ts';
import { listingStateSchema } from '../../../contract/schemas/lot.ts';
import { listedMarketSchema } from '../../../contract/schemas/market.ts';
import { verdictSchema } from '../../../contract/schemas/verdict.ts';
import { lotChangeSchema, MOST_LISTED_CHANGES } from '../../../contract/watch/lot-change.ts';
import type { Queryable } from '../client.ts';
import {
  isNamed,
  LOT_END,
  MAKE,
  OUTCOME,
  OUTCOME_NUMBERS,
  SHELF,
  SORTED_BY,
  TAG,
  VIN_END,
  waysToHave,
  wordsOf,
} from '../listed-by.ts';
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
  listing_state: listingStateSchema.nullable(),
  // Of a report whose lot a later version no longer takes nothing is shown.
  market: listedMarketSchema.nullable().catch(null),
  photo: z.string().nullable(),
  photos_total: z.int().nullable(),
  photos_examined: z.int().nullable(),
  parts_confirmed: z.int().nullable(),
  deal_verdict: dealVerdictSchema.nullable(),
  deal_ceiling_cents: int8.nullable(),
  // Of one that a later version no longer takes nothing is shown.
  deal_brief: dealBriefSchema.nullable().catch(null),
  /** Null until it was calculated once. */
  deal_current: z.boolean().nullable(),
  changes: z.array(lotChangeSchema),
  archived_at: z.date().nullable(),
  tag: z.string().nullable(),
  note: z.string().nullable(),
});

export const CARD_COLUMNS = `${EVENT_COLUMNS}, model_name, vin, lot_number, make_name, mileage, url, lot_key, diagram,
  repair_low_cents, repair_high_cents, value_share, verdict, sale_date, listing_state, market, photo, photos_total, photos_examined, parts_confirmed,
  deal_verdict, deal_ceiling_cents, deal_brief, CASE WHEN deal_stamp IS NOT NULL THEN deal_stamp = ${DEAL_STAMP} END AS deal_current,
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
            price: row.deal_brief?.price ?? null,
            answer: row.deal_brief?.answer ?? null,
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
    listing_state: row.listing_state ?? 'active',
    market: row.market,
    photo: row.photo,
    photos_total: row.photos_total ?? 0,
    photos_examined: row.photos_examined ?? 0,
    parts_confirmed: row.parts_confirmed ?? 0,
  };
}

/** How the values of a sort look in a cursor, and their type. */
type Sort = { type: string; value: CursorValue };
const NUMBER = /^-?\d{1,18}(\.\d{1,20})?(e-?\d{1,2})?$/;
const WORDS = /^[^\0]{0,400}$/;
const SORTS: Record<ReportSort, Sort> = {
  date: { type: 'timestamptz', value: MOMENT },
  vehicle: { type: 'text', value: WORDS },
  lot: { type: 'text', value: WORDS },
  sale_date: { type: 'text', value: WORDS },
  repair: { type: 'bigint', value: /^-?\d{1,15}$/ },
  value_share: { type: 'float8', value: NUMBER },
  verdict: { type: 'int', value: /^\d$/ },
  status: { type: 'int', value: /^\d$/ },
};

/** A user's reports, newest first unless sorted otherwise, by cursor; what a sort does not know comes last. */
export async function listReports(
  pool: pg.Pool,
  userId: string,
  page: { limit: number; cursor: string | null },
  filter: ReportFilter = {},
): Promise<ReportPage> {
  const { sort = 'date', order = sort === 'date' ? 'desc' : 'asc' } = filter;
  const { type, value } = SORTS[sort];
  const by = SORTED_BY[sort];
  const position = page.cursor === null ? null : readCursor(page.cursor, value);
  const beyond = order === 'asc' ? '>' : '<';
  const numbered = await findNumbered(pool, userId, filter);
  const part = async (isKnown: boolean, most: number) => {
    const values: unknown[] = [userId, most];
    const next = (given: unknown): string => `$${values.push(given)}`;
    const where = among(filter, next);
    if (numbered.length > 0) where.push(`id = ANY(${next(numbered)}::uuid[])`);
    where.push(`${by} IS ${isKnown ? 'NOT NULL' : 'NULL'}`);
    if (position && isKnown)
      where.push(`(${by}, id) ${beyond} (${next(position.at)}::${type}, ${next(position.id)}::uuid)`);
    else if (position?.at === null) where.push(`id ${beyond} ${next(position.id)}::uuid`);
    const words = numbered.length > 0 ? [] : wordsOf(filter.text ?? '');
    const ordered = `ORDER BY ${by} ${order}, id ${order}`;
    let found: z.infer<typeof listRow>[] = [];
    for (const statement of searchesFor(words, { where, by, ordered, next })) {
      found = await rows(
        pool,
        listRow,
        `SELECT ${CARD_COLUMNS}, ${by}::text AS sorted_by FROM (${statement}) AS reports ${ordered} LIMIT $2`,
        values,
      );
      if (found.length === most) break;
    }
    return found;
  };
  // Two walks along one index: of both at once the database would read and sort all.
  const most = page.limit + 1;
  const known = position?.at === null ? [] : await part(true, most);
  const unknown = known.length < most && sort !== 'date' ? await part(false, most - known.length) : [];
  const { shown, next } = pageOf([...known, ...unknown], page.limit);
  return { items: shown.map(listItem), next };
}

/** So many reports are walked for several words before all that have them are read. Basis: judgement. */
const WALKED = 20_000;

type Search = {
  where: readonly string[];
  by: string;
  ordered: string;
  next: (given: unknown) => string;
};

/** The reports that have each of these words: asked in turn until a page of `$2` is full. */
function searchesFor(words: readonly string[], { where, by, ordered, next }: Search): string[] {
  const reports = (conditions: readonly string[] = []): string =>
    `SELECT * FROM reports WHERE ${[...where, ...conditions].join(' AND ')}`;
  const [word, ...others] = words;
  if (word === undefined) return [reports()];
  // Words that many have may never stand together, which the database does not expect: it would walk all to find none.
  if (others.length > 0) {
    const all = words.map((each) => isNamed(each, next));
    return [
      `SELECT * FROM (${reports()} ${ordered} LIMIT ${WALKED}) AS near WHERE ${all.join(' AND ')}`,
      `${reports(all)} OFFSET 0`,
    ];
  }
  const ways = waysToHave(word, next);
  if (ways.length === 1) return [reports(ways)];
  // What may stand in several places is looked up in each in order: of all at once the database would read and sort all.
  const each = ways.map((way) => `(${reports([way])} ${ordered} LIMIT $2)`);
  return [`SELECT DISTINCT ON (${by}, id) * FROM (${each.join(' UNION ALL ')}) AS each ${ordered}`];
}

/** What is looked through, but for the text: `$1` is whose it is. */
function among({ status, make, archived }: ReportFilter, next: (given: unknown) => string): string[] {
  const where = ['user_id = $1', `${SHELF} = ${archived === 'only' ? 1 : 0}`];
  if (status) where.push(`${OUTCOME} = ${OUTCOME_NUMBERS[status]}`);
  if (make) where.push(`${MAKE} = lower(${next(make)})`);
  return where;
}

/** The end of a VIN or lot number, or the start of the latter; bid.cars has the auction's own number before it, which is not kept. */
const PART_OF_NUMBER = /^(?:\d{1,2}-(?=\d+$))?([0-9A-HJ-NPR-Z]{1,13}\d{4})$/;
/** More than these may share a part of a number where an account has some ten million: then like other texts. */
const MOST_NUMBERED = 200;

/**
 * Reports whose lot number ends or begins with the text, whose VIN ends or whose tag begins with it: found at once, of however many
 * others. None: whatever has the text anywhere is meant.
 */
async function findNumbered(pool: pg.Pool, userId: string, filter: ReportFilter): Promise<string[]> {
  const text = filter.text?.trim().toUpperCase() ?? '';
  const [, number] = PART_OF_NUMBER.exec(text) ?? [];
  if (number === undefined) return [];
  const values: unknown[] = [userId, number, text, MOST_NUMBERED + 1];
  const where = among(filter, (given) => `$${values.push(given)}`).join(' AND ');
  const ofThis = (by: string): string => `(SELECT id FROM reports WHERE ${where} AND ${by} LIMIT $4)`;
  const ways = [
    `${LOT_END} ^@ reverse($2::text)`,
    `${VIN_END} ^@ reverse($2)`,
    `tag IS NOT NULL AND ${TAG} ^@ $3`,
    // As a range too: where texts are in the order of a language their index can't look a beginning up.
    ...(/^\d+$/.test(number) ? ["lot_number BETWEEN $2 AND $2 || repeat('9', 20) AND lot_number ^@ $2"] : []),
  ];
  const found = await rows(
    pool,
    z.object({ id: z.string() }),
    `SELECT id FROM (${ways.map(ofThis).join(' UNION ')}) AS numbered`,
    values,
  );
  return found.length > MOST_NUMBERED ? [] : found.map(({ id }) => id);
}

const listRow = cardRow.extend({ sorted_by: z.string().nullable() });

/** Those of these that are finished and whose deal is still to be calculated, or anew. */
export const staleDealsOf = (items: readonly ReportListItem[]): string[] =>
  items
    .filter(({ task_status, deal }) => task_status === 'finished' && deal?.current !== true)
    .map(({ report_id }) => report_id);

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
