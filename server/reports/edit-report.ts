import type pg from 'pg';
import { z } from 'zod';
import {
  type EditLinesRequest,
  NO_EDITS,
  type ReportEdits,
  type ReportVersions,
} from '../../contract/edit-report.ts';
import { centsFromDollars } from '../../contract/money.ts';
import type { ReportModel } from '../../contract/report.ts';
import type { Announcer } from '../db/report-events.ts';
import { findEditable, findEdits, listVersions, saveVersion } from '../db/report-versions.ts';
import { AppError } from '../errors.ts';
import { editEstimate } from '../estimate/edit-estimate.ts';
import { totalLoss } from '../estimate/total-loss.ts';
import { whatFollows } from '../pipeline/report-model.ts';
import { applyLineEdits } from './apply-line-edits.ts';
import { requireOwnReport } from './read-report.ts';

type EditTools = { pool: pg.Pool; announcer: Announcer; now(): Date };

const changesIn = (edits: ReportEdits): number =>
  Object.keys(edits.changed).length +
  edits.excluded.length +
  edits.added.length +
  (edits.order === null ? 0 : 1);

/** The report as made, with these edits: estimate, headline and what follows from them. No model is asked. */
export function editedModel(
  made: ReportModel,
  edits: ReportEdits,
  version: number,
  editedAt: Date,
): ReportModel {
  const estimate = editEstimate(made.estimate, edits, {
    vehicle: made.vehicle,
    retailValue: made.lot.retail_value,
  });
  return {
    ...made,
    ...whatFollows(made.lot, estimate),
    total_loss: made.total_loss && totalLoss(made.total_loss.state, estimate.repair_to_value?.likely ?? null),
    edit: { version, edited_at: editedAt.toISOString(), changes: changesIn(edits) },
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
  const edits =
    'restore' in request
      ? await editsOf(pool, userId, reportId, request.restore)
      : applyLineEdits(
          found.edits ?? NO_EDITS,
          request.edits,
          found.model.estimate.lines.map(({ id }) => id),
        );
  const version = found.version + 1;
  const report = editedModel(found.model, edits, version, tools.now());
  const totalCostCents = centsFromDollars(report.headline.repair.likely);
  const given = { userId, reportId, onto: found.version, edits, model: report, totalCostCents };
  if (!(await saveVersion(pool, given))) throw conflict(version);
  tools.announcer.announce(userId);
  return { version, report };
}

const conflict = (newest: number): AppError =>
  new AppError('version_conflict', 'This report was edited elsewhere in the meantime. Please look again.', {
    details: { version: newest },
  });

async function editsOf(
  pool: pg.Pool,
  userId: string,
  reportId: string,
  version: number,
): Promise<ReportEdits> {
  if (version === 0) return NO_EDITS;
  const edits = await findEdits(pool, userId, reportId, version);
  if (edits === null)
    throw new AppError('validation_error', 'This report has no such version.', { details: { version } });
  return edits;
}

/** The versions of the user's own report, newest first. */
export async function readVersions(pool: pg.Pool, userId: string, reportId: string): Promise<ReportVersions> {
  await requireOwnReport(pool, userId, reportId);
  return await listVersions(pool, userId, reportId);
}
