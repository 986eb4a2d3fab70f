import type pg from 'pg';
import { z } from 'zod';
import { cardDiagramOf } from '../../../contract/report-view/line-order.ts';
import {
  choicesIn,
  type EditLinesRequest,
  NO_EDITS,
  type ReportEdits,
  type ReportVersion,
} from '../../../contract/schemas/edit-report.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Announcer } from '../../db/reports/report-events.ts';
import { findEditable, findEdits, listVersions, saveVersion } from '../../db/reports/report-versions.ts';
import { AppError } from '../../errors.ts';
import { editEstimate } from '../../estimate/editing/apply-edits.ts';
import { totalLoss } from '../../estimate/totals/total-loss.ts';
import { derivedSections } from '../../pipeline/report-model.ts';
import { relinked, supplierLinksOf } from '../../pipeline/supplier-links.ts';
import type { Affiliates } from '../../suppliers/build-links.ts';
import { requireOwnReport } from '../read-report.ts';
import { applyLineEdits } from './apply-line-edits.ts';
import { afterChange, afterStep, historyOf } from './undo-redo.ts';

type EditTools = { pool: pg.Pool; announcer: Announcer; affiliates: Affiliates; now(): Date };

const changesIn = (edits: ReportEdits): number =>
  Object.keys(edits.changed).length +
  edits.excluded.length +
  edits.added.length +
  (edits.order === null ? 0 : 1) +
  choicesIn(edits);

/** The report as made, with these edits: estimate, headline and what follows from them. No model is asked. */
export function editedModel(
  made: ReportModel,
  edits: ReportEdits,
  version: number,
  editedAt: Date,
  affiliates: Affiliates,
): ReportModel {
  const history = historyOf(version, edits);
  const edited = editEstimate(made.estimate, edits, {
    vehicle: made.vehicle,
    retailValue: made.lot.retail_value,
  });
  const linksOf = supplierLinksOf(made.vehicle, affiliates);
  const estimate = { ...edited, lines: relinked(made.estimate.lines, edited.lines, linksOf) };
  return {
    ...made,
    ...derivedSections(made.lot, estimate),
    total_loss: made.total_loss && totalLoss(made.total_loss.state, made.lot.title, estimate),
    edit: {
      version,
      edited_at: editedAt.toISOString(),
      changes: changesIn(edits),
      can_undo: history.undo !== null,
      can_redo: history.redo !== null,
      estimated_total: made.estimate.total,
    },
  };
}

/**
 * Changes the lines of the user's own finished report, or makes an earlier version the newest again. Throws not_found,
 * report_not_ready, validation_error for a line or version that is not there, and version_conflict, with the newest
 * `details.version`, when the edit builds on an older one: then nothing is changed.
 */
export async function editReport(
  tools: EditTools,
  userId: string,
  reportId: string,
  request: EditLinesRequest,
): Promise<{ version: number; report: ReportModel }> {
  const { pool } = tools;
  const found = z.uuid().safeParse(reportId).success ? await findEditable(pool, userId, reportId) : null;
  if (found === null) throw new AppError('not_found', 'There is no such report.');
  if (found.model === null) throw new AppError('report_not_ready', 'This report is not ready yet.');
  if (found.version !== request.version) throw conflict(found.version);
  const edits = await editsAfter(pool, { userId, reportId }, { ...found, model: found.model }, request);
  const version = found.version + 1;
  const report = editedModel(found.model, edits, version, tools.now(), tools.affiliates);
  const totalCostCents = centsFromDollars(report.headline.repair.likely);
  const stored = { edits, model: report, diagram: cardDiagramOf(report), totalCostCents };
  if (!(await saveVersion(pool, { userId, reportId, onto: found.version, ...stored })))
    throw conflict(version);
  tools.announcer.announce(userId);
  return { version, report };
}

const conflict = (newest: number): AppError =>
  new AppError('version_conflict', 'This report was edited elsewhere in the meantime. Please look again.', {
    details: { version: newest },
  });

type Owned = { userId: string; reportId: string };
type Editable = { model: ReportModel; version: number; edits: ReportEdits | null };

/** The edits that stand after a request, with where undo and redo lead from there. */
async function editsAfter(
  pool: pg.Pool,
  of: Owned,
  { model, version, edits }: Editable,
  request: EditLinesRequest,
): Promise<ReportEdits> {
  if ('restore' in request) {
    const earlier = await editsOf(pool, of, request.restore);
    return { ...earlier, history: afterChange(version) };
  }
  if ('edits' in request) {
    const changed = applyLineEdits(edits ?? NO_EDITS, request.edits, model.estimate);
    return { ...changed, history: afterChange(version) };
  }
  const to = historyOf(version, edits)[request.step];
  if (to === null) throw new AppError('validation_error', `There is nothing to ${request.step}.`);
  const other = await editsOf(pool, of, to);
  return { ...other, history: afterStep(request.step, version, historyOf(to, other)) };
}

async function editsOf(pool: pg.Pool, { userId, reportId }: Owned, version: number): Promise<ReportEdits> {
  if (version === 0) return NO_EDITS;
  const edits = await findEdits(pool, userId, reportId, version);
  if (edits === null)
    throw new AppError('validation_error', 'This report has no such version.', { details: { version } });
  return edits;
}

/** The versions of the user's own report, newest first. */
export async function readVersions(
  pool: pg.Pool,
  userId: string,
  reportId: string,
): Promise<ReportVersion[]> {
  await requireOwnReport(pool, userId, reportId);
  return await listVersions(pool, userId, reportId);
}
