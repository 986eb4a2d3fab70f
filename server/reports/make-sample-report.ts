import type { ReportModel } from '../../contract/schemas/report.ts';
import { inTransaction } from '../db/client.ts';
import { findEditable } from '../db/reports/report-versions.ts';
import { insertReport } from '../db/reports/reports.ts';
import { type EstimateInputs, estimateInputsSchema } from '../estimate/calculation/estimate-inputs.ts';
import { scrapeLot } from '../lots/scrape-lot.ts';
import type { PipelineTools } from '../pipeline/pipeline-tools.ts';
import { reportEngine } from '../pipeline/run/report-engine.ts';
import { runReport } from '../pipeline/run/run-report.ts';
import { readFinishedReport } from './read-report.ts';
import { SAMPLE_REPORT_ID, SAMPLE_REPORT_LOT, samplePhotoPath } from './sample-report.ts';

/** The place of a photo in its listing, as the sample site numbers it. */
const placeOf = (url: string | null): number => Number(/-(\d+)\.jpg$/.exec(url ?? '')?.[1]);

type Made = { model: ReportModel; inputs: EstimateInputs };

/** Runs the pipeline on a lot without an account. Returns the report and the inputs of its estimate. */
export async function makeReportOf(tools: PipelineTools, link: string): Promise<Made> {
  const { pool } = tools.lots;
  const signal = AbortSignal.timeout(5 * 60_000);
  const lot = await scrapeLot(tools.lots, link, signal);
  const made = await inTransaction(pool, (client) =>
    insertReport(client, { userId: null, lot, message: 'Sample report' }),
  );
  if (made === null) throw new Error('The sample report could not be created.');
  const outcome = await runReport(reportEngine(tools), made.id, signal);
  if (outcome.kind !== 'finished') throw new Error(`The sample report ended as ${outcome.kind}.`);
  const stored = await findEditable(pool, null, made.id);
  return {
    model: await readFinishedReport({ pool, estimate: tools.estimate }, null, made.id),
    inputs: estimateInputsSchema.parse(stored?.inputs),
  };
}

/** Makes the sample report, with the photo addresses that work in every mode. Needs the samples on. */
export async function makeSampleReport(tools: PipelineTools): Promise<Made> {
  const { model, inputs } = await makeReportOf(tools, `https://bid.cars/en/lot/1-${SAMPLE_REPORT_LOT}`);
  return { model: withStandingAddresses(model), inputs };
}

function withStandingAddresses(model: ReportModel): ReportModel {
  return {
    ...model,
    report_id: SAMPLE_REPORT_ID,
    lot: {
      ...model.lot,
      images: model.lot.images.map((image) => ({
        ...image,
        served_url: samplePhotoPath(placeOf(image.url), 'full'),
        served_thumbnail: samplePhotoPath(placeOf(image.url), 'thumbnail'),
      })),
    },
    photos: model.photos.map((photo) => ({
      ...photo,
      url: samplePhotoPath(placeOf(photo.source_url), 'full'),
      thumbnail: samplePhotoPath(placeOf(photo.source_url), 'thumbnail'),
    })),
    detection: { ...model.detection, engine: { ...model.detection.engine, ms: 0 } },
  };
}
