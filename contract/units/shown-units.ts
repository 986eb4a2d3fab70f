import { z } from 'zod';
import { CURRENCIES, type Currency } from './currencies.ts';

const currencySchema = z.enum(Object.keys(CURRENCIES) as [Currency, ...Currency[]]);

const distanceSchema = z.enum(['mi', 'km']);

/** What an account wants its figures shown in; `currency` null: US dollars. */
export const unitsSettingSchema = z.strictObject({
  distance: distanceSchema,
  currency: currencySchema.nullable(),
});
export type UnitsSetting = z.infer<typeof unitsSettingSchema>;

/** What figures are shown in, with the rate; `money` null: US dollars. Calls, stored figures and sums stay US dollars and miles. */
export const shownUnitsSchema = z.object({
  distance: distanceSchema,
  money: z
    .object({
      currency: currencySchema,
      /** Stands before an amount, with a space of its own where it needs one. */
      sign: z.string(),
      /** Of its smallest coin. */
      decimals: z.union([z.literal(0), z.literal(2)]),
      /** Units of it for one US dollar. */
      per_usd: z.number().positive(),
      rate_date: z.string(),
      /** Null: the service's own rate. */
      rate_source: z.string().nullable(),
      /** The rate is more than a year old. */
      old: z.literal(true).optional(),
    })
    .nullable(),
});
export type ShownUnits = z.infer<typeof shownUnitsSchema>;
