import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { matchEstimateLine } from '../../categories/match-estimate-line.ts';
import { matchPartName } from '../../categories/match-part-name.ts';
import { learnNameIds } from '../../db/catalogue/catalogue-name-ids.ts';
import type { Queryable } from '../../db/client.ts';
import {
  categoriesOfNameIds,
  nameIdKey,
  nameIdOccurrences,
} from '../../parts-catalogues/parts-catalogs-com/name-ids.ts';
import type { Outputs } from './outputs.ts';

/** The driver's and the passenger's own parts, one of each in a car: their side is their name, and no line of them has one. */
const isSingle = (id: string | null): boolean => ['L', 'R'].includes(category(id)?.side ?? '');

const category = (id: string | null) => (id === null ? undefined : categoryById(id));

/** The side as a source's own column writes it (L, LH, left …); null where it says none, or both. */
function sideSaid(text: string | null): 'left' | 'right' | null {
  const word = text?.trim().toLowerCase() ?? '';
  if (/^(?:l|lh|lhs|left)$/.test(word)) return 'left';
  return /^(?:r|rh|rhs|right)$/.test(word) ? 'right' : null;
}

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
      const match = part.from_estimate
        ? matchEstimateLine({ make, name, section: diagram, number })
        : matchPartName({ make, name, diagram, number, sourceSays });
      const sided = category(match.category)?.side === 'LR';
      const side = match.side === 'none' && sided ? (sideSaid(part.side) ?? 'none') : match.side;
      const mapped_side = isSingle(match.category) ? 'none' : side;
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
  const seen = nameIdOccurrences(byName.parts);
  if (seen.length === 0) return byName;
  return mapVehicleParts(make, parts, categoriesOfNameIds(await learnNameIds(client, seen)));
}
