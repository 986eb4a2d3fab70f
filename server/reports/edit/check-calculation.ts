import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { type ReportEdits, startEdits } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine, Range } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { type EditableReport, stampEngine } from '../../db/reports/report-versions.ts';
import { AppError } from '../../errors.ts';
import { ENGINE_ID } from '../../estimate/calculation/engine-id.ts';
import { type EstimateInputs, estimateInputsSchema } from '../../estimate/calculation/estimate-inputs.ts';
import type { EditedEstimate, EditedJob } from '../../estimate/workers/estimate-jobs.ts';
import type { Calculating } from '../../estimate/workers/estimating.ts';
import { lossOf } from '../../pipeline/steps/make-report.ts';

type CheckTools = { pool: pg.Pool; calculating: Pick<Calculating, 'edited'> };

/** What is calculated of a report as made with these edits; `standing`: the report as it was shown before them. */
export function jobOf(
  made: ReportModel,
  inputs: EstimateInputs,
  edits: ReportEdits | null,
  standing?: ReportModel,
): EditedJob {
  const { evidence, narrowing } = made.estimate;
  return {
    inputs,
    edits,
    grounds: { ...(evidence ? { evidence } : {}), ...(narrowing ? { narrowing } : {}) },
    before: standing && { evidence: standing.estimate.evidence },
    loss: made.total_loss && {
      ...lossOf(made.lot, made.vehicle, made.created_at, null),
      state: made.total_loss.state,
    },
  };
}

const money = (range: Range | null) => range && [range.low, range.likely, range.high];

const lineFigures = (line: EstimateLine) => ({
  standing: line.standing,
  operation: line.operation,
  part_type: line.part_type,
  quantity: line.quantity,
  probability: line.probability,
  part_price: money(line.part_price),
  labour: line.labour && [line.labour.type, line.labour.rate, money(line.labour.hours)],
  refinish: line.refinish && [
    line.refinish.hours,
    line.refinish.clear_coat_hours,
    line.refinish.overlap_hours,
    line.refinish.rate,
    line.refinish.materials_rate,
  ],
  sublet: money(line.sublet),
  cost: money(line.cost),
  expected_cost: line.expected_cost,
});

const byId = (lines: readonly EstimateLine[] = []) =>
  Object.fromEntries(lines.map((line) => [line.id, lineFigures(line)]));

/** What a report says in figures; its words, numbers of parts and links may be told otherwise and move no money. */
function figuresOf({ estimate, total_loss }: EditedEstimate): unknown {
  const { lines, excluded, totals, outcome, subtotal, tax, total, repair_to_value, cost_to_value } = estimate;
  const figures = {
    lines: byId(lines),
    excluded: byId(excluded),
    totals: totals.map(({ key, basis, rate, likely }) => [key, basis, rate, likely]),
    outcome,
    subtotal,
    tax,
    total,
    repair_to_value,
    cost_to_value,
    verdict: total_loss?.verdict,
    probability: total_loss?.probability,
  };
  // As both read once stored: nothing undefined, no negative zero.
  return JSON.parse(JSON.stringify(figures));
}

const understood = new WeakMap<object, EstimateInputs | null>();

/**
 * What a report stores to calculate its estimate from; null where that was not kept, or is no longer understood. The same object
 * for the same stored one: calculating keeps by it what it found out before.
 */
export function storedInputs(stored: unknown): EstimateInputs | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const known = understood.get(stored);
  if (known !== undefined) return known;
  const inputs = estimateInputsSchema.safeParse(stored).data ?? null;
  understood.set(stored, inputs);
  return inputs;
}

/**
 * Whether the calculation of today gives the figures that a report stores, as made and with its edits, over its own tables:
 * only asked where another calculation gave them last, and noted where it does. `unreadable`: what it is calculated from is not
 * kept, or no longer understood. Throws unavailable.
 */
export async function checkCalculation(
  { pool, calculating }: CheckTools,
  reportId: string,
  { model, edited, edits, version, inputs: stored }: EditableReport,
): Promise<'same' | 'moved' | 'unreadable'> {
  const inputs = storedInputs(stored);
  if (model === null || inputs === null) return 'unreadable';
  if (inputs.versions.engine === ENGINE_ID) return 'same';
  const gives = async (shown: ReportModel, by: ReportEdits | null): Promise<boolean> =>
    isDeepStrictEqual(figuresOf(await calculating.edited(jobOf(model, inputs, by, shown))), figuresOf(shown));
  try {
    if (!(await gives(model, startEdits(model.estimate)))) return 'moved';
    if (edited !== null && !(await gives(edited, edits))) return 'moved';
  } catch (error) {
    if (error instanceof AppError && error.code === 'report_read_only') return 'unreadable';
    throw error;
  }
  await stampEngine(pool, { reportId, version, engine: ENGINE_ID });
  return 'same';
}
