import { z } from 'zod';
import type { LabourType } from '../../../contract/schemas/estimate.ts';
import { type Cents, centsFromDollars } from '../../../contract/schemas/money.ts';
import { readJson } from './read-table.ts';

const rate = z.number().positive();
const basis = z.enum(['anchored', 'judgement', 'user']);
const profileSchema = z.object({
  name: z.string(),
  body: rate,
  refinish: rate,
  mechanical: rate,
  structural: rate,
  frame: rate,
  glass: rate,
  diagnostic: rate,
  materials: rate,
  by_state: z.boolean(),
  basis,
});
/** Dollars an hour by kind of labour; `materials` is dollars of paint per refinish hour. */
export type RateProfile = z.infer<typeof profileSchema>;

const table = readJson(
  'rates.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    profiles: z.object({ insurer: profileSchema, shop: profileSchema }),
    body_by_state: z.object({ basis, paid: z.record(z.string().length(2), rate) }),
    premium_certified: z.object({ from_class: z.number(), factor: rate, basis }),
    aluminium: z.object({ factor: rate, basis }),
  }),
);

export type ProfileId = 'insurer' | 'shop';
export type Profile = { readonly id: ProfileId } | { readonly id: 'own'; readonly rates: RateProfile };

/** Cents an hour by kind of labour, and the tag of their basis. */
export type Rates = Readonly<Record<LabourType | 'materials', Cents>> & {
  readonly id: string;
  readonly name: string;
  readonly basis: 'anchored' | 'judgement' | 'user';
};

/**
 * Hourly rates of a profile in a state (two letters, null unknown) for a price class 0–3. An aluminium body takes more an
 * hour for body and structure, at premium makes' certified shops in place of their own addition.
 */
export function ratesFor(
  profile: Profile,
  state: string | null,
  priceClass: number,
  aluminium = false,
): Rates {
  const own = profile.id === 'own';
  const rates = own ? profile.rates : table.profiles[profile.id];
  const paid = rates.by_state && state ? table.body_by_state.paid[state] : undefined;
  const byState = paid === undefined ? 1 : paid / table.profiles.insurer.body;
  const certified =
    !own && priceClass >= table.premium_certified.from_class ? table.premium_certified.factor : 1;
  const light = !own && aluminium;
  const onBody = light ? Math.max(certified, table.aluminium.factor) : certified;
  const cents = (dollars: number, factor = certified): Cents =>
    Math.round(centsFromDollars(dollars) * byState * factor);
  return {
    id: profile.id,
    name: light ? `${rates.name}, aluminum body` : rates.name,
    basis: paid === undefined ? rates.basis : table.body_by_state.basis,
    body: cents(rates.body, onBody),
    refinish: cents(rates.refinish),
    mechanical: cents(rates.mechanical),
    structural: cents(rates.structural, onBody),
    frame: cents(rates.frame),
    glass: cents(rates.glass),
    diagnostic: cents(rates.diagnostic),
    materials: cents(rates.materials),
  };
}
