import { z } from 'zod';
import { labourTypeSchema } from '../../../contract/schemas/estimate.ts';
import { positionSchema } from '../../../contract/schemas/part.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { groundSchema, readLaterJson, readLaterTsv, sourcesSchema } from './read-table.ts';

const hours = z.number().positive();
const grounded = <Shape extends z.ZodRawShape>(shape: Shape) => groundSchema.and(z.object(shape));

/**
 * Operations that an estimate of such a job carries (data/written-operations.json): hours, dollars, model years. Null in sets of
 * tables older than it.
 */
export const WRITTEN_OPERATIONS = readLaterJson(
  'written-operations.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    tint: grounded({ hours }),
    polish: grounded({ hours_a_panel: hours }),
    feather_prime_block: grounded({ hours_a_panel: hours, from_repair_hours: hours }),
    raw_plastic: grounded({ share_of_base: hours, least_hours: hours, most_hours: hours }),
    corrosion_bolted: grounded({ hours, dollars: hours }),
    battery: grounded({ hours, from_year: z.number().int() }),
    restraint_inspection: grounded({ hours }),
    /** Absent in older tables. */
    clean_for_delivery: grounded({ hours }).optional(),
    set_up_quarter: groundSchema,
    pull: grounded({ hours_low: hours, hours, hours_high: hours }),
    /** Makes whose front emblem sits on the hood; none in older tables. */
    emblem: grounded({ on_hood: z.array(z.string()).default([]) }),
    /** Absent in older tables. */
    liners: grounded({ parts: z.array(z.string()), written_from: z.number() }).optional(),
    /** Absent in older tables. */
    electric_scan: grounded({ hours }).optional(),
    hv_disable_rear: groundSchema.optional(),
    /** Absent in older tables. */
    aim_after_access: groundSchema.optional(),
    with_new: z
      .array(
        grounded({
          part: z.string(),
          panel: z.string(),
          position: positionSchema,
          not_on: z.array(bodyClassSchema),
        }),
      )
      .default([]),
    traction_battery: grounded({ low: hours, high: hours }).optional(),
    battery_case: grounded({ hours }),
    isolation_test: grounded({ hours }),
    /** Absent in older tables. */
    pyro_fuse: grounded({ hours, dollars: hours }).optional(),
    storage: grounded({ dollars: hours }).optional(),
  }),
);

const listed = (text: string): string[] => text.split('|');
/** `unibody`: every body but a pickup's. */
const BODIES = ['all', 'unibody', ...bodyClassSchema.options] as const;
const rowSchema = z.object({
  job: z.string(),
  work: z
    .string()
    .transform(listed)
    .pipe(z.array(z.enum(['replace', 'repair', 'refinish', 'blend', 'pdr']))),
  bodies: z
    .string()
    .transform(listed)
    .pipe(z.array(z.enum(BODIES))),
  part: z.string(),
  /** Of the part that comes off, as to the panel that is worked on. */
  side: z.enum(['own', 'both', 'none']),
  hours_low: z.coerce.number().positive(),
  hours_high: z.coerce.number().positive(),
  labour: labourTypeSchema,
  /** The part of the declared prior that not every car has; empty: every such car has it. */
  fitted: z.string(),
  ground: z.string().min(1),
  sources: z.string().transform(listed).pipe(sourcesSchema),
});
/** One row of data/r-and-i.tsv: what comes off for a job, in hours. */
export type AccessRow = z.infer<typeof rowSchema>;
/** Null in sets of tables older than it. */
export const ACCESS_ROWS: readonly AccessRow[] | null = readLaterTsv('r-and-i.tsv', rowSchema);
