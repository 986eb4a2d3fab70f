import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../refusals/error-status.ts';

export const errorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

/** Every error body; `message` and `detail` hold the same sentence. */
export const errorBodySchema = z.object({
  message: z.string(),
  detail: z.string(),
  code: errorCodeSchema,
  details: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Codes that say why a lot could not be read, and nothing else; `details.reason` says what can be done. */
export const UNREAD_LOT_CODES = [
  'extraction_failed',
  'source_blocked',
  'source_unreachable',
  'lot_not_found',
  'wrong_number_kind',
  'layout_changed',
  'several_lots',
] as const satisfies readonly ErrorCode[];

/** A car of a page that shows several lots: `choice` sent back with the same page reads this one, null where nothing tells it from the others. */
export const foundLotSchema = z.object({
  name: z.string().nullable(),
  lot_number: z.string().nullable(),
  vin: z.string().nullable(),
  choice: z.string().nullable(),
});
export type FoundLot = z.infer<typeof foundLotSchema>;

/** `details` of `several_lots`: in the page's order, at most 250. */
export const severalLotsSchema = z.object({ reason: z.string(), lots: z.array(foundLotSchema) });

/** What a user reads whenever a lot can't be read (docs/product.md); the reason stands in `code`. */
export const NO_DATA_MESSAGE = 'No data could be extracted from this auction link';
