import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { isBodyOnFrame } from '../../vehicles/body-class.ts';
import { CONDITION } from './condition.ts';
import { PRIOR_PARTS, type PriorPart, type PriorZone } from './declared-prior.ts';
import { layoutShare } from './layouts.ts';

/** What decides which parts a car has; unknown is null or left out. */
export type Car = {
  readonly year: number | null;
  readonly make?: string | null;
  readonly model?: string | null;
  readonly body_class: BodyClass | null;
  readonly fuel?: string | null;
  readonly doors?: number | null;
  readonly engine?: string | null;
};

const BATTERY_ONLY = /^(battery[ -]?electric|electric|bev|ev)\b/i;
const WITH_COMBUSTION = /hybrid|gas|diesel|flex|range ext/i;
const TURBO = /turbo|\btfsi\b|\btsi\b|\btdi\b|ecoboost|supercharg/i;
const REAR_DOORS = new Set(['rear_door', 'rear_door_glass']);

const combustionOnly = new Set(CONDITION.combustion_only);

/**
 * Share of such cars that have the part, 0–1: 0 where the body or the drive rules it out, by the model's layout,
 * else by model year where it is an option (judgement), 1 otherwise. A three-door hatchback counts its hatch as a door.
 */
export function equipmentTakeRate(id: string, car: Car): number {
  if (car.body_class && CONDITION.bodies_without[id]?.includes(car.body_class)) return 0;
  if (id === 'front_subframe' && isBodyOnFrame(car.make ?? null, car.model ?? null, car.year)) return 0;
  if (REAR_DOORS.has(id) && typeof car.doors === 'number' && car.doors > 0 && car.doors <= 3) return 0;
  const fuel = car.fuel?.trim() ?? '';
  if (combustionOnly.has(id) && BATTERY_ONLY.test(fuel) && !WITH_COMBUSTION.test(fuel)) return 0;
  if (id === 'intercooler_if_turbo' && car.engine && TURBO.test(car.engine)) return 1;
  const byLayout = layoutShare(id, car);
  if (byLayout !== null) return byLayout;
  const shares = CONDITION.equipment_take_rate.shares[id];
  if (!shares) return 1;
  const year = car.year ?? CONDITION.equipment_take_rate.unknown_year;
  const reached = shares.filter(([from]) => year >= from);
  return (reached.at(-1) ?? shares[0])?.[1] ?? 1;
}

const partsByBody = new Map<BodyClass, readonly PriorPart[]>();

/** The table's parts without the zones in which a hit meets none of them on this body. */
export function partsOn(body: BodyClass | null): readonly PriorPart[] {
  if (body === null) return PRIOR_PARTS;
  const kept = partsByBody.get(body);
  if (kept) return kept;
  const parts = PRIOR_PARTS.map((part) => {
    const without = CONDITION.zones_without[part.id];
    if (!without) return part;
    const zones = Object.entries(part.zones).filter(([zone]) => !without[zone as PriorZone]?.includes(body));
    return { ...part, zones: Object.fromEntries(zones) };
  });
  partsByBody.set(body, parts);
  return parts;
}
