import type pg from 'pg';
import { z } from 'zod';
import type { CardDiagram } from '../../../contract/car-diagram/card-diagram.ts';
import { estimateSettingsSchema } from '../../../contract/estimate-settings.ts';
import {
  choicesIn,
  NO_EDITS,
  type Recalculation,
  type ReportEdits,
  type ReportVersion,
  recalculationSchema,
  reportEditsSchema,
  startEdits,
} from '../../../contract/schemas/edit-report.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow, rows } from '../rows.ts';
import { appendEvent, EVENT_COLUMNS, eventSourceSchema } from './report-events.ts';
import { storedReport, upgradeReport } from './upgrade-report.ts';

/** A report as made, with the number and the edits of its newest version, those it started with for 0; `model` null while it is not finished. */
export type EditableReport = {
  /** Another one with every write to the report. */
  row: string;
  model: ReportModel | null;
  /** With the edits of its newest version; null while there are none. */
  edited: ReportModel | null;
  /** What its estimate is calculated from, as stored; null in reports made before it was kept. */
  inputs: unknown;
  version: number;
  edits: ReportEdits;
};

const editableRow = z.object({
  row: z.string(),
  model: z.unknown(),
  edited_model: z.unknown(),
  inputs: z.unknown(),
  version: z.int(),
  edits: reportEditsSchema.nullable(),
});

/**
 * A report of this owner (null: of the command line), as it is to be edited; null when it is not theirs or unknown. `known`, what
 * it was when it was last read, is answered while nobody has written to it since: half a megabyte is not read again.
 */
export async function findEditable(
  client: Queryable,
  userId: string | null,
  reportId: string,
  known: EditableReport | null = null,
): Promise<EditableReport | null> {
  const row = await firstRow(
    client,
    editableRow,
    `SELECT r.xmin::text AS row, r.version,
            ${['r.model', 'r.edited_model', 'r.inputs', 'v.edits'].map((column) => `CASE WHEN r.xmin::text = $3 THEN NULL ELSE ${column} END AS ${column.slice(2)}`).join(', ')}
       FROM reports r LEFT JOIN report_versions v ON v.report_id = r.id AND v.version = r.version
      WHERE r.id = $1 AND r.user_id IS NOT DISTINCT FROM $2`,
    [reportId, userId, known?.row ?? null],
  );
  if (!row) return null;
  if (row.row === known?.row) return known;
  const model = row.model === null ? null : upgradeReport(row.model);
  return {
    row: row.row,
    model,
    edited: row.edited_model === null ? null : upgradeReport(row.edited_model),
    inputs: row.inputs,
    version: row.version,
    edits: row.edits ?? (model ? startEdits(model.estimate) : NO_EDITS),
  };
}

/** Notes which calculation gave the figures of the report at this version; no version of its own. */
export async function stampEngine(
  client: Queryable,
  { reportId, version, engine }: { reportId: string; version: number; engine: string },
): Promise<void> {
  await execute(
    client,
    `UPDATE reports SET inputs = jsonb_set(inputs, '{versions,engine}', to_jsonb($3::text)) WHERE id = $1 AND version = $2`,
    [reportId, version, engine],
  );
}

/** Stores what the answers of this version moved, and what would narrow its range; nothing where another version came. */
export async function saveGrounds(
  client: Queryable,
  {
    reportId,
    version,
    grounds,
  }: { reportId: string; version: number; grounds: Pick<ReportModel['estimate'], 'evidence' | 'narrowing'> },
): Promise<void> {
  await execute(
    client,
    `UPDATE reports SET edited_model = jsonb_set(edited_model, '{estimate}', edited_model -> 'estimate' || $3::jsonb)
      WHERE id = $1 AND version = $2 AND edited_model IS NOT NULL`,
    [reportId, version, JSON.stringify(grounds)],
  );
}

const editsRow = z.object({ edits: reportEditsSchema });

/** The edits of one version of this owner's report, or null. */
export async function findEdits(
  client: Queryable,
  userId: string,
  reportId: string,
  version: number,
): Promise<ReportEdits | null> {
  const found = await firstRow(
    client,
    editsRow,
    `SELECT v.edits FROM report_versions v JOIN reports r ON r.id = v.report_id
      WHERE v.report_id = $1 AND r.user_id = $2 AND v.version = $3`,
    [reportId, userId, version],
  );
  return found?.edits ?? null;
}

const savedRow = eventSourceSchema.and(z.object({ row: z.string() }));

/**
 * Saves the next version, with the card's total and its event, in one transaction; answers the report's row then (`EditableReport`),
 * null when somebody else's edit came first. `onto` is the version it was made from; `alongside` happens if and only if it is saved.
 */
