import type pg from 'pg';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { findEditable, saveGrounds } from '../../db/reports/report-versions.ts';
import { AppError } from '../../errors.ts';
import { ENGINE_ID } from '../../estimate/calculation/engine-id.ts';
import type { Estimating } from '../../estimate/workers/estimating.ts';
import { jobOf, storedInputs } from './check-calculation.ts';

export type GroundsTools = { readonly pool: pg.Pool; readonly estimating: Pick<Estimating, 'for'> };

/** Whether an answer left open what would narrow the range now. */
const isOpen = ({ estimate, edit }: ReportModel): boolean =>
  edit !== undefined && estimate.evidence !== undefined && estimate.narrowing === undefined;

/**
 * A stored report with what its answers moved and what would narrow its range now: an answer is saved without them, because they take
 * two dozen forecasts, and the first reader of that version has them calculated and stored. As stored where nothing is open, where
 * another version came meanwhile, and where too much is being calculated.
 */
export async function withGrounds(
  { pool, estimating }: GroundsTools,
  caller: WorkCaller,
  of: { userId: string | null; reportId: string },
  model: ReportModel,
): Promise<ReportModel> {
  if (!isOpen(model)) return model;
  const found = await findEditable(pool, of.userId, of.reportId);
  const inputs = storedInputs(found?.inputs);
  if (!found?.model?.estimate.narrowing || inputs === null) return model;
  if (inputs.versions.engine !== ENGINE_ID || found.version !== model.edit?.version) return model;
  try {
    const grounds = await estimating.for(caller).answered(jobOf(found.model, inputs, found.edits));
    await saveGrounds(pool, { reportId: of.reportId, version: found.version, grounds });
    return { ...model, estimate: { ...model.estimate, ...grounds } };
  } catch (error) {
    // A report opens however much is being calculated, and by tables that are gone: the next reader tries again.
    if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'report_read_only'))
      return model;
    throw error;
  }
}
