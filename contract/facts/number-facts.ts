import { z } from 'zod';

/** Why a line has no OEM number, as reports of schema_version 2 store it. */
export const numberMissingSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('not_listed') }),
  /** Only smaller pieces of the part are listed. */
  z.object({ code: z.literal('pieces_only') }),
  /** Listed for that side of the car alone. */
  z.object({ code: z.literal('one_side'), side: z.enum(['left', 'right']) }),
  /** The user added the line. */
  z.object({ code: z.literal('added') }),
]);
export type NumberMissing = z.infer<typeof numberMissingSchema>;

/** What decides between OEM numbers: an option the car has or not, one of several, or when it was built. */
export const askedSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('has'), option: z.string() }),
  z.object({ code: z.literal('which'), option: z.string() }),
  /** `2014-03`. */
  z.object({ code: z.literal('built_from'), month: z.string() }),
  z.object({ code: z.literal('year_from'), year: z.number().int() }),
]);
export type Asked = z.infer<typeof askedSchema>;

/** Who told an answer: the VIN, as it is decoded, or the user. */
export const toldBySchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('vin'), says: z.string() }),
  z.object({ code: z.literal('vin_year'), year: z.number().int() }),
  z.object({ code: z.literal('user') }),
]);
export type ToldBy = z.infer<typeof toldBySchema>;

/** What narrowed a line's numbers. */
export const narrowedSchema = z.object({
  by: z.enum(['vin', 'user']),
  /** The user chose one of them. */
  chosen: z.literal(true).optional(),
  /** The answer that left these, by its id, and who told it. */
  answered: z.object({ asked: askedSchema, answer: z.string(), told: toldBySchema }).optional(),
  /** The same in a sentence; only in reports of schema_version 1. */
  because: z.string().optional(),
});
export type Narrowed = z.infer<typeof narrowedSchema>;

/** What can bring OEM numbers into a report, in the order they are named. */
const NUMBER_SOURCES = [
  'parts_catalogs',
  'imported_parts',
  'sellers',
  'own_estimates',
  'dealer_pages',
] as const;

/** How a source of OEM numbers stood to the car when its report was made. */
export const numberSourceSchema = z.object({
  source: z.enum(NUMBER_SOURCES),
  /** It was asked; of what its user keeps or the operator imports: there was something of this car. */
  on: z.boolean(),
  /** It takes what is known of this car: the make, and its model or whole VIN. */
  covers: z.boolean(),
});
export type NumberSource = z.infer<typeof numberSourceSchema>;

/** Which of the operator's sources were asked for a car's numbers, as a report keeps it to be made again. */
export const askedSourcesSchema = z.object({
  parts_catalogs: z.boolean(),
  imported_parts: z.boolean(),
  sellers: z.boolean(),
});
