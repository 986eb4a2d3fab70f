import { z } from 'zod';
import { headed, readDealTable, sourcedRows } from './sourced-row.ts';
import { portSchema } from './transport-legs.ts';

const amount = z.number().min(0);
const percent = z.number().min(0).max(100);
const currency = z.string().regex(/^[A-Z]{3}$/);
/** Up to a bound, a percentage: bounds rise, and only the last (null) is open, so every amount has its bracket. */
const bracketsSchema = z
  .array(z.tuple([amount.nullable(), percent]))
  .min(1)
  .refine(
    (brackets) =>
      brackets.every(([bound], at) =>
        bound === null
          ? at === brackets.length - 1
          : at < brackets.length - 1 && bound > (brackets[at - 1]?.[0] ?? -1),
      ),
    'bounds do not rise to an open last one',
  );
export type Brackets = z.infer<typeof bracketsSchema>;

/** The percentage of the bracket that x is in. */
export const percentAt = (brackets: Brackets, x: number): number | null =>
  brackets.find(([upTo]) => upTo === null || x <= upTo)?.[1] ?? null;

const countrySchema = z.enum(['UA', 'GE', 'PL', 'LT', 'DE', 'AE']);
export type ImportCountry = z.infer<typeof countrySchema>;

/** What countries ask of an imported car; amounts in the currency of their row. */
export const IMPORT_RULES = readDealTable(
  'destinations.json',
  z.object({
    ...headed,
    destinations: sourcedRows({
      country: countrySchema,
      port: portSchema.nullable(),
      base: z.literal('to_border'),
      certification: amount.optional(),
      forwarder: amount.optional(),
      customs_broker: amount.optional(),
    }),
    duties: sourcedRows({
      country: z.enum([...countrySchema.options, 'EU']),
      percent,
      electric_percent: percent,
      /** Of a pickup or van made for goods; null: no source has it. */
      goods_percent: percent.nullable(),
      /** From this age in years on it may be a collector's item, which pays none. */
      collector_from_age: amount.optional(),
    }),
    vats: sourcedRows({ country: countrySchema, percent }),
    ukraine_excise: sourcedRows({
      fuel: z.enum(['petrol', 'diesel']),
      per_liter_year: amount,
      above_liters: amount,
      above: amount,
      currency,
    }),
    ukraine_electric_excise: sourcedRows({ per_kwh: amount, currency }),
    ukraine_pension: sourcedRows({
      /** Value up to, and percent; null: above. */
      brackets: bracketsSchema,
      currency,
    }),
    georgia_excise: sourcedRows({
      to_age: amount.nullable(),
      per_cc: amount,
      /** What a hybrid pays of it, 1 = all. */
      hybrid_share: z.number().min(0).max(1),
      currency,
    }),
    georgia_import_tax: sourcedRows({ per_cc: amount, per_cc_year: amount, currency }),
    georgia_fees: sourcedRows({ registration: amount, plates: amount, currency }),
    poland_excise: sourcedRows({
      drive: z.enum(['combustion', 'hybrid', 'plug_in_hybrid', 'electric']),
      percents: bracketsSchema,
    }),
    eu_agency: sourcedRows({ amount, currency }),
    /** US dollars for a unit, of currencies the table of exchange rates has not. */
    rates: sourcedRows({ currency, usd: z.number().positive() }),
  }),
);
