import type pg from 'pg';
import { z } from 'zod';
import type { CardDiagram } from '../../../contract/car-diagram/card-diagram.ts';
import { failedStatus, STEP_NAMES, type StepName } from '../../../contract/report-status.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { refundReport, settleReport } from '../accounts/quota.ts';
import { inTransaction } from '../client.ts';
import { execute, firstRow, rows } from '../rows.ts';
import { appendEvent, EVENT_COLUMNS, eventSourceSchema } from './report-events.ts';
import { storedReport } from './upgrade-report.ts';

/** A worker's claim on a report (report-leases.ts). Every write names the fence; a worker that lost its run writes nothing. */
export type Run = {
  reportId: string;
  userId: string | null;
  lotKey: string;
  url: string;
  createdAt: Date;
  fence: number;
  status: string;
  /** Of the request that asked for it. */
  traceId: string | null;
  /** Workers died while they ran it: it is to run in a process of its own. */
  inOwnProcess: boolean;
};

/** This worker's run was taken over or ended elsewhere, or its lease ran out: stop at once, write nothing. */
export class LeaseLost extends Error {
  constructor() {
    super('this worker no longer holds the report');
    this.name = 'LeaseLost';
  }
}

const savedStepSchema = z.object({
  step: z.enum(STEP_NAMES),
  status: z.enum(['running', 'done', 'failed']),
  attempt: z.int(),
  output: z.unknown(),
});
export type SavedStep = z.infer<typeof savedStepSchema>;

export async function readSteps(pool: pg.Pool, reportId: string): Promise<SavedStep[]> {
  return await rows(
    pool,
    savedStepSchema,
    'SELECT step, status, attempt, output FROM report_steps WHERE report_id = $1',
    [reportId],
  );
}

const begunRow = z.object({ attempt: z.int(), waited_ms: z.number() });

/**
 * Notes that a step begins. Answers which attempt this is, attempts of killed workers included, and for how long
 * sources have kept it waiting, ms.
 */
export async function beginStep(
  pool: pg.Pool,
  run: Run,
  step: StepName,
): Promise<{ attempt: number; waitedMs: number }> {
  const begun = await firstRow(
    pool,
    begunRow,
    `INSERT INTO report_steps (report_id, step, status, attempt)
       SELECT id, $3, 'running', 1 FROM reports WHERE id = $1 AND fence = $2 AND finished_at IS NULL
     ON CONFLICT (report_id, step) DO UPDATE
       SET status = 'running', attempt = report_steps.attempt + 1, started_at = now(), finished_at = NULL, error_code = NULL
     RETURNING attempt, coalesce(1000 * extract(epoch FROM now() - postponed_since), 0)::float8 AS waited_ms`,
    [run.reportId, run.fence, step],
  );
  if (!begun) throw new LeaseLost();
  return { attempt: begun.attempt, waitedMs: begun.waited_ms };
}

/** Takes an attempt back: the source asked us to wait, which costs none. */
export async function releaseAttempt(pool: pg.Pool, run: Run, step: StepName): Promise<void> {
  await execute(
    pool,
    `UPDATE report_steps SET attempt = greatest(attempt - 1, 0), postponed_since = coalesce(postponed_since, now())
     WHERE report_id = $1 AND step = $2
       AND EXISTS (SELECT 1 FROM reports WHERE id = $1 AND fence = $3)`,
    [run.reportId, step, run.fence],
  );
}

/** What the lot reading settles about the report's card. */
export type CardFacts = {
  modelName: string | null;
  vin: string | null;
  lotNumber: string | null;
  makeName: string | null;
  bodyType: string | null;
  mileage: number | null;
};

/**
 * Saves a step's output and moves the shown status, with its event, in one transaction. Steps in `order` that the shown
 * status jumps over (done already, beside a slower one) get their event too: a client sees every step, in order.
 * Throws LeaseLost when another worker holds the run.
 */
export async function saveStep(
  pool: pg.Pool,
  run: Run,
  saved: {
    step: StepName;
    output: unknown;
    status: StepName;
    message: string;
    card?: CardFacts;
    order?: readonly { status: StepName; message: string }[];
  },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const row = await moveReport(client, run, saved.status, saved.message, saved.card);
    await storeOutput(client, run, saved.step, saved.output);
    const order = saved.order ?? [];
    const from = order.findIndex(({ status }) => status === row.old_status);
    const to = order.findIndex(({ status }) => status === row.status);
    for (const passed of from < 0 ? [] : order.slice(from + 1, to))
      await appendEvent(client, { ...row, ...passed });
    if (row.status !== row.old_status || saved.card) await appendEvent(client, row);
  });
}

