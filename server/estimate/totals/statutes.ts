import { z } from 'zod';
import { JURISDICTIONS } from '../../../contract/us-states.ts';
import type { SpecialDamage } from '../../damage-detectors/declared/damage-codes.ts';
import { readJson, readTsv } from '../tables/read-table.ts';
import { costKindSchema } from './counted-cost.ts';

const text = z.string().min(1);
const code = z.string().refine((letters) => Object.hasOwn(JURISDICTIONS, letters), 'no state or province');

const rowSchema = z.object({
  code,
  jurisdiction: text,
  country: z.enum(['US', 'CA']),
  citation: text,
  rule_kind: z.enum(['percent_of_acv', 'percent_of_retail', 'formula', 'insurer_choice', 'none', 'unknown']),
  /** Of the value; `-`: the law names no number. */
  percent: z.union([z.literal('-').transform(() => null), z.coerce.number().positive().max(200)]),
  /** `-`: nothing is compared. */
  boundary: z.enum(['>=', '>', '<', 'unknown', '-']),
  value_base: text,
  direction: z.enum(['total_from', 'bars_total_below', '-']),
  applies_to: z.enum(['all', 'no_insurer', 'self_insured', 'self_insured_or_bought_damaged', 'insurer', '-']),
  age_limit: text,
  value_limit: text,
  costs_not_counted: text,
  cost_rules: text,
  binds: text,
  special_outcomes: text,
  effective: text,
  source_seen: text,
  source_name: text,
  source_date: text,
  statement: text,
  confidence: z.enum(['statute seen', 'official page', 'two lists agree', 'one list', 'unknown']),
  /** What a verdict may rest on. */
  verdict_use: z.enum(['percent', 'percent_no_insurer', 'formula', 'floor', 'practice', 'none']),
  open_points: text,
});
export type StatuteRow = z.infer<typeof rowSchema>;

/** A car within all of these is under it; ages in model years, US dollars. */
const limitSchema = z.strictObject({
  to_age: z.number().int().positive().optional(),
  from_value: z.number().positive().optional(),
  above_value: z.number().positive().optional(),
});
export type Limit = z.infer<typeof limitSchema>;

const secondLineSchema = z.strictObject({
  percent: z.number().positive(),
  boundary: z.enum(['>=', '>']),
  outcome: z.enum(['scrap_title', 'certificate_of_destruction']),
  where: limitSchema.optional(),
  unless: limitSchema.optional(),
});

const readingSchema = z.strictObject({
  /** A car within one of them is under the rule. */
  limits: z.array(limitSchema).min(1).optional(),
  not_counted: z.array(costKindSchema).min(1).optional(),
  weak: z.array(costKindSchema).min(1).optional(),
  second_lines: z.array(secondLineSchema).optional(),
  /** No total without damage to structure, suspension or electronics. */
  needs_structure: z.literal(true).optional(),
  /** From this age on a car that needs bolt-on parts alone is no total. */
  bolt_on_from_age: z.number().int().positive().optional(),
  /** What the salvage counts as where no insurer settles, percent of the value. */
  no_insurer_salvage_percent: z.number().positive().max(100).optional(),
});
type Reading = z.infer<typeof readingSchema>;

const why = z.record(z.string(), text);
const table = readJson(
  'total-loss-readings.json',
  z.object({
    version: text,
    dated: z.iso.date(),
    about: text,
    practice_percent: z.tuple([z.number(), z.number()]),
    readings: z.record(code, readingSchema),
    /** Texts that say nothing to compare by, each with why. */
    without_reading: z.object({ costs_not_counted: why, age_limit: why, value_limit: why }),
    salvage_share: z.object({
      basis: z.literal('judgement'),
      note: text,
      by_value: z.array(
        z.object({ below: z.number().positive().nullable(), share: z.tuple([z.number(), z.number()]) }),
      ),
      old_from_age: z.number(),
      old_less: z.number(),
      water_or_fire_less: z.number(),
    }),
  }),
);

/** Version and day of the table of laws. */
export const TOTAL_LOSS_TABLE = { version: table.version, dated: table.dated };

/** Percent of value from which insurers call a total loss in practice, least and most. */
export const PRACTICE_PERCENT = table.practice_percent;

const SAYS_NOTHING: ReadonlySet<string> = new Set(['-', 'none', 'not seen', 'none seen']);
const READ_AS: Record<keyof typeof table.without_reading, (reading: Reading) => unknown> = {
  costs_not_counted: ({ not_counted }) => not_counted,
  age_limit: ({ limits }) => limits?.some(({ to_age }) => to_age !== undefined),
  value_limit: ({ limits }) =>
    limits?.some(({ from_value, above_value }) => from_value !== undefined || above_value !== undefined),
};

/** What is wrong with a row: a text that is neither read nor said to need no reading. */
function unread(row: StatuteRow): string | null {
  const isPercent = row.verdict_use.startsWith('percent') || row.verdict_use === 'floor';
  if (isPercent && (row.percent === null || row.boundary === '-'))
    return 'a percent rule without percent or boundary';
  const reading = table.readings[row.code] ?? {};
  for (const column of ['costs_not_counted', 'age_limit', 'value_limit'] as const)
    if (
      !SAYS_NOTHING.has(row[column]) &&
      !READ_AS[column](reading) &&
      !Object.hasOwn(table.without_reading[column], row.code)
    )
      return `${column} of ${row.code} has no reading`;
  return null;
}

const rows = readTsv('total-loss-statutes.tsv', rowSchema);
for (const row of rows) {
  const fault = unread(row);
  if (fault !== null) throw new Error(`total-loss-statutes.tsv: ${fault}`);
}

/** The law of a state or province, with what its texts come to in figures. */
export type Statute = StatuteRow & { readonly reading: Reading };
const byCode = new Map(
  rows.map((row): [string, Statute] => [row.code, { ...row, reading: table.readings[row.code] ?? {} }]),
);

/** The law of a state or province by its two letters; null where the table has none. */
export const statuteOf = (state: string | null): Statute | null =>
  state === null ? null : (byCode.get(state) ?? null);

/** Share of value from which a state's law binds insurers to call a total loss; null where it names none that binds them. */
export function lowestThreshold(state: string | null): number | null {
  const row = statuteOf(state);
  return row?.verdict_use === 'percent' && row.percent !== null ? row.percent / 100 : null;
}

/**
 * What a wreck usually brings as a share of the car's value before the damage (US dollars), least and most. Judgement.
 */
export function usualSalvage(
  value: number,
  { age, special }: { age: number; special: SpecialDamage | null },
): readonly [number, number] {
  const rule = table.salvage_share;
  const [least, most] = rule.by_value.find(({ below }) => below === null || value < below)?.share ?? [0, 0];
  const less =
    (age >= rule.old_from_age ? rule.old_less : 0) +
    (special === 'flood' || special === 'burn' ? rule.water_or_fire_less : 0);
  return [Math.max(0, least - less), Math.max(0, most - less)];
}

/** Whether a car is under a rule by its age and value; null: its age is not known, and it decides. */
export function isWithin(
  limits: readonly Limit[] | undefined,
  age: number | null,
  value: number,
): boolean | null {
  if (limits === undefined) return true;
  const answers = limits.map(({ to_age, from_value, above_value }) => {
    if (from_value !== undefined && value < from_value) return false;
    if (above_value !== undefined && value <= above_value) return false;
    return to_age === undefined ? true : age === null ? null : age <= to_age;
  });
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}
