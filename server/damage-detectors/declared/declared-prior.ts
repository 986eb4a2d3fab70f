import { z } from 'zod';
import { sectionSchema } from '../../../contract/schemas/estimate.ts';
import { positionSchema, sideSchema } from '../../../contract/schemas/part.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { readJson } from '../../data-tables/data-table.ts';

/** Zones of the prior: F front, FC front corner, S side, R rear, RC rear corner, T roof, U under. */
export const PRIOR_ZONES = ['F', 'FC', 'S', 'R', 'RC', 'T', 'U'] as const;
export const priorZoneSchema = z.enum(PRIOR_ZONES);
export type PriorZone = z.infer<typeof priorZoneSchema>;

const percent = z.number().min(0).max(100);

const priorPartSchema = z.object({
  id: z.string().regex(/^[a-z_]+$/),
  name: z.string().min(1),
  seen: z.enum(['visible', 'hidden']),
  operation: z.enum(['replace', 'repair']),
  /** A: shape anchored on measured numbers; J: our judgement. */
  basis: z.enum(['A', 'J']),
  sided: z.boolean(),
  /** Percent for a minor, moderate and severe hit; empty where only the special lists name the part. */
  zones: z.partialRecord(priorZoneSchema, z.tuple([percent, percent, percent])),
});
export type PriorPart = z.infer<typeof priorPartSchema>;

const priorSchema = z.object({
  version: z.string(),
  dated: z.iso.date(),
  about: z.string(),
  parts: z.array(priorPartSchema).length(116),
});

const placeSchema = z.object({
  category: z.string(),
  position: positionSchema,
  exact: z.boolean(),
  /** Section of an estimate it is printed under where that of its category is another's. */
  section: sectionSchema.optional(),
  /** Side printed for a part the prior does not split by side but the vocabulary does. */
  side: sideSchema.optional(),
  by_body: z.partialRecord(bodyClassSchema, z.string()).optional(),
});
export type CategoryPlace = z.infer<typeof placeSchema>;

const mappingSchema = z.object({
  version: z.string(),
  about: z.string(),
  parts: z.record(z.string(), placeSchema),
});

const prior = readJson(new URL('../data/declared-prior.json', import.meta.url), priorSchema);
const mapping = readJson(new URL('../data/prior-to-categories.json', import.meta.url), mappingSchema);

/** The table's version, printed with every estimate made from it. */
export const PRIOR_VERSION = prior.version;

/** The 107 parts of the table, then the 9 named by special lists only. */
export const PRIOR_PARTS: readonly PriorPart[] = prior.parts;

const byId = new Map(PRIOR_PARTS.map((part) => [part.id, part]));

/** A part of the table; an unknown id is a mistake in the data and throws. */
export function priorPart(id: string): PriorPart {
  const part = byId.get(id);
  if (!part) throw new Error(`declared-prior.json has no part ${id}`);
  return part;
}

const byName = new Map(PRIOR_PARTS.map((part) => [part.name, part]));
/** A part of the table by the name that findings carry where the vocabulary has no category for it. */
export const priorPartNamed = (name: string): PriorPart | undefined => byName.get(name);

/** Every id of the table with its place in part-categories.tsv; the one mapping between the two. */
export const PRIOR_TO_CATEGORIES: ReadonlyMap<string, CategoryPlace> = new Map(Object.entries(mapping.parts));

/** Where a part of the table stands in the vocabulary; a part without a place throws. */
export function placeOf(id: string): CategoryPlace {
  const place = PRIOR_TO_CATEGORIES.get(id);
  if (!place) throw new Error(`prior-to-categories.json has no part ${id}`);
  return place;
}
