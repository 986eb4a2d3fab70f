import { z } from 'zod';
import { lineReasonSchema } from '../facts/line-reason.ts';
import { conflictFactSchema, detectionNoteSchema } from '../facts/reservation-fact.ts';
import { siteSchema } from './lot.ts';
import { positionSchema, sideSchema, zoneSchema } from './part.ts';

export const operationSchema = z.enum(['repair', 'replace', 'inspect']);
export const damageTypeSchema = z.enum([
  'scratch',
  'paint',
  'dent',
  'crease',
  'crack',
  'torn',
  'broken',
  'shattered',
  'missing',
  'misaligned',
  'buckled',
  'burn',
  'corrosion',
  'water_mark',
  'deployed',
]);

/** Where on a photo: box as fractions 0–1 of the photo, [x0, y0, x1, y1]. */
export const evidenceSchema = z.object({
  photo: z.number().int().positive(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** `user_box`: marked by the report's user, by eye. */
  kind: z.enum(['model_box', 'heat_area', 'user_box']),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** One damaged part, from one detector or merged. */
export const findingSchema = z.object({
  /** Id of part-categories.tsv. */
  category: z.string(),
  /**
   * The part's own name where the vocabulary has no category for it (engine, carpet, …): `category` is then only its
   * nearest neighbour, the operation is `inspect`, and the category's price is not used.
   */
  name: z.string().optional(),
  side: sideSchema,
  /** End of the car, for categories found at both (wheel, control_arm, strut, …). */
  position: positionSchema.optional(),
  /** Expected pieces if needed, 1–2; above 1 only where `side` is unknown and both sides may be hit. */
  quantity: z.number().min(1).max(2).optional(),
  /** How it is repaired, where that is told. */
  method: z.enum(['pdr', 'paint', 'clean', 'missing']).optional(),
  status: z.enum(['visible', 'likely_hidden', 'declared_estimate']),
  basis: z.enum(['photos', 'declared', 'both']),
  types: z.array(damageTypeSchema),
  /** 1 cosmetic · 2 minor · 3 major · 4 destroyed; null where nothing was examined. */
  severity: z.number().int().min(1).max(4).nullable(),
  operation: operationSchema,
  /** Share (0–1) of the part's surface that is damaged, as photos show it; absent where nothing tells. */
  extent: z.number().min(0).max(1).optional(),
  /** 0–1: model confidence for photos, prior probability for declared. */
  probability: z.number().min(0).max(1),
  /** What the model itself stated, 0–1, where `probability` also counts the declaration. */
  confidence: z.number().min(0).max(1).optional(),
  evidence: z.array(evidenceSchema),
  /** Why it is a finding; absent in reports of schema_version 1, and where a detector tells words alone. */
  because: lineReasonSchema.optional(),
  /** The same in words; only in reports of schema_version 1. */
  why: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/**
 * A part that a usable photo shows undamaged, told by the detector of its own accord. A part that is neither here nor among
 * the findings was not seen: that says nothing of it.
 */
export const seenWholeSchema = z.object({
  /** Id of part-categories.tsv. */
  category: z.string(),
  /** `unknown` where the photo does not tell which of the two it is. */
  side: sideSchema,
  position: positionSchema,
  photo: z.number().int().positive(),
  /** How much of the part the photo shows, 0–1. */
  visible: z.number().min(0).max(1),
});
export type SeenWhole = z.infer<typeof seenWholeSchema>;

/** A part that is in a photo which does not let one judge it: for glare, dirt or darkness, cut off or covered. */
export const unsurePartSchema = seenWholeSchema.omit({ visible: true });
export type UnsurePart = z.infer<typeof unsurePartSchema>;

/** Entries of a model's answers: how many it gave, and how many of them could not be used. */
export const answerEntriesSchema = z.object({
  given: z.number().int().nonnegative(),
  unusable: z.number().int().nonnegative(),
});
export type AnswerEntries = z.infer<typeof answerEntriesSchema>;

/** Model servers that are looked for on the service's own machine, by what they call themselves. */
export const LOCAL_SERVERS = {
  ollama: 'Ollama',
  lm_studio: 'LM Studio',
  llama_server: 'llama.cpp',
  vllm: 'vLLM',
} as const;
export type LocalServer = keyof typeof LOCAL_SERVERS;
const localServerSchema = z.literal(Object.keys(LOCAL_SERVERS) as LocalServer[]);

const rate = z.number().min(0).max(1);
/** Of minor, moderate and severe damage. */
const threeRates = z.tuple([rate, rate, rate]);
/** Above this a single false finding would count as impossible. */
const specificity = rate.max(0.999);
const labelCounts = z.object({ damaged: z.number().int().min(0), whole: z.number().int().min(0) });

/** Parts are taken for whole by what they are: glass chips hide, broken lamps and bags that went off do not. */
export const PART_KINDS = ['panel', 'glass', 'lamp', 'tire', 'bag'] as const;
/** What damage looks like on a photo, by how surely it is seen. */
export const DAMAGE_LOOKS = [
  'shattered_glass',
  'glass_chip',
  'flat_tire',
  'broken_lamp',
  'torn',
  'dent',
  'scratch',
  'crack',
  'unnamed',
] as const;

const eachOf = <Key extends string, Row>(keys: readonly Key[], row: Row): Record<Key, Row> =>
  Object.fromEntries(keys.map((key) => [key, row])) as Record<Key, Row>;

/** What a curve of stated confidence is drawn by, from the fewest labels it takes to the most. */
export const CALIBRATION_FORMS = ['first_values', 'slope_and_offset', 'beta', 'isotonic'] as const;
export type CalibrationForm = (typeof CALIBRATION_FORMS)[number];

/** Short of certainty. */
const chance = z.number().gt(0).lt(1);
const neverFalls = (points: readonly (readonly [number, number])[]): boolean =>
  points.every(([stated, is], at) => {
    const [before, was] = points[at - 1] ?? [-1, 0];
    return stated > before && is >= was;
  });

/**
 * Stated confidence c as a chance: σ(rising · ln c − falling · ln(1 − c) + offset), or `points` where they are given, and the log
 * odds of that moved by the offset of what the damage looks like.
 */
const calibrationSchema = z.object({
  /** Absent from files of before forms were told apart. */
  form: z.enum(CALIBRATION_FORMS).optional(),
  rising: z.number().min(0),
  falling: z.number().min(0),
  offset: z.number(),
  labels: z.number().int().min(0),
  /** Of the isotonic form: stated confidence and chance; between two of them in a straight line, beyond the ends level. */
  points: z
    .array(z.tuple([rate, chance]))
    .min(1)
    .max(200)
    .refine(neverFalls, 'falls with confidence')
    .optional(),
  /** Of looks with labels enough of their own. */
  looks: z
    .partialRecord(
      z.enum(DAMAGE_LOOKS),
      z.object({ offset: z.number().min(-6).max(6), labels: z.number().int().min(1) }),
    )
    .optional(),
});

/** How well a model sees, counted on labelled photos: what an estimate takes in place of its first values for that model. */
export const detectionRatesSchema = z.object({
  version: z.literal(1),
  /** What was labelled, in the words of whoever did. */
  source: z.string().min(1).max(300),
  model: z.string().min(1),
  prompt_version: z.string().min(1),
  dated: z.iso.date(),
  lots: z.number().int().min(1),
  photos: z.number().int().min(1),
  /** `sens`: chance that damage in full view is found; `spec`: that a whole part in view is taken for whole; `n`: labels of each. */
  whole: z.object(
    eachOf(
      PART_KINDS,
      z.object({
        sens: threeRates.refine(([a, b, c]) => a <= b && b <= c, 'falls with severity'),
        spec: specificity,
        n: labelCounts,
      }),
    ),
  ),
  kinds: z.object(eachOf(DAMAGE_LOOKS, z.object({ sens: rate, spec: specificity, n: labelCounts }))),
  /** Chance that a damage of each class is stated as minor, moderate, severe. */
  stated_severity: z.object({
    minor: threeRates.refine((stated) => stated.every((share) => share > 0), 'no class is never stated'),
    moderate: threeRates,
    severe: threeRates,
    n: z.number().int().min(0),
  }),
  calibration: calibrationSchema,
});
export type DetectionRates = z.infer<typeof detectionRatesSchema>;
/** A damage by what it looks like. */
export type DamageLook = (typeof DAMAGE_LOOKS)[number];

export const detectorEngineSchema = z.object({
  id: z.string(),
  model: z.string().nullable(),
  /** What runs the model beside the service, where it was found there by itself: then no photo left for a third party. */
  served_by: localServerSchema.optional(),
  prompt_version: z.string().nullable(),
  taxonomy_version: z.string(),
  prior_version: z.string().nullable(),
  tokens_in: z.number().int(),
  tokens_out: z.number().int(),
  /** US dollars; null where the price of a token is not known. */
  usd: z.number().nullable(),
  ms: z.number(),
  examined_photos: z.number().int(),
});

/** What a detector answers. */
export const detectionSchema = z.object({
  findings: z.array(findingSchema),
  /** Absent where no photo was examined, and in reports made before parts seen whole were asked for. */
  seen_whole: z.array(seenWholeSchema).optional(),
  /** Parts that no photo lets the model judge; absent where no photo was examined, and in reports made before they were asked for. */
  unsure: z.array(unsurePartSchema).optional(),
  /** Absent where no model answered, and in reports made before they were counted. */
  answer_entries: answerEntriesSchema.optional(),
  photo_notes: z.array(
    z.object({
      photo: z.number().int(),
      view: z.string(),
      usable: z.boolean(),
      /** The earlier photo it nearly repeats: both are one witness. Absent where it repeats none. */
      repeats: z.number().int().optional(),
      /** Why it shows little, whoever looks; absent where nothing of the kind was noticed. */
      unclear: z.enum(['dark', 'blurred']).optional(),
    }),
  ),
  zones_not_photographed: z.array(zoneSchema),
  conflicts: z.array(
    z.object({
      kind: z.string(),
      /** Absent in reports of schema_version 1. */
      fact: conflictFactSchema.optional(),
      /** The same in words; only in reports of schema_version 1. */
      detail: z.string().optional(),
    }),
  ),
  engine: detectorEngineSchema,
  /** How well this model sees with this prompt; absent where nobody measured it. */
  rates: detectionRatesSchema.optional(),
  /** Words only in reports of schema_version 1. */
  warnings: z.array(z.union([detectionNoteSchema, z.string()])),
});
export type Detection = z.infer<typeof detectionSchema>;

/** The damage a listing declares, as listed. */
export const declaredDamageSchema = z.object({
  site: siteSchema.nullable(),
  primary: z.string().nullable(),
  secondary: z.string().nullable(),
  run: z.enum(['runs_and_drives', 'starts', 'stationary']).nullable(),
  airbags: z.enum(['deployed', 'intact', 'none', 'missing']).nullable(),
  title: z.string().nullable(),
  /** Two letters of the lot's state, which settles title codes that states use differently. */
  state: z.string().nullish(),
  loss_type: z.string().nullable(),
  /** Only where the listing speaks of it. */
  catalytic_converter: z.enum(['present', 'missing']).nullish(),
});
export type DeclaredDamage = z.infer<typeof declaredDamageSchema>;

export const NOTHING_DECLARED: DeclaredDamage = {
  site: null,
  primary: null,
  secondary: null,
  run: null,
  airbags: null,
  title: null,
  loss_type: null,
};
