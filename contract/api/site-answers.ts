import { z } from 'zod';
import { makeKeySchema } from '../schemas/vehicle.ts';

/**
 * The way out to a supplier, counted. The id is the supplier's name; the server builds the address from its own table, so that no
 * call can lead anywhere else.
 */
export const supplierOutPathSchema = z.strictObject({ id: z.string().max(60) });
export const supplierOutQuerySchema = z.strictObject({
  make: makeKeySchema.optional(),
  number: z.string().min(1).max(60).optional(),
  words: z.string().min(1).max(300).optional(),
  /** Of the car: for a store that searches by it. `words` is the part's name alone then. */
  vin: z
    .string()
    .regex(/^[A-HJ-NPR-Z0-9]{17}$/)
    .optional(),
  /** One item the supplier offers, by its own id. */
  item: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** The report the link stands in: a request for a part of it counts once as a lead. */
  report: z.uuid().optional(),
});
