import { z } from 'zod';
import type { SpecialDamage } from '../../damage-detectors/declared/part-probabilities.ts';
import { curveSchema, groundSchema, onCurve, readJson } from './read-table.ts';

const share = z.number().min(0).max(1);
const positive = z.number().positive();
const kindSchema = z
  .object({
    strength: share,
    /** How far the declared severity, which is that of cars at auction, is lightened before value selects: 0 not at all. */
    lighten: share,
    value_weight: share,
    value_median: positive,
    value_sd: positive,
    /** Share of the value-led part of the forecast that outer parts seen whole take away. */
    photos_settle: share,
  })
  .and(groundSchema);
const table = readJson(
  'selection.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    lighten: z.tuple([positive, positive, positive]),
    threshold_by_value: curveSchema,
    threshold_width: positive,
    others_share: share,
    clean_title_factor: positive,
    written: z.object({ straight_to: positive, never_above: positive, value_plus: positive }),
    first_estimate_share: z.object({ value: share }).and(groundSchema),
    noise: z.object({ estimator: positive, lines_common: positive, rates: positive }),
    /** Share of the writer's and the scope's variance that goes once the parts were looked at; absent from older tables. */
    scope_share: z.object({ value: share }).and(groundSchema).optional(),
    /** Draws of severity and lines, and of everything else for each of them. */
    draws: z.number().int().positive(),
    noises: z.number().int().positive(),
    kinds: z.record(z.string(), kindSchema),
    grounds: z.record(
      z.enum([
        'lighten',
        'threshold_by_value',
        'threshold_width',
        'others_share',
        'clean_title_factor',
        'written',
        'noise',
      ]),
      groundSchema,
    ),
  }),
);
export const LIGHTEN = table.lighten;
export const NOISE = table.noise;
export const SCOPE_SHARE = table.scope_share?.value ?? 0;
export const DRAWS = table.draws;
export const NOISES = table.noises;
// By their own names: they are asked for some hundred thousand times a report.
const { threshold_width: THRESHOLD_WIDTH, others_share: OTHERS_SHARE } = table;
const { straight_to: STRAIGHT_TO, never_above: NEVER_ABOVE, value_plus: VALUE_PLUS } = table.written;
export type DamageKind = z.infer<typeof kindSchema>;

/** How the kind of damage is selected and estimated, under a clean title where that differs; an impact where the kind has no row. */
export function damageKind(special: SpecialDamage | null, cleanTitle = false): DamageKind {
  const kind = special ?? 'impact';
  const row =
    (cleanTitle ? table.kinds[`${kind}_clean`] : undefined) ?? table.kinds[kind] ?? table.kinds.impact;
  if (!row) throw new Error('selection.json has no row for an impact');
  return row;
}

/** Repair ÷ value at which an insurer sells the car as often as it repairs it. */
export function sellThreshold(
  valueCents: number,
  stateThreshold: number | null,
  cleanTitle: boolean,
): number {
  const practice = onCurve(table.threshold_by_value, valueCents / 100);
  const held = stateThreshold === null ? practice : Math.min(practice, stateThreshold * 0.95);
  return held * (cleanTitle ? table.clean_title_factor : 1);
}

/** Chance (0–1) that a car with this repair ÷ value is sold as salvage; never falls with it. */
export function sellChance(repairToValue: number, threshold: number): number {
  const z = Math.log(Math.max(1e-6, repairToValue) / threshold) / THRESHOLD_WIDTH;
  return OTHERS_SHARE + (1 - OTHERS_SHARE) / (1 + Math.exp(-z));
}

/** What a first estimate finds of the whole damage, before the teardown's supplements. */
export const FIRST_ESTIMATE_SHARE = table.first_estimate_share.value;

/**
 * What an insurer's first estimate shows of a full repair cost, both in cents: all of it well below the value, ever less
 * of it beyond (nobody writes every line of a car that is lost). Rises with the cost, never above it.
 */
export function writtenCost(cost: number, value: number): number {
  const base = value + VALUE_PLUS * 100;
  const ratio = cost / base;
  if (ratio <= STRAIGHT_TO) return cost;
  const room = NEVER_ABOVE - STRAIGHT_TO;
  return base * (STRAIGHT_TO + room * (1 - Math.exp(-(ratio - STRAIGHT_TO) / room)));
}