/** What else the transaction that ends a report does. */
type Alongside = (client: pg.PoolClient) => Promise<void>;

/** The last step is done: output, model, total, settled quota and the final event in one transaction. */
export async function finishRun(
  pool: pg.Pool,
  run: Run,
  done: {
    step: StepName;
    output: unknown;
    model: ReportModel;
    /** What its estimate is calculated from. */
    inputs: unknown;
    diagram: CardDiagram | null;
    totalCostCents: number;
    message: string;
  },
  alongside?: Alongside,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const row = await firstRow(
      client,
      eventSourceSchema,
      `UPDATE reports SET status = 'finished', message = $3, model = $4, inputs = $7, diagram = $6, total_cost_cents = $5, finished_at = now(), updated_at = now()
        WHERE id = $1 AND fence = $2 AND finished_at IS NULL RETURNING ${EVENT_COLUMNS}`,
      [
        run.reportId,
        run.fence,
        done.message,
        storedReport(done.model),
        done.totalCostCents,
        JSON.stringify(done.diagram),
        JSON.stringify(done.inputs),
      ],
    );
    if (!row) throw new LeaseLost();
    await storeOutput(client, run, done.step, done.output);
    if (run.userId)
      await settleReport(client, { userId: run.userId, reportId: run.reportId, reason: 'report finished' });
    await appendEvent(client, row);
    await alongside?.(client);
  });
}

/** Ends a report at `step` with a code and a sentence; what was found stays, the reserved report goes back. */
export async function failRun(
  pool: pg.Pool,
  run: Pick<Run, 'reportId' | 'fence'>,
  failure: { step: StepName; code: string; message: string },
  alongside?: Alongside,
): Promise<string | null> {
  return await inTransaction(pool, async (client) => {
    const row = await firstRow(
      client,
      eventSourceSchema,
      `UPDATE reports SET status = $3, message = $4, error_code = $5, finished_at = now(), updated_at = now()
        WHERE id = $1 AND fence = $2 AND finished_at IS NULL RETURNING ${EVENT_COLUMNS}`,
      [run.reportId, run.fence, failedStatus(failure.step), failure.message, failure.code],
    );
    if (!row) throw new LeaseLost();
    await execute(
      client,
      `UPDATE report_steps SET status = 'failed', error_code = $3, finished_at = now() WHERE report_id = $1 AND step = $2`,
      [run.reportId, failure.step, failure.code],
    );
    if (row.user_id)
      await refundReport(client, { userId: row.user_id, reportId: run.reportId, reason: failure.code });
    await appendEvent(client, row);
    await alongside?.(client);
    return row.user_id;
  });
}

const movedRow = eventSourceSchema.extend({ old_status: z.string() });

async function moveReport(
  client: pg.PoolClient,
  run: Run,
  status: StepName,
  message: string,
  card?: CardFacts,
): Promise<z.infer<typeof movedRow>> {
  const row = await firstRow(
    client,
    movedRow,
    `UPDATE reports r SET status = $3, message = $4, updated_at = now(),
            model_name = coalesce($5, r.model_name), vin = coalesce($6, r.vin), lot_number = coalesce($7, r.lot_number),
            make_name = coalesce($8, r.make_name), body_type = coalesce($9, r.body_type), mileage = coalesce($10, r.mileage)
       FROM (SELECT id AS old_id, status AS old_status FROM reports WHERE id = $1 FOR UPDATE) before
      WHERE r.id = before.old_id AND r.fence = $2 AND r.finished_at IS NULL
      RETURNING ${EVENT_COLUMNS.split(', ')
        .map((column) => `r.${column}`)
        .join(', ')}, before.old_status`,
    [
      run.reportId,
      run.fence,
      status,
      message,
      card?.modelName ?? null,
      card?.vin ?? null,
      card?.lotNumber ?? null,
      card?.makeName ?? null,
      card?.bodyType ?? null,
      card?.mileage ?? null,
    ],
  );
  if (!row) throw new LeaseLost();
  return row;
}

async function storeOutput(client: pg.PoolClient, run: Run, step: StepName, output: unknown): Promise<void> {
  await execute(
    client,
    `INSERT INTO report_steps (report_id, step, status, attempt, output, finished_at) VALUES ($1, $2, 'done', 1, $3, now())
     ON CONFLICT (report_id, step) DO UPDATE SET status = 'done', output = $3, error_code = NULL, finished_at = now()`,
    [run.reportId, step, JSON.stringify(output)],
  );
}
