import type { CataloguePart } from '../../contract/schemas/part.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import { numberMake } from '../../contract/vehicles/makes.ts';
import { findKeptParts } from '../db/catalogue/kept-estimates.ts';
import type { Queryable } from '../db/client.ts';
import { estimatedParts } from '../parts-catalogues/kept-estimates/estimated-parts.ts';
import { modelKey } from '../vehicles/model-key.ts';
import { listedMake } from '../vehicles/models.ts';

/** Parts of estimates: of the report's car, and of others like it; and of dealers' pages that were opened for its VIN. */
export type EstimatedParts = {
  readonly own: readonly CataloguePart[];
  readonly opened: readonly CataloguePart[];
  readonly similar: readonly CataloguePart[];
};

/** What the estimates and dealers' pages that an account keeps tell of a car today; nothing of a report that nobody owns. */
export async function keptPartsOf(
  client: Queryable,
  userId: string | null,
  vehicle: Vehicle,
): Promise<EstimatedParts> {
  const make = numberMake(vehicle);
  const { model, vin, vin_masked } = vehicle;
  if (userId === null || make === null) return { own: [], opened: [], similar: [] };
  const rows = await findKeptParts(client, userId, {
    vin: vin_masked ? null : vin,
    make,
    modelKey: model === null ? null : modelKey(listedMake(make), model),
  });
  return estimatedParts(rows, vehicle);
}
