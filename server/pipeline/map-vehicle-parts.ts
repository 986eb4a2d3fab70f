import type { CataloguePart } from '../../contract/part.ts';
import { categoryById } from '../categories/generic-categories.ts';
import { matchPartName } from '../categories/match-part-name.ts';
import { learnNameIds } from '../db/catalogue-name-ids.ts';
import type { Queryable } from '../db/client.ts';
import { categoriesOfNameIds, nameIdKey, nameIdSightings } from '../parts-catalogues/name-ids.ts';
import type { Outputs } from './outputs.ts';

/** The driver's and the passenger's own parts, one of each in a car: their side is their name, and no line of them has one. */
const isSingle = (category: string | null): boolean =>
  category !== null && ['L', 'R'].includes(categoryById(category)?.side ?? '');

/** Each catalogue part's place in the fixed vocabulary by its name; what can't be placed stays unmapped. */
export function mapVehicleParts(
  make: string,
  parts: readonly CataloguePart[],
  known: ReadonlyMap<string, string> = new Map(),
): Outputs['map_vehicle_parts_to_generic_categories'] {
  return {
    parts: parts.map((part) => {
      const { name, group: diagram, number } = part;
      const sourceSays = known.get(nameIdKey(part));
      const match = matchPartName({ make, name, diagram, number, sourceSays });
      const mapped_side = isSingle(match.category) ? 'none' : match.side;
      return { ...part, category: match.category, mapped_side, mapped_position: match.position };
    }),
  };
}

/** The same, helped by what the sources' own part ids were found to mean; what these parts tell of that is kept. */
export async function mapWithNameIds(
  client: Queryable,
  make: string,
  parts: readonly CataloguePart[],
): Promise<Outputs['map_vehicle_parts_to_generic_categories']> {
  const byName = mapVehicleParts(make, parts);
  const seen = nameIdSightings(byName.parts);
  if (seen.length === 0) return byName;
  return mapVehicleParts(make, parts, categoriesOfNameIds(await learnNameIds(client, seen)));
}
