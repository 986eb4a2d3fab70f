import { z } from 'zod';
import { labourTypeSchema, lineOperationSchema } from '../../../contract/schemas/estimate.ts';
import { type BodyClass, bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { curveSchema, groundSchema, onCurve, readJson, readTsv } from './read-table.ts';

const hours = z.coerce.number().min(0).max(60);
const dollars = z.coerce.number().positive();
const bands = { eco: dollars, mid: dollars, premium: dollars, luxury: dollars };

export const alternativeKindSchema = z.enum([
  'cover',
  'lamp',
  'sheet',
  'plastic',
  'mech',
  'glass',
  'recycled',
  'recond',
  'none',
]);
export type AlternativeKind = z.infer<typeof alternativeKindSchema>;

const partCostSchema = z.object({
  category: z.string(),
  hours_low: hours,
  hours_high: hours,
  refinish_low: hours,
  refinish_high: hours,
  ...bands,
  /** Hours of a middling repair; 0: not repaired, replaced. */
  repair_hours: hours,
  alternative: alternativeKindSchema,
  hours_basis: z.enum(['anchored', 'judgement']),
  note: z.string(),
});
/** One row of data/part-costs.tsv: hours to replace one piece, two-stage refinish without clear coat, OEM list price in US dollars by band. */
export type PartCost = z.infer<typeof partCostSchema>;

const allowanceSchema = z.object({
  prior_id: z.string(),
  hours_low: hours,
  hours_high: hours,
  ...bands,
  labour: labourTypeSchema,
  operation: lineOperationSchema,
  note: z.string(),
});
/** One row of data/allowances.tsv: a part the vocabulary has no category of its own for. */
export type Allowance = z.infer<typeof allowanceSchema>;
export type PriceBands = Pick<PartCost, 'eco' | 'mid' | 'premium' | 'luxury'>;

/** In place of a body: the front bumper of pickups that have a steel one. */
const STEEL = 'steel_front_bumper';
const hoursByBodySchema = partCostSchema
  .pick({
    category: true,
    hours_low: true,
    hours_high: true,
    refinish_low: true,
    refinish_high: true,
    hours_basis: true,
    note: true,
  })
  .extend({ body: z.enum([...bodyClassSchema.options, STEEL]) });

const { hours: byExtent, severity: bySeverity } = readJson(
  'repair-extent.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    /** Absent in older tables: there severity changes no hours. */
    severity: groundSchema
      .and(
        z.object({
          light: z.number().positive(),
          middling: z.number().positive(),
          heavy: z.number().positive(),
          replaced_from: z.number().positive(),
          replaced_note: z.string(),
        }),
      )
      .optional(),
    hours: groundSchema.and(
      z.object({
        by_share: curveSchema.refine(
          (points) => points.every(([, factor], at) => factor >= (points[at - 1]?.[1] ?? 0)),
          'falls with the share',
        ),
      }),
    ),
  }),
);

/** Hours of a repair as a factor on the middling ones, by the share (0–1) of the panel that is damaged; never falls. */
export const extentFactor = (share: number): number => onCurve(byExtent.by_share, share);

/** Hours of a repair as a factor on the middling ones, by how heavy photos show the damage (1–4); null: the tables do not say. */
export function severityFactor(severity: number | null): number | null {
  if (!bySeverity || severity === null) return null;
  if (severity <= 1) return bySeverity.light;
  return severity === 2 ? bySeverity.middling : bySeverity.heavy;
}
/** Share of a replacement's cost from which a repair is one; null: the tables do not say. */
export const REPLACED_FROM = bySeverity?.replaced_from ?? null;

const costs = new Map(readTsv('part-costs.tsv', partCostSchema).map((row) => [row.category, row]));
const allowances = new Map(readTsv('allowances.tsv', allowanceSchema).map((row) => [row.prior_id, row]));

/** Hours of panels that are another thing on another body: a bed side is bolted or spot-welded on, no quarter panel. */
const hoursByBody = new Map(
  readTsv('part-hours-by-body.tsv', hoursByBodySchema).map(({ body, ...row }) => [
    `${body} ${row.category}`,
    row,
  ]),
);

/** Cost row of a category id on a car of this body, undefined for an unknown one. */
export function partCost(
  category: string,
  body: BodyClass | null = null,
  steelFrontBumper = false,
): PartCost | undefined {
  const cost = costs.get(category);
  const steel = steelFrontBumper ? hoursByBody.get(`${STEEL} ${category}`) : undefined;
  return cost && { ...cost, ...(steel ?? hoursByBody.get(`${body} ${category}`)) };
}
/** Allowance of a part of the declared prior that has no exact category, or a price of its own. */
export const allowanceFor = (priorId: string): Allowance | undefined => allowances.get(priorId);
/** What stands in for an allowance's new OEM part: its price is that of the usual part where it is used or structural anyway. */
export const allowanceKind = ({ prior_id, labour }: Allowance): AlternativeKind =>
  NEW_OR_USED_ANYWAY.has(prior_id) || labour === 'structural' ? 'none' : 'mech';
const NEW_OR_USED_ANYWAY = new Set([
  'engine_long_block',
  'camera_windshield_calibration',
  'seat_cover_side_bag',
  'pillar_trim',
]);
