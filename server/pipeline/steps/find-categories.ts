import type { Lot } from '../../../contract/schemas/lot.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { filterCategories } from '../../categories/filter-categories.ts';
import { categoriesFor } from '../../categories/generic-categories.ts';
import { partProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { declaredDamageOf } from './declared-damage.ts';
import type { Outputs } from './outputs.ts';

/** The categories a car of this body has. */
export const findGenericCategories = (vehicle: Vehicle): Outputs['find_generic_categories'] => ({
  categories: categoriesFor({ ...vehicle, doors: vehicle.decoded?.doors ?? null }).map(
    (category) => category.id,
  ),
});

/** Those of them that the declared damage, the car's condition and its photos make plausible. */
export function filterPlausible(
  vehicle: Vehicle,
  lot: Lot,
  categories: readonly string[],
): Outputs['filter_categories'] {
  const has = new Set(categories);
  const { parts } = partProbabilities({
    declared: declaredDamageOf(lot),
    vehicle: { ...vehicle, doors: vehicle.decoded?.doors ?? null },
  });
  const known = categoriesFor({ ...vehicle, doors: vehicle.decoded?.doors ?? null }).filter((category) =>
    has.has(category.id),
  );
  return { plausible: filterCategories({ categories: known, parts, photos_count: lot.images.length }) };
}
