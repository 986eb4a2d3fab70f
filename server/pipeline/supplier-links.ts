import { partWords } from '../../contract/affiliate-redirect.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import { type LinksOf, withLinks } from '../estimate/build-estimate.ts';
import { type Affiliates, buildSupplierLinks } from '../suppliers/build-links.ts';

/** Where the part of a line of this vehicle is bought. */
export const supplierLinksOf =
  (vehicle: Vehicle, affiliates: Affiliates): LinksOf =>
  (line) =>
    buildSupplierLinks({
      make: vehicle.make_key,
      number: line.oem_numbers[0]?.number ?? null,
      words: partWords(vehicle, line),
      region: 'us',
      affiliates,
    });

/** A report as it was stored, with where its parts are bought. One of schema_version 1 has the links it was made with. */
export const linkedReport = (stored: ReportModel, affiliates: Affiliates): ReportModel =>
  stored.schema_version === 1
    ? stored
    : { ...stored, estimate: withLinks(stored.estimate, supplierLinksOf(stored.vehicle, affiliates)) };
