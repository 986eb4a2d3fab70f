import { z } from 'zod';
import { airbagsSettingSchema } from '../../../contract/estimate-settings.ts';
import { evidenceItemSchema } from '../../../contract/evidence.ts';
import { statedBySellersSchema } from '../../../contract/facts/stated-number.ts';
import { optionQuestionSchema } from '../../../contract/option-question.ts';
import { detectionRatesSchema, findingSchema } from '../../../contract/schemas/damage.ts';
import { labourTypeSchema, oemNumberSchema } from '../../../contract/schemas/estimate.ts';
import { positionSchema, sideSchema } from '../../../contract/schemas/part.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';

const text = z.string().nullable();
const figure = z.number().nullable();
const body = bodyClassSchema.nullable();

/** Cents an hour by kind of labour; `materials` a refinish hour. */
const ratesSchema = z.object({
  ...(Object.fromEntries(labourTypeSchema.options.map((type) => [type, z.number()])) as Record<
    z.infer<typeof labourTypeSchema>,
    z.ZodNumber
  >),
  materials: z.number(),
  id: z.string(),
  name: z.string(),
  basis: z.enum(['anchored', 'judgement', 'user']),
});

/** All that an estimate is calculated from, as values: what the tables said of this car on the day it was made. */
export const estimateInputsSchema = z.object({
  version: z.literal(1),
  /** What decides which parts the car has. */
  body: z.object({
    year: figure,
    make: text,
    model: text,
    body_class: body,
    fuel: text,
    doors: figure,
    engine: text,
  }),
  facts: z.object({
    known: z.enum(['model', 'make', 'none']),
    make: text,
    model: text,
    electric: z.boolean(),
    hybrid: z.boolean(),
  }),
  /** The car as part prices and hours take it. */
  priced: z.object({
    price_class: z.number(),
    year: z.number(),
    age: z.number(),
    body_class: body,
    scenario: z.enum(['usual', 'oem', 'alternative']),
    aluminium: z.boolean(),
    steel_front_bumper: z.boolean(),
    /** The year of the estimate, and whether a battery alone drives the car; absent in older reports. */
    level_year: z.number().exactOptional(),
    electric: z.boolean().exactOptional(),
    /** Whether most such cars have a front radar; absent in older reports. */
    front_radar: z.boolean().exactOptional(),
  }),
  /** The car as operations take it. */
  repaired: z.object({
    year: z.number(),
    electric: z.boolean(),
    hybrid: z.boolean(),
    body_class: body,
    stage: z.enum(['two_stage', 'three_stage', 'two_tone']),
    /** Share of the model's cars that have a front radar; absent in older reports and where no layout says. */
    front_radar: z.number().exactOptional(),
    /** As the front one, at the rear corners. */
    rear_radar: z.number().exactOptional(),
  }),
  /** Our own model's value before the damage, cents, and the standard deviation of its logarithm. */
  own_value: z.object({ cents: z.number(), sd_log: z.number() }),
  /** Two letters; null unknown. */
  state: text,
  tax: z.object({ percent: z.number(), on_labour: z.boolean(), known: z.boolean() }),
  rates: z.object({
    /** What insurers pay in the state: the reference price world. */
    reference: ratesSchema,
    /** Of the profile the estimate was made with. */
    asked: ratesSchema,
  }),
  currencies: z.record(
    z.string(),
    z.object({
      usd: z.number(),
      date: z.string(),
      source: z.string().exactOptional(),
      old: z.literal(true).exactOptional(),
    }),
  ),
  numbers: z.array(
    z.object({
      category: z.string(),
      side: sideSchema,
      position: positionSchema,
      numbers: z.array(oemNumberSchema),
      other_pieces: z.array(oemNumberSchema).exactOptional(),
      similar: z.array(oemNumberSchema).exactOptional(),
    }),
  ),
  /** What sellers state where no catalogue has a number: shown, and counted nowhere. */
  stated: z.array(statedBySellersSchema).exactOptional(),
  /** The listing's and the photos' evidence, as the report was made. */
  evidence: z.array(evidenceItemSchema),
  /** What was found on photos: words, boxes and ways of repair for the lines. */
  findings: z.array(findingSchema),
  photos_examined: z.number().int(),
  /** How well the model that looked sees, as measured then; absent: by the table's first values. */
  detection_rates: detectionRatesSchema.exactOptional(),
  /** As listed: shown beside the estimate. */
  listed: z.object({ retail_value: figure, colour: text }),
  /** What the listing says of the air bags, where its user may say otherwise; null: there is nothing to ask. */
  airbags_told: airbagsSettingSchema.nullable(),
  /** What would narrow the numbers. */
  questions: z.array(optionQuestionSchema),
  /** Where the facts of the lot come from: its listing, or its user by hand. */
  facts_from: z.enum(['listing', 'user']),
  /**
   * `tables_id`: the kept tables that every edit of the report is calculated with. `engine`: the calculation that last gave the
   * figures the report stores; absent where none was noted.
   */
  versions: z.object({
    tables: z.string(),
    tables_id: z.string(),
    prior: z.string(),
    dated: z.string(),
    engine: z.string().exactOptional(),
  }),
});
export type EstimateInputs = z.infer<typeof estimateInputsSchema>;
