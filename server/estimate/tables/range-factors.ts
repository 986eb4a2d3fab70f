import { z } from 'zod';
import {
  type OdometerStatus,
  odometerStatusSchema,
  type TitleContent,
  titleContentSchema,
} from '../../../contract/evidence.ts';
import { zoneSchema } from '../../../contract/schemas/part.ts';
import type { SpecialDamage } from '../../damage-detectors/declared/damage-codes.ts';
import { groundSchema, readJson } from './read-table.ts';

const positive = z.number().positive();
const factorShape = { sd_log: positive, photos_settle: z.number().min(0).max(1) };
const DAMAGE_FACTORS = ['all_over', 'rollover', 'burn', 'minor', 'not_declared'] as const;
const table = readJson(
  'range-factors.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    old_car: z.object({ from_age: positive, per_year: positive, most: positive }).and(groundSchema),
    odometer_unread: z.object({ ...factorShape, statuses: z.array(odometerStatusSchema) }).and(groundSchema),
    clean_title: z.object({ ...factorShape, contents: z.array(titleContentSchema) }).and(groundSchema),
    damage: z.record(
      z.enum(DAMAGE_FACTORS),
      z.object({ ...factorShape, kinds: z.array(z.string()) }).and(groundSchema),
    ),
    zone_not_examined: z.object(factorShape).and(groundSchema),
  }),
);

/** Kind of damage as the declared codes have it; null: an impact whose place is named. */
export type RangeDamage = SpecialDamage | 'all_over' | 'rollover' | null;
export type RangeReason =
  | 'old_car'
  | 'odometer_unread'
  | 'clean_title'
  | (typeof DAMAGE_FACTORS)[number]
  | 'zone_not_examined';

export type RangeFacts = {
  /** Years; null where the model year is unknown, by which the value spreads already. */
  readonly age: number | null;
  readonly odometer: OdometerStatus | null;
  readonly title_content: TitleContent | null;
  readonly damage_kind: RangeDamage;
  /** Zones of the declared damage that photos examined. */
  readonly zones_examined: number;
  /** Zones the declared damage names; 0 where it names none: then any zone of the car counts. */
  readonly zones_declared: number;
};
export type RangeSpread = {
  /** To be added in quadrature to the standard deviation of the total's logarithm. */
  readonly sd_log_extra: number;
  /** What widens, largest first, each with its share (0–1) of the added variance. */
  readonly reasons: readonly { readonly code: RangeReason; readonly share: number }[];
};

type Factor = { readonly code: RangeReason; readonly sd_log: number; readonly photos_settle: number };

function factorsOf({ age, odometer, title_content, damage_kind }: RangeFacts): Factor[] {
  const { old_car, odometer_unread, clean_title, damage, zone_not_examined } = table;
  const years = Math.max(0, (age ?? 0) - old_car.from_age);
  const kind = DAMAGE_FACTORS.find(
    (name) => damage_kind !== null && damage[name].kinds.includes(damage_kind),
  );
  const unread = odometer !== null && odometer_unread.statuses.includes(odometer);
  const clean = title_content !== null && clean_title.contents.includes(title_content);
  return [
    { code: 'old_car', sd_log: Math.min(old_car.most, years * old_car.per_year), photos_settle: 0 },
    ...(unread ? [{ code: 'odometer_unread' as const, ...odometer_unread }] : []),
    ...(clean ? [{ code: 'clean_title' as const, ...clean_title }] : []),
    ...(kind ? [{ code: kind, ...damage[kind] }] : []),
    { code: 'zone_not_examined', ...zone_not_examined },
  ];
}

/**
 * How much wider than prices, writer, rates and value alone make it the total of a lot is known, and why. No fact of the
 * table narrows it, no examined zone widens it.
 */
export function rangeSpread(facts: RangeFacts): RangeSpread {
  const zones = facts.zones_declared > 0 ? facts.zones_declared : zoneSchema.options.length;
  const examined = Math.min(1, Math.max(0, facts.zones_examined / zones));
  const variances = factorsOf(facts)
    .map(({ code, sd_log, photos_settle }) => ({ code, by: sd_log ** 2 * (1 - photos_settle * examined) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by);
  const all = variances.reduce((sum, { by }) => sum + by, 0);
  return {
    sd_log_extra: Math.sqrt(all),
    reasons: variances.map(({ code, by }) => ({ code, share: by / all })),
  };
}
