import { partWords } from '../../contract/affiliate-redirect.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import type { LinksOf } from '../estimate/build-estimate.ts';
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
