import { partWords } from '../../contract/affiliate-redirect.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { SupplierLink } from '../../contract/schemas/part.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import type { LinkableLine } from '../estimate/build-estimate.ts';
import { type Affiliates, buildSupplierLinks } from '../suppliers/build-links.ts';

export type LinksOf = (line: LinkableLine) => SupplierLink[];

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

const firstNumber = (line: EstimateLine | undefined): string | undefined => line?.oem_numbers[0]?.number;

/** The lines with links to the number that comes first now, where it was another one before. */
export function relinked(
  before: readonly EstimateLine[],
  after: readonly EstimateLine[],
  linksOf: LinksOf,
): EstimateLine[] {
  const was = new Map(before.map((line) => [line.id, line]));
  return after.map((line) => {
    const same = firstNumber(was.get(line.id)) === firstNumber(line);
    return same || line.supplier_links.length === 0 ? line : { ...line, supplier_links: linksOf(line) };
  });
}
