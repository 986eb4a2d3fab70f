import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { z } from 'zod';
import { cardDiagramOf } from '../../../contract/report-view/line-order.ts';
import { isOfKind } from '../../../contract/report-view/words/sources.ts';
import type {
  LATE_PHOTOS,
  RecalculateAnswer,
  Recalculation,
  ReportEdits,
} from '../../../contract/schemas/edit-report.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import type { Announcer } from '../../db/reports/report-events.ts';
import { readSteps } from '../../db/reports/report-runs.ts';
import { findEditable, findRecalculation, saveRecalculated } from '../../db/reports/report-versions.ts';
import { findReportState } from '../../db/reports/reports.ts';
import { storedReport } from '../../db/reports/upgrade-report.ts';
import { AppError } from '../../errors.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';
import type { Calculating, Estimating } from '../../estimate/workers/estimating.ts';
import { type EstimatedParts, keptPartsOf } from '../../pipeline/kept-parts.ts';
import { type EstimateConfig, makeReport } from '../../pipeline/steps/make-report.ts';
import { linkedReport } from '../../pipeline/supplier-links.ts';
import { checkCalculation, storedInputs } from '../edit/check-calculation.ts';
import { editConflict, editedModel, type VersionMade } from '../edit/edit-report.ts';
import { carryEdits } from './carry-edits.ts';
import { type KeptFacts, keptFacts } from './kept-facts.ts';
import { whatMoved } from './what-moved.ts';

export type RecalculateTools = {
  pool: pg.Pool;
  announcer: Announcer;
  estimate: EstimateConfig;
  estimating: Estimating;
  versionMade: VersionMade;
  now(): Date;
};

/** The report as it would be made today, under its own id and day. */
async function madeAnew(
  { estimate: settings, now }: RecalculateTools,
  calculating: Calculating,
  { input, told }: KeptFacts,
  estimated: EstimatedParts,
  before: ReportModel,
): Promise<{ model: ReportModel; inputs: EstimateInputs }> {
  const { model, inputs } = await makeReport(settings, calculating, {
    ...input,
    estimated,
    createdAt: now().toISOString(),
  });
  const gone = input.numbers === undefined ? [] : before.sources.filter(isOfCatalogue);
  const [first, ...others] = model.sources;
  return {
    inputs,
    model: {
      ...model,
      ...told,
      created_at: before.created_at,
      sources: first ? [first, ...gone, ...others] : model.sources,
    },
  };
}

/** Sources that only the catalogues' own answers tell anew. */
const isOfCatalogue = (note: ReportModel['sources'][number]): boolean =>
  isOfKind(note, 'numbers') || isOfKind(note, 'prices');

/** As it reads once stored. */
const asStored = (model: ReportModel): unknown => JSON.parse(storedReport(model));

const unstamped = ({ versions: { engine: _, ...versions }, ...inputs }: EstimateInputs): unknown => ({
  ...inputs,
  versions,
});

/** A version's edits, from which there is no way back by undo: what they were made on is gone from under them. */
const firstOf = (edits: ReportEdits): ReportEdits => ({ ...edits, history: { undo: null, redo: null } });

/**
 * Makes the user's own finished report anew from what is kept of it, by the tables of today: its next version, with the edits it
 * has a place for, and with what the estimates that the user keeps tell today. The report before is kept. Charges nothing,
 * fetches nothing, asks no model. Where nothing moved, nothing is stored. Asked twice with the same version, the second answer
 * is the first. `late`: what came of its photos later and is why; `alongside` happens if and only if a version is stored. Throws
 * not_found, report_not_ready and version_conflict.
 */
export async function recalculateReport(
  tools: RecalculateTools,
  userId: string,
  reportId: string,
  version: number,
  by: { late?: (typeof LATE_PHOTOS)[number]; alongside?(client: pg.PoolClient): Promise<void> } = {},
): Promise<RecalculateAnswer> {
  const { pool } = tools;
  const found = z.uuid().safeParse(reportId).success ? await findEditable(pool, userId, reportId) : null;
  const state = found && (await findReportState(pool, userId, reportId));
  if (!found || !state) throw new AppError('not_found', 'There is no such report.');
  if (found.model === null) throw new AppError('report_not_ready', 'This report is not ready yet.');
  const { affiliates } = tools.estimate;
  const standing = linkedReport(found.edited ?? found.model, affiliates);
  if (found.version !== version) {
    const told =
      found.version === version + 1 ? await findRecalculation(pool, userId, reportId, version) : null;
    if (told === null) throw editConflict(found.version);
    return { version: found.version, report: standing, ...told };
  }

  const from = storedInputs(found.inputs);
  const facts = keptFacts(await readSteps(pool, reportId), found.model, state.lot_key, from);
  const estimated = await keptPartsOf(pool, userId, facts.input.crawled.vehicle);
  const calculating = tools.estimating.for(userCaller(userId));
  const { model, inputs } = await madeAnew(tools, calculating, facts, estimated, found.model);
  const calculation = await checkCalculation({ pool, calculating }, reportId, found);
  const same =
    calculation === 'same' &&
    isDeepStrictEqual(from && unstamped(from), unstamped(inputs)) &&
    isDeepStrictEqual(asStored(model), asStored(found.model));
  const { likely } = standing.estimate.total;
  if (same)
    return {
      version,
      report: standing,
      likely: { before: likely, after: likely },
      moved: [],
      not_carried: [],
      notes: facts.notes,
    };

  const { edits, left } = carryEdits(found.edits, inputs, standing);
  const next = firstOf(edits);
  const report = await editedModel({ ...tools, calculating, affiliates }, model, inputs, next, version + 1);
  const told: Recalculation = {
    ...(by.late && { late_photos: by.late }),
    likely: { before: likely, after: report.estimate.total.likely },
    moved: [
      ...whatMoved(found.model, from, inputs),
      ...(calculation === 'moved' ? ['The calculation itself has changed since this report was made.'] : []),
    ],
    not_carried: left,
    notes: facts.notes,
  };
  const saved = await saveRecalculated(
    pool,
    {
      userId,
      reportId,
      onto: version,
      edits: next,
      made: model,
      inputs,
      model: report,
      told,
      diagram: cardDiagramOf(report),
      totalCostCents: centsFromDollars(report.headline.repair.likely),
    },
    async (client) => {
      await tools.versionMade(client, { userId, reportId });
      await by.alongside?.(client);
    },
  );
  // Somebody was faster: the same question meets their answer.
  if (!saved) return await recalculateReport(tools, userId, reportId, version, by);
  tools.announcer.announce(userId);
  return { version: version + 1, report, ...told };
}
