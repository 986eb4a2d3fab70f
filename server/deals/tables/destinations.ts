import { z } from 'zod';
import { headed, readDealTable, sourcedRows } from './sourced-row.ts';
import { portSchema } from './transport-legs.ts';

const amount = z.number().min(0);
const percent = z.number().min(0).max(100);
const currency = z.string().regex(/^[A-Z]{3}$/);
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
      brackets: z.array(z.tuple([amount.nullable(), percent])).min(1),
      currency,
    }),
    georgia_excise: sourcedRows({ to_age: amount.nullable(), per_cc: amount, currency }),
    georgia_import_tax: sourcedRows({ per_cc: amount, per_cc_year: amount, currency }),
    georgia_fees: sourcedRows({ registration: amount, plates: amount, currency }),
    poland_excise: sourcedRows({
      drive: z.enum(['combustion', 'hybrid', 'plug_in_hybrid', 'electric']),
      to_liters: amount,
      percent,
      above_percent: percent,
    }),
    /** US dollars for a unit, of currencies the table of exchange rates has not. */
    rates: sourcedRows({ currency, usd: z.number().positive() }),
  }),
);
