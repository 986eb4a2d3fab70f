import fs from 'node:fs/promises';
import path from 'node:path';
import { addressOf } from '../../contract/api/api-call.ts';
import { samplePhoto } from '../../contract/api/site-calls.ts';
import type { FIRST_SIZES } from '../../contract/facts/photo-sizes.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { samplePhotoFile } from '../../samples/sample-photo.ts';
import { upgradeReport } from '../db/reports/upgrade-report.ts';
import type { IngestResult } from '../images/ingest-photo.ts';
import type { LotReader } from '../lots/lot-reader.ts';

/** The lot whose report is the sample: the product's own output for it, shipped as a file. */
export const SAMPLE_REPORT_LOT = '90000001';
export const SAMPLE_REPORT_ID = 'sample';
export const SAMPLE_REPORT_FILE = path.join(import.meta.dirname, '..', '..', 'samples', 'sample-report.json');

const VIEWS = SAMPLE_LISTINGS[SAMPLE_REPORT_LOT].views;
/** A photo of the sample report by its name, `90000001-front`. */
const names = new Map(VIEWS.map((view) => [`${SAMPLE_REPORT_LOT}-${view}`, view]));

/** Where the nth listed photo (from 1) is served in every mode; null when there is none. */
export function samplePhotoPath(nth: number, size: 'full' | 'thumbnail'): string | null {
  const view = VIEWS[nth - 1];
  if (view === undefined) return null;
  return addressOf(samplePhoto, { params: { photo: `${SAMPLE_REPORT_LOT}-${view}`, file: `${size}.jpg` } });
}

let report: Promise<ReportModel> | undefined;

/** The sample report, read once. */
export function readSampleReport(): Promise<ReportModel> {
  report ??= fs.readFile(SAMPLE_REPORT_FILE, 'utf8').then((text) => upgradeReport(JSON.parse(text)));
  return report;
}

const sizes = new Map<string, Promise<IngestResult>>();

/** A photo of the sample report as it is shipped; null for any other name. */
export async function readSamplePhotoFile(name: string): Promise<Buffer | null> {
  const view = names.get(name);
  return view === undefined ? null : await fs.readFile(samplePhotoFile(SAMPLE_REPORT_LOT, view));
}

/**
 * A photo of the sample report as JPEG, made from the shipped file once, by the reader of photos: decoding takes memory that
 * a process which serves people would keep. Null for any other name.
 */
export async function readSamplePhoto(
  reader: Pick<LotReader, 'ingestPhoto'>,
  name: string,
  size: (typeof FIRST_SIZES)[number],
): Promise<Buffer | null> {
  const view = names.get(name);
  if (view === undefined) return null;
  let taking = sizes.get(name);
  if (!taking) {
    taking = fs
      .readFile(samplePhotoFile(SAMPLE_REPORT_LOT, view))
      .then((bytes) => reader.ingestPhoto(bytes, {}));
    taking.then(
      (taken) => taken.ok || sizes.delete(name),
      () => sizes.delete(name),
    );
    sizes.set(name, taking);
  }
  const taken = await taking;
  return taken.ok ? taken.photo[size] : null;
}
