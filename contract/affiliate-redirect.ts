import { addressOf } from './api/api-call.ts';
import { supplierOut } from './api/site-calls.ts';
import type { EstimateLine } from './schemas/estimate.ts';
import type { SupplierLink } from './schemas/part.ts';
import type { Vehicle } from './schemas/vehicle.ts';

type NamedLine = Pick<EstimateLine, 'name' | 'side' | 'oem_numbers'>;

/** What a part is searched by where no number is known: `2015 Infiniti Q50 left headlamp`. */
export const partWords = (
  vehicle: Pick<Vehicle, 'year' | 'make' | 'model'>,
  line: Pick<NamedLine, 'name' | 'side'>,
): string =>
  [
    vehicle.year,
    vehicle.make,
    vehicle.model,
    line.side === 'left' || line.side === 'right' ? line.side : null,
    line.name,
  ]
    .filter((word) => word !== null)
    .join(' ');

/** What a store that searches by VIN looks for: `left headlamp`. */
export const partName = (line: Pick<NamedLine, 'name' | 'side'>): string =>
  line.side === 'left' || line.side === 'right' ? `${line.side} ${line.name}` : line.name;

/**
 * A link of a line by way of our counter, as a path on our origin; it leads where `link.url` does, or to one item. `report`:
 * the reader's own, whose requests for parts count as leads.
 */
export function affiliateRedirectPath(
  vehicle: Pick<Vehicle, 'year' | 'make' | 'model' | 'make_key' | 'vin'>,
  line: NamedLine,
  link: Pick<SupplierLink, 'supplier' | 'by'> & { url?: string },
  of: { report?: string | undefined; item?: string | null } = {},
): string {
  const number = line.oem_numbers[0]?.number;
  // No store gets the VIN by this way that does not get it by the link.
  const vin = link.url !== undefined && vehicle.vin && link.url.includes(vehicle.vin) ? vehicle.vin : null;
  const words = vin === null ? partWords(vehicle, line) : partName(line);
  return addressOf(supplierOut, {
    params: { id: link.supplier },
    query: {
      make: vehicle.make_key,
      ...(link.by === 'number' && number !== undefined ? { number } : { words }),
      vin,
      report: of.report,
      item: of.item || null,
    },
  });
}
