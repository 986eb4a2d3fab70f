import { z } from 'zod';
import { titleContentSchema } from '../../../contract/evidence.ts';
import { DAMAGE_LOOKS, type DetectionRates, damageTypeSchema } from '../../../contract/schemas/damage.ts';
import { priorPart } from '../../damage-detectors/declared/declared-prior.ts';
import { readJson } from '../tables/read-table.ts';

const share = z.number().min(0).max(1);
const positive = z.number().positive();
const basis = z.enum(['anchored', 'judgement']);
const tagged = z.object({ value: share, basis, note: z.string() });
const rising = ([a, b, c]: readonly [number, number, number]): boolean => a <= b && b <= c;
const shares = z.tuple([share, share, share]);
const factors = z.tuple([positive, positive, positive]);

const wholeRow = z.object({ sens: shares.refine(rising, 'falls with severity'), spec: share });

const damageLookSchema = z.enum(DAMAGE_LOOKS);

/** Kinds of damage that no photo shows. */
export const RISK_KINDS = ['mechanical', 'water', 'theft'] as const;
export type RiskKind = (typeof RISK_KINDS)[number];
const risks = z.partialRecord(z.enum(RISK_KINDS), share);
const priorId = z.string().refine((id) => Boolean(priorPart(id)));

/** Sensitivities, specificities, caps and shares of the inference, checked at load; each with its basis. */
export const INFERENCE = readJson(
  'inference.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    none_share: tagged,
    /** Absent from older tables: that nothing was hit then counts in full from the first part seen undamaged. */
    none_from: tagged.optional(),
    /** Absent from older tables: there the listing's word on the bags stands whatever is seen of them. */
    bags_seen: z.object({ value: z.number().int().min(1), basis, note: z.string() }).optional(),
    selection_floor: tagged.refine(({ value }) => value > 0, 'never reaches zero'),
    found_share: tagged,
    undeclared_share: tagged,
    states: z.object({ basis, note: z.string(), minor: shares, moderate: shares, severe: shares }),
    visible: z.object({ basis, exponents: factors, least_whole: share, not_told: share }),
    whole: z.object({
      basis,
      note: z.string(),
      panel: wholeRow,
      glass: wholeRow,
      lamp: wholeRow,
      tire: wholeRow,
      /** Absent from tables of before bags were told apart: there they are panels. */
      bag: wholeRow.optional(),
    }),
    kinds: z.record(damageLookSchema, z.object({ sens: share, spec: share, basis, note: z.string() })),
    kind_of_type: z.record(damageTypeSchema, damageLookSchema),
    stated_severity: z.object({ basis, note: z.string(), minor: shares, moderate: shares, severe: shares }),
    worse: z.object({
      basis,
      poor_light: z.object({ sens: share, spec: share }),
      small_model: z.object({ sens: share, spec: share }),
    }),
    calibration: z.object({ slope: positive, offset: z.number(), labels: z.number().int().min(0), basis }),
    correlated: z.object({
      basis,
      further: share,
      decay: share,
      cap_one_family: positive,
      cap_more: positive,
      share_up: shares,
      share_down: shares,
    }),
    answers: z.object({
      basis,
      certain: positive,
      replace: z.tuple([z.number(), z.number()]),
      repair: z.tuple([z.number(), z.number()]),
    }),
    condition: z.object({
      basis,
      odometer_unread: factors,
      titles: z.partialRecord(titleContentSchema, factors),
    }),
    looks: z.object({
      basis,
      note: z.string(),
      odometer_unread: share,
      run: z.object({ runs_and_drives: share, starts: share, stationary: share }),
      title: z.object({ clean: share, salvage: share, parts_only: share }),
    }),
    listed_value: z.object({ least: positive, most: positive, sd_log: positive, basis }),
    risks: z.object({
      basis,
      note: z.string(),
      base: z.record(z.enum(RISK_KINDS), share),
      declared: z.record(z.string(), risks),
      title: z.partialRecord(titleContentSchema, risks),
      stationary_without_impact: risks,
      stationary: risks,
      starts: risks,
      no_keys: risks,
      odometer_unread: risks,
      nothing_hit: z.record(z.enum(RISK_KINDS), share),
    }),
    /** Whether what lies behind a panel found damaged is taken to be hit as hard; absent in older tables. */
    local_damage: z
      .object({ value: z.boolean(), basis: z.literal('judgement'), ground: z.string() })
      .optional(),
    /** Whether a dent outside of the declared place is written where a second look confirms it; absent in older tables. */
    confirmed_elsewhere: z
      .object({ value: z.boolean(), basis: z.literal('judgement'), ground: z.string() })
      .optional(),
    /** Whether what lies behind outer parts is as far out of doubt as those are seen undamaged; absent in older tables. */
    spared_behind: z
      .object({ value: z.boolean(), basis: z.literal('judgement'), ground: z.string() })
      .optional(),
    /** Whether a panel seen undamaged is taken to be damaged lightly if at all; absent in older tables. */
    missed_is_light: z
      .object({ value: z.boolean(), basis: z.literal('judgement'), ground: z.string() })
      .optional(),
    /** Panels that carry a part: as far as they were spared, so was it. Absent in older tables. */
    sits_on: z.record(priorId, z.array(priorId).min(1)).default({}),
    hidden_behind: z.record(priorId, z.array(priorId).min(1)),
  }),
);
export const INFERENCE_TABLE = { version: INFERENCE.version, dated: INFERENCE.dated };

/** How well the model that looked sees: measured (detectionRatesSchema), or the table's first values. */
export type SeeingRates = {
  readonly [Rows in 'whole' | 'kinds']: {
    readonly [Row in keyof DetectionRates[Rows]]: Omit<DetectionRates[Rows][Row], 'n'>;
  };
} & {
  readonly stated_severity: Omit<DetectionRates['stated_severity'], 'n'>;
  readonly calibration: Omit<DetectionRates['calibration'], 'labels'>;
  /** What is said of small models counts: their own measured rates hold it already. */
  readonly by_size: boolean;
};

const { slope, offset } = INFERENCE.calibration;
/** For a model that nobody measured. */
export const FIRST_RATES: SeeingRates = {
  whole: { ...INFERENCE.whole, bag: INFERENCE.whole.bag ?? INFERENCE.whole.panel },
  kinds: INFERENCE.kinds,
  stated_severity: INFERENCE.stated_severity,
  calibration: { rising: slope, falling: slope, offset },
  by_size: true,
};
export const ratesOf = (measured: DetectionRates | undefined): SeeingRates =>
  measured ? { ...measured, by_size: false } : FIRST_RATES;
