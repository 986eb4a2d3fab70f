import { z } from 'zod';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { type ReportModel, reportModelSchema } from '../../../contract/schemas/report.ts';

const versionedSchema = z.looseObject({ schema_version: z.number().int().positive() });

/**
 * Every version a report was ever stored in: its schema, and how it becomes the one after it. The newest has no `next`.
 * A stored row is never rewritten: it is brought up each time it is read, so a fault in a step can be mended later.
 */
const VERSIONS: Readonly<Record<number, { schema: z.ZodType; next?: (stored: never) => unknown }>> = {
  // What version 1 says of its lines and totals can't be told anew: it stays as it is, to be read.
  1: { schema: reportModelSchema },
  2: { schema: reportModelSchema },
};

const unlinked = (line: EstimateLine): EstimateLine => ({ ...line, supplier_links: [] });

/**
 * A report as it is stored: without where its parts are bought, which is most of its bytes and follows the configuration
 * (`linkedReport`). One of schema_version 1 keeps the links it was made with.
 */
export function storedReport(model: ReportModel): string {
  if (model.schema_version === 1) return JSON.stringify(model);
  const { lines, excluded } = model.estimate;
  const estimate = {
    ...model.estimate,
    lines: lines.map(unlinked),
    ...(excluded ? { excluded: excluded.map(unlinked) } : {}),
  };
  return JSON.stringify({ ...model, estimate });
}

/** A stored report that can't be read: which version, and where it does not fit. */
export class StoredReportFault extends Error {}

/**
 * A stored report of any version → the one the product works with. Throws StoredReportFault for a version that is not
 * known here (stored by a newer LotLens) and for a row that does not fit its own version.
 */
export function upgradeReport(stored: unknown): ReportModel {
  let report = stored;
  for (;;) {
    const { data: versioned } = versionedSchema.safeParse(report);
    const version = versioned && VERSIONS[versioned.schema_version];
    if (!version)
      throw new StoredReportFault(
        `The stored report has schema_version ${versioned?.schema_version ?? 'none'}; known are ${Object.keys(VERSIONS).join(', ')}.`,
      );
    const read = version.schema.safeParse(report);
    if (!read.success)
      throw new StoredReportFault(
        `The stored report does not fit schema_version ${versioned.schema_version}: ${z.prettifyError(read.error)}`,
      );
    if (version.next === undefined) return read.data as ReportModel;
    report = version.next(read.data as never);
  }
}
