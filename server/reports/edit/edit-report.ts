import type pg from 'pg';
import { z } from 'zod';
import { changesBetween } from '../../../contract/report-view/apply-changes.ts';
import { cardDiagramOf } from '../../../contract/report-view/line-order.ts';
import {
  choicesIn,
  type EditLinesRequest,
  type ReportChanges,
  type ReportEdits,
  type ReportVersion,
  startEdits,
} from '../../../contract/schemas/edit-report.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import type { Announcer } from '../../db/reports/report-events.ts';
import { findEditable, findEdits, listVersions, saveVersion } from '../../db/reports/report-versions.ts';
import { AppError } from '../../errors.ts';
import { withLinks } from '../../estimate/build-estimate.ts';
import { ENGINE_ID } from '../../estimate/calculation/engine-id.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';
import type { Calculating, Estimating } from '../../estimate/workers/estimating.ts';
import { derivedSections } from '../../pipeline/report-model.ts';
import { linkedReport, supplierLinksOf } from '../../pipeline/supplier-links.ts';
import type { Affiliates } from '../../suppliers/build-links.ts';
import { requireOwnReport } from '../read-report.ts';
import type { Choosable } from './apply-choice-edits.ts';
import { applyLineEdits, sameEdits } from './apply-line-edits.ts';
import { checkCalculation, jobOf, storedInputs } from './check-calculation.ts';
import type { KeptReports } from './kept-reports.ts';
import { afterChange, afterStep, historyOf } from './undo-redo.ts';

/** Told in the transaction that saves a report's next version. */
export type VersionMade = (client: pg.PoolClient, of: { userId: string; reportId: string }) => Promise<void>;

type EditTools = {
  pool: pg.Pool;
  announcer: Announcer;
  estimating: Pick<Estimating, 'for'>;
  affiliates: Affiliates;
  now(): Date;
  kept: KeptReports;
  versionMade: VersionMade;
};

/** Otherwise than the report started with. */
const changesIn = (edits: ReportEdits, start: ReportEdits): number =>
  Object.keys(edits.changed).length +
  edits.excluded.length +
  edits.added.length +
  (edits.order === null ? 0 : 1) +
  choicesIn(edits, start);

/**
 * The report as made, with these edits: estimate, headline and what follows from them; what would narrow the range after an answer is
 * left for `withGrounds`. `standing`: as it was shown before them. No model is asked.
 */
export async function editedModel(
  {
    calculating,
    affiliates,
    now,
  }: Pick<EditTools, 'affiliates' | 'now'> & { calculating: Pick<Calculating, 'edited'> },
  made: ReportModel,
  inputs: EstimateInputs,
  edits: ReportEdits,
  version: number,
  standing?: ReportModel,
): Promise<ReportModel> {
  const history = historyOf(version, edits);
  const edited = await calculating.edited(jobOf(made, inputs, edits, standing));
  const estimate = withLinks(edited.estimate, supplierLinksOf(made.vehicle, affiliates));
  return {
    ...made,
    ...derivedSections(made.lot, estimate),
    total_loss: edited.total_loss,
    edit: {
      version,
      edited_at: now().toISOString(),
      changes: changesIn(edits, startEdits(made.estimate)),
      can_undo: history.undo !== null,
      can_redo: history.redo !== null,
      estimated_total: made.estimate.total,
    },
  };
}

/** What the estimate of a report is calculated from; throws report_read_only for one made before that was kept as it is now. */
function inputsOf(stored: unknown): EstimateInputs {
  const inputs = storedInputs(stored);
  if (inputs === null)
    throw new AppError(
      'report_read_only',
      'This report was made by an earlier version of LotLens and can only be read. Recalculate it to change its lines.',
    );
  return inputs;
}

const calculationChanged = (): AppError =>
  new AppError(
    'calculation_changed',
    'This report was made by an earlier version of the calculation. Update it to current tables, which shows what moves, and then change it.',
  );

