import { z } from 'zod';
import { keyedSourceIdSchema, setupSourceIdSchema } from '../../operator/setup-sources.ts';
import { sourceOutcomeSchema } from '../../operator/source-outcome.ts';
import { CALIBRATION_FORMS } from '../../schemas/damage.ts';

/**
 * Where an operator's session stands. `no_secrets_key`: nothing can be sealed, so that there are no codes and nothing is changed;
 * `no_secret`: the operator has no secret for codes, or one that another key sealed.
 */
export const operatorSessionSchema = z.object({
  state: z.enum(['no_secrets_key', 'no_secret', 'code_needed', 'confirmed']),
});
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** A code of an authenticator app, however it was typed. */
export const operatorCodeRequestSchema = z.strictObject({
  code: z
    .string()
    .max(20)
    .overwrite((typed) => typed.replaceAll(/\s/g, ''))
    .regex(/^\d{6}$/, 'A code has 6 digits.'),
});

/** `built_in`: it needs no setting. */
const settingFromSchema = z.enum(['environment', 'stored', 'built_in', 'none']);

/** A source as Setup shows it; no secret is ever in it. */
export const setupSourceSchema = z.object({
  source: setupSourceIdSchema,
  on: z.boolean(),
  /** Where its settings in force come from. */
  from: settingFromSchema,
  /** What serves: a model, a host, a folder; null where there is nothing to name. */
  detail: z.string().nullable(),
  /** Settings of its keys in force; `value` of what is no secret, of a secret its last four characters. */
  keys: z.array(z.object({ name: z.string(), value: z.string().nullable(), ending: z.string().nullable() })),
  /**
   * What was saved here: `behind_environment`, which wins; `unreadable`: sealed by a key that is gone.
   */
  stored: z.enum(['none', 'in_force', 'behind_environment', 'unreadable']),
  /** ISO 8601. */
  stored_at: z.string().nullable(),
  /** Calls, or US dollars, used today or this month (UTC); without a cap of our own null. */
  uses: z.array(
    z.object({
      unit: z.enum(['calls', 'usd']),
      period: z.enum(['day', 'month']),
      used: z.number(),
      cap: z.number().nullable(),
    }),
  ),
  /**
   * Of photo review with a model: whether what its photos show is weighed as VISION_RATES measured (`in_use`: it is of this model with
   * these prompts), and what that file says of itself, null where none is named; null of all else.
   */
  rates: z
    .object({
      in_use: z.boolean(),
      file: z
        .object({
          model: z.string(),
          prompt_version: z.string(),
          dated: z.iso.date(),
          lots: z.number().int(),
          /** Labelled findings that stated confidence is calibrated by. */
          labels: z.number().int(),
          form: z.enum(CALIBRATION_FORMS).nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** What it is tested on, where it is on. */
  test: z.enum(['photo', 'vin', 'number', 'vin_or_number']).nullable(),
});
export type SetupSource = z.infer<typeof setupSourceSchema>;

/** `can_change`: false while nothing can be sealed. */
export const setupSchema = z.object({ can_change: z.boolean(), sources: z.array(setupSourceSchema) });
export type Setup = z.infer<typeof setupSchema>;

export const keyedSourcePathSchema = z.strictObject({ source: keyedSourceIdSchema });
export const setupSourcePathSchema = z.strictObject({ source: setupSourceIdSchema });

/** All settings of a source, by their names in the environment. */
export const saveKeysRequestSchema = z.strictObject({
  values: z.record(z.string().max(40), z.string().trim().min(1, 'A key is missing.').max(500)),
});
export type SaveKeysRequest = z.infer<typeof saveKeysRequestSchema>;
/** `makes_left_out`: supported makes that this key's catalogs lack. */
export const savedKeysSchema = z.object({ source: setupSourceSchema, makes_left_out: z.array(z.string()) });
export type SavedKeys = z.infer<typeof savedKeysSchema>;

/** A VIN, an OEM number or a lot number, as the source's `test` says; a photo is our own. */
export const testSourceRequestSchema = z.strictObject({
  text: z
    .string()
    .trim()
    .regex(/^[\w.~ -]{1,40}$/, 'A VIN or number has letters and digits.')
    .optional(),
});
export type TestSourceRequest = z.infer<typeof testSourceRequestSchema>;

/** What a test found; `address`: ours as the source sees it, told where it refuses it. */
export const testedSourceSchema = z.object({
  outcome: sourceOutcomeSchema,
  address: z.string().nullable(),
  found: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('damage'),
        model: z.string(),
        parts: z.array(z.object({ name: z.string(), side: z.string() })),
        /** US dollars; null where no price is set. */
        usd: z.number().nullable(),
        seconds: z.number(),
      }),
      z.object({
        kind: z.literal('numbers'),
        car: z.string(),
        /** Of this very car; false: of one of its model and year. */
        by_vin: z.boolean(),
        /** Groups of parts that a collision reaches. */
        groups: z.number().int(),
        examples: z.array(z.object({ group: z.string(), name: z.string(), number: z.string() })),
      }),
      z.object({
        kind: z.literal('vehicle'),
        year: z.number().int().nullable(),
        make: z.string().nullable(),
        model: z.string().nullable(),
        trim: z.string().nullable(),
        engine: z.string().nullable(),
      }),
      z.object({
        kind: z.literal('offers'),
        count: z.number().int(),
        low: z.number().nullable(),
        high: z.number().nullable(),
      }),
      z.object({
        kind: z.literal('lots'),
        lots: z.array(
          z.object({
            name: z.string().nullable(),
            site: z.string().nullable(),
            lot_number: z.string(),
            photos: z.number().int(),
          }),
        ),
      }),
    ])
    .nullable(),
});
export type TestedSource = z.infer<typeof testedSourceSchema>;
