import { z } from 'zod';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { readJson } from '../../data-tables/data-table.ts';
import { priorPart, priorZoneSchema } from './declared-prior.ts';

const share = z.number().min(0).max(1);
const basis = z.enum(['anchored', 'judgement']);
const multiplier = z.object({
  value: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  basis,
});
const partId = z.string().refine((id) => Boolean(priorPart(id)));
const floor = z.object({ ids: z.array(partId), floor: share });
const zoneFloor = floor.extend({ zones: z.array(priorZoneSchema), zone_weight: share });

const conditionSchema = z.object({
  version: z.string(),
  about: z.string(),
  start: z.object({ value: z.tuple([share, share, share]), basis }),
  airbags: z.object({ deployed: multiplier, intact: multiplier }),
  run: z.object({ runs_and_drives: multiplier, starts: multiplier, stationary: multiplier }),
  title: z.object({ destruction: multiplier, clean: multiplier }),
  secondary: z.object({ weight: share, basis }),
  overrides: z.object({
    deployed_always: floor,
    /** Both front bags fire with the belts of both seats, whichever corner was hit. */
    deployed_front: zoneFloor.extend({ both_sides: floor }),
    deployed_side: zoneFloor,
    /** Bags that went off though the declared damage lies at neither. */
    deployed_elsewhere: floor,
    /** Bag → parts it takes with it → their share of its chance. */
    brought_by: z.record(partId, z.record(partId, share)),
    intact: z.object({ ids: z.array(partId), at_most: share }),
    airbags_missing: floor,
    catalyst_missing: floor,
    stationary_without_impact: z.record(partId, share),
    basis,
  }),
  equipment_take_rate: z.object({
    basis,
    note: z.string(),
    unknown_year: z.number().int(),
    shares: z.record(partId, z.array(z.tuple([z.number().int(), share])).min(1)),
  }),
  bodies_without: z.record(partId, z.array(bodyClassSchema)),
  /** Bodies on which a hit in this zone meets none of the part: a convertible's B-pillar ends at the belt line. */
  zones_without: z.record(partId, z.partialRecord(priorZoneSchema, z.array(bodyClassSchema))),
  combustion_only: z.array(partId),
});

/** Severity start and multipliers, hard overrides and fitment, checked at load. */
export const CONDITION = readJson(new URL('../data/condition.json', import.meta.url), conditionSchema);

const { deployed_always, deployed_front, deployed_side, deployed_elsewhere, brought_by } =
  CONDITION.overrides;
/** Ids of the prior table: the bags that go off, the restraints beside them and what they break on their way out. */
export const AIRBAG_PARTS: ReadonlySet<string> = new Set([
  ...[deployed_always, deployed_front, deployed_side, deployed_elsewhere].flatMap(({ ids }) => ids),
  ...Object.values(brought_by).flatMap((parts) => Object.keys(parts)),
]);