/**
 * Changes the lines of the user's own finished report, or makes an earlier version the newest again; what changes nothing
 * makes no version and answers the one that stands. Throws not_found, report_not_ready, report_read_only, calculation_changed
 * where the calculation of today would move figures the user did not touch, validation_error for a line or version that is not
 * there, and version_conflict, with the newest `details.version`, when the edit builds on an older one: then nothing is changed.
 */
export async function editReport(
  tools: EditTools,
  userId: string,
  reportId: string,
  request: EditLinesRequest,
): Promise<{ version: number; report: ReportModel; changes: ReportChanges }> {
  const { pool, kept, affiliates } = tools;
  const known = kept.get(reportId);
  const found = z.uuid().safeParse(reportId).success
    ? await findEditable(pool, userId, reportId, known)
    : null;
  if (found === null) throw new AppError('not_found', 'There is no such report.');
  if (found.model === null) throw new AppError('report_not_ready', 'This report is not ready yet.');
  if (found.version !== request.version) throw editConflict(found.version);
  const inputs = inputsOf(found.inputs);
  const stored = found.edited ?? found.model;
  const standing = found === known ? stored : linkedReport(stored, affiliates);
  const photos = found.model.photos.flatMap(({ number, url }) => (url === null ? [] : [number]));
  const edits = await editsAfter(
    pool,
    { userId, reportId },
    { ...found, choosable: { ...standing.estimate, photos }, start: startEdits(found.model.estimate) },
    request,
  );
  // A step leads elsewhere in the history even where both ends say the same.
  if (!('step' in request) && sameEdits(edits, found.edits)) {
    return { version: found.version, report: standing, changes: changesBetween(standing, standing) };
  }
  const calculating = tools.estimating.for(userCaller(userId));
  if ((await checkCalculation({ pool, calculating }, reportId, found)) === 'moved')
    throw calculationChanged();
  const version = found.version + 1;
  const report = await editedModel({ ...tools, calculating }, found.model, inputs, edits, version, stored);
  const totalCostCents = centsFromDollars(report.headline.repair.likely);
  const next = { edits, model: report, diagram: cardDiagramOf(report), totalCostCents };
  const saving = saveVersion(pool, { userId, reportId, onto: found.version, ...next }, (client) =>
    tools.versionMade(client, { userId, reportId }),
  );
  // Told from each other while the database writes.
  const changes = changesBetween(standing, report);
  const row = await saving;
  if (row === null) throw editConflict(version);
  // Where an older calculation gave its figures, the note that today's gives them too is in the row alone.
  if (inputs.versions.engine === ENGINE_ID)
    kept.keep(reportId, { ...found, row, version, edits, edited: report });
  tools.announcer.announce(userId);
  return { version, report, changes };
}

/** An edit builds on a version that is no longer the newest. */
export const editConflict = (newest: number): AppError =>
  new AppError('version_conflict', 'This report was edited elsewhere in the meantime. Please look again.', {
    details: { version: newest },
  });

type Owned = { userId: string; reportId: string };
type Editable = { choosable: Choosable; version: number; edits: ReportEdits; start: ReportEdits };

/** The edits that stand after a request, with where undo and redo lead from there. */
async function editsAfter(
  pool: pg.Pool,
  of: Owned,
  { choosable, version, edits, start }: Editable,
  request: EditLinesRequest,
): Promise<ReportEdits> {
  if ('restore' in request) {
    const earlier = await editsOf(pool, of, request.restore, start);
    return { ...earlier, history: afterChange(version) };
  }
  if ('edits' in request) {
    const changed = applyLineEdits(edits, request.edits, choosable);
    return { ...changed, history: afterChange(version) };
  }
  const to = historyOf(version, edits)[request.step];
  if (to === null) throw new AppError('validation_error', `There is nothing to ${request.step}.`);
  const other = await editsOf(pool, of, to, start);
  return { ...other, history: afterStep(request.step, version, historyOf(to, other)) };
}

async function editsOf(
  pool: pg.Pool,
  { userId, reportId }: Owned,
  version: number,
  start: ReportEdits,
): Promise<ReportEdits> {
  if (version === 0) return start;
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