export async function saveVersion(
  pool: pg.Pool,
  input: {
    userId: string;
    reportId: string;
    onto: number;
    edits: ReportEdits;
    model: ReportModel;
    diagram: CardDiagram;
    totalCostCents: number;
  },
  alongside: (client: pg.PoolClient) => Promise<void>,
): Promise<string | null> {
  return await inTransaction(pool, async (client) => {
    const row = await firstRow(
      client,
      savedRow,
      `UPDATE reports SET version = version + 1, edited_model = $4, diagram = $6, total_cost_cents = $5, updated_at = now()
        WHERE id = $1 AND user_id = $2 AND version = $3 AND model IS NOT NULL RETURNING xmin::text AS row, ${EVENT_COLUMNS}`,
      [
        input.reportId,
        input.userId,
        input.onto,
        storedReport(input.model),
        input.totalCostCents,
        JSON.stringify(input.diagram),
      ],
    );
    if (!row) return null;
    await addVersion(client, input);
    await appendEvent(client, row);
    await alongside(client);
    return row.row;
  });
}

/**
 * Saves the report made anew as the next version and keeps the one before, in one transaction; false when another version came
 * first. `made` is without edits, `model` with them.
 */
export async function saveRecalculated(
  pool: pg.Pool,
  input: {
    userId: string;
    reportId: string;
    onto: number;
    edits: ReportEdits;
    made: ReportModel;
    inputs: unknown;
    model: ReportModel;
    told: Recalculation;
    diagram: CardDiagram;
    totalCostCents: number;
  },
  alongside: (client: pg.PoolClient) => Promise<void>,
): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    const kept = await execute(
      client,
      `INSERT INTO reports_before (report_id, version, model, inputs, edited_model, told)
         SELECT id, version, model, inputs, edited_model, $4 FROM reports
          WHERE id = $1 AND user_id = $2 AND version = $3 AND model IS NOT NULL FOR UPDATE`,
      [input.reportId, input.userId, input.onto, JSON.stringify(input.told)],
    );
    if (kept === 0) return false;
    const row = await onlyRow(
      client,
      eventSourceSchema,
      `UPDATE reports SET version = version + 1, model = $2, inputs = $3, edited_model = $4, diagram = $5, total_cost_cents = $6, updated_at = now()
        WHERE id = $1 RETURNING ${EVENT_COLUMNS}`,
      [
        input.reportId,
        storedReport(input.made),
        JSON.stringify(input.inputs),
        storedReport(input.model),
        JSON.stringify(input.diagram),
        input.totalCostCents,
      ],
    );
    await addVersion(client, input);
    await appendEvent(client, row);
    await alongside(client);
    return true;
  });
}

const toldRow = z.object({ told: recalculationSchema });

/** What recalculating this version of this owner's report told them; null where it was not recalculated. */
export async function findRecalculation(
  client: Queryable,
  userId: string,
  reportId: string,
  version: number,
): Promise<Recalculation | null> {
  const found = await firstRow(
    client,
    toldRow,
    `SELECT b.told FROM reports_before b JOIN reports r ON r.id = b.report_id
      WHERE b.report_id = $1 AND r.user_id = $2 AND b.version = $3`,
    [reportId, userId, version],
  );
  return found?.told ?? null;
}

async function addVersion(
  client: Queryable,
  {
    reportId,
    onto,
    edits,
    totalCostCents,
  }: { reportId: string; onto: number; edits: ReportEdits; totalCostCents: number },
): Promise<void> {
  await execute(
    client,
    'INSERT INTO report_versions (report_id, version, edits, total_cost_cents) VALUES ($1, $2, $3, $4)',
    [reportId, onto + 1, JSON.stringify(edits), totalCostCents],
  );
}

const versionRow = z.object({
  version: z.int(),
  created_at: z.date(),
  total_cost_cents: int8,
  edits: reportEditsSchema,
  started: estimateSettingsSchema.nullable().catch(null),
});

/** The versions of this owner's report, newest first, without version 0. */
export async function listVersions(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<ReportVersion[]> {
  const found = await rows(
    client,
    versionRow,
    `SELECT v.version, v.created_at, v.total_cost_cents, v.edits, r.model #> '{estimate,scenario,set}' AS started FROM report_versions v
       JOIN reports r ON r.id = v.report_id
      WHERE v.report_id = $1 AND r.user_id = $2 ORDER BY v.version DESC`,
    [reportId, userId],
  );
  return found.map(({ version, created_at, total_cost_cents, edits, started }) => {
    return {
      version,
      date: created_at.toISOString(),
      total_cost: total_cost_cents / 100,
      changed: Object.keys(edits.changed).length,
      excluded: edits.excluded.length,
      added: edits.added.length,
      choices: choicesIn(edits, { ...NO_EDITS, scenario: started ?? {} }),
    };
  });
}
