import type { CataloguePart, Fit } from '../../../contract/schemas/part.ts';
import { type NumberMake, numberMake } from '../../../contract/vehicles/makes.ts';
import { modelKey } from '../../vehicles/model-key.ts';
import { listedMake } from '../../vehicles/models.ts';
import { readVin } from '../../vehicles/read-vin.ts';
import { successorsIn } from '../merge/superseded-by.ts';
import type { CatalogueVehicle, PartsCatalogue } from '../parts-catalogue.ts';

/** Its name among the catalogues. */
export const IMPORTED_FILE = 'imported-file';

/** A row of an imported file as it is stored. */
export type StoredPart = Omit<CataloguePart, 'fit' | 'superseded_by' | 'superseded_also'> & {
  readonly vin_prefix: string | null;
};

export type StoredPartsQuery = {
  readonly make: NumberMake;
  readonly model_key: string;
  /** null: every year. */
  readonly year: number | null;
};

/** What the VIN of a row's car begins with; null: any car of the model. */
export type StoredPrefix = Pick<StoredPart, 'vin_prefix'>;

/**
 * The catalogue of files that were imported (see read-import-file); `find` asks where they are stored, `prefixes` only for which
 * cars.
 */
export function importedFile(
  find: (query: StoredPartsQuery) => Promise<readonly StoredPart[]>,
  prefixes: (query: StoredPartsQuery) => Promise<readonly StoredPrefix[]> = find,
): PartsCatalogue {
  return {
    name: IMPORTED_FILE,
    label: 'Imported catalog files',
    supports: () => true,
    async holds(vehicle) {
      const query = queryOf(vehicle);
      if (query === null) return false;
      return (await prefixes(query)).some(({ vin_prefix }) => fitOf(vin_prefix, vehicle) !== null);
    },
    async findParts(vehicle) {
      const query = queryOf(vehicle);
      if (query === null) return { kind: 'not_found' };
      const stored = await find(query);
      const parts = stored.flatMap((row) => {
        const fit = fitOf(row.vin_prefix, vehicle);
        if (fit === null) return [];
        const { vin_prefix: _, ...part } = row;
        return [{ ...part, fit, ...successorsIn(part.notes) }];
      });
      return parts.length === 0 ? { kind: 'not_found' } : { kind: 'ok', parts };
    },
  };
}

function queryOf(vehicle: CatalogueVehicle): StoredPartsQuery | null {
  const make = numberMake(vehicle);
  const { model, year } = vehicle;
  return make === null || model === null
    ? null
    : { make, model_key: modelKey(listedMake(make), model), year };
}

/** null: the row is for another car. A prefix beyond what a masked VIN shows proves nothing. */
function fitOf(prefix: string | null, vehicle: CatalogueVehicle): Fit | null {
  const byModel: Fit = vehicle.year === null ? 'unknown' : 'model_year';
  const known = vehicle.vin === null ? '' : (readVin(vehicle.vin)?.known ?? '');
  if (prefix === null || known === '') return byModel;
  const comparable = Math.min(prefix.length, known.length);
  // `*` in a prefix stands for the check digit, which differs from car to car.
  for (let at = 0; at < comparable; at += 1) {
    if (prefix.charAt(at) !== '*' && prefix.charAt(at) !== known.charAt(at)) return null;
  }
  return prefix.length <= known.length ? 'exact_vin' : byModel;
}
