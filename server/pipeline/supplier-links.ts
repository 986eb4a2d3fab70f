import { partName, partWords } from '../../contract/affiliate-redirect.ts';
import type { SupplierLink } from '../../contract/schemas/part.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import { type LinksOf, withLinks } from '../estimate/build-estimate.ts';
import { type Affiliates, buildSupplierLinks } from '../suppliers/build-links.ts';

type Kept = { readonly affiliates: Affiliates; readonly links: Map<string, SupplierLink[]> };
/** Links of the cars in use, by number and words: a change of a report leaves nearly all of them as they were. */
const keptLinks = new WeakMap<Vehicle, Kept>();

/** Where the part of a line of this vehicle is bought. */
export function supplierLinksOf(vehicle: Vehicle, affiliates: Affiliates): LinksOf {
  const kept = keptLinks.get(vehicle);
  const links = kept?.affiliates === affiliates ? kept.links : new Map<string, SupplierLink[]>();
  keptLinks.set(vehicle, { affiliates, links });
  return (line) => {
    const asked = {
      number: line.oem_numbers[0]?.number ?? null,
      words: partWords(vehicle, line),
      name: partName(line),
    };
    const key = JSON.stringify(asked);
    const built =
      links.get(key) ??
      buildSupplierLinks({
        make: vehicle.make_key,
        ...asked,
        vin: vehicle.vin_masked ? null : vehicle.vin,
        region: 'us',
        affiliates,
      });
    links.set(key, built);
    return built;
  };
}

/** A report as it was stored, with where its parts are bought. One of schema_version 1 has the links it was made with. */
export const linkedReport = (stored: ReportModel, affiliates: Affiliates): ReportModel =>
  stored.schema_version === 1
    ? stored
    : { ...stored, estimate: withLinks(stored.estimate, supplierLinksOf(stored.vehicle, affiliates)) };
