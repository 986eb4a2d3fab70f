import { z } from 'zod';
import type { EstimateLine } from './schemas/estimate.ts';
import type { SupplierLink } from './schemas/part.ts';
import { makeKeySchema, type Vehicle } from './schemas/vehicle.ts';

/**
 * `GET suppliers/out/{id}`: the way out to a supplier, counted. The id is the supplier's name; the server builds the address
 * from its own table, so that no call can lead anywhere else.
 */
export const supplierOutPathSchema = z.strictObject({ id: z.string().max(60) });
export const supplierOutQuerySchema = z.strictObject({
  make: makeKeySchema.optional(),
  number: z.string().min(1).max(60).optional(),
  words: z.string().min(1).max(300).optional(),
  /** One item the supplier offers, by its own id. */
  item: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** The report the link stands in: a request for a part of it counts once as a lead. */
  report: z.uuid().optional(),
});

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

/**
 * A link of a line by way of our counter, as a path on our origin; it leads where `link.url` does, or to one item. `report`:
 * the reader's own, whose requests for parts count as leads.
 */
export function supplierOutPath(
  vehicle: Pick<Vehicle, 'year' | 'make' | 'model' | 'make_key'>,
  line: NamedLine,
  link: Pick<SupplierLink, 'supplier' | 'by'>,
  of: { report?: string | undefined; item?: string | null } = {},
): string {
  const number = line.oem_numbers[0]?.number;
  const query = new URLSearchParams({
    ...(vehicle.make_key === null ? {} : { make: vehicle.make_key }),
    ...(link.by === 'number' && number !== undefined ? { number } : { words: partWords(vehicle, line) }),
    ...(of.report === undefined ? {} : { report: of.report }),
    ...(of.item ? { item: of.item } : {}),
  });
  return `/api/v1/suppliers/out/${encodeURIComponent(link.supplier)}?${query}`;
}
