import type { CataloguePart } from '../../contract/part.ts';
import { matchPartName } from '../categories/match-part-name.ts';
import type { Outputs } from './outputs.ts';

/** Each catalogue part's place in the fixed vocabulary; what can't be placed stays unmapped. */
export function mapVehicleParts(
  make: string,
  parts: readonly CataloguePart[],
): Outputs['map_vehicle_parts_to_generic_categories'] {
  return {
    parts: parts.map((part) => {
      const match = matchPartName({ make, name: part.name, diagram: part.group, number: part.number });
      return { ...part, category: match.category, mapped_side: match.side, mapped_position: match.position };
    }),
  };
}
