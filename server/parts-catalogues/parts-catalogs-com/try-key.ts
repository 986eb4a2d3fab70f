import type { SourceOutcome } from '../../../contract/operator/source-outcome.ts';
import { type MakeKey, SUPPORTED_MAKES } from '../../../contract/vehicles/makes.ts';
import { CatalogueFault } from '../ask/catalogue-fault.ts';
import type { CatalogueVehicle } from '../parts-catalogue.ts';
import { type ApiCar, catalogueId } from './car.ts';
import { type PartsCatalogsAccess, partsCatalogsClient } from './client.ts';
import { readLeaves } from './read.ts';
import { catalogsSchema, ownAddressSchema } from './schema.ts';

/** What setting a key up tells; `address` is ours as the API sees it, told where it refuses it. */
export type TriedKey =
  | { outcome: 'ok'; missing: MakeKey[] }
  | { outcome: Exclude<SourceOutcome, 'ok'>; address: string | null };

/** Parts that every car has and whose numbers nobody has to be asked twice for. */
const EXAMPLES = ['front_bumper_cover', 'hood'];
const LONGEST_MS = 40_000;

/** Asks for the list of catalogs, one call: whether the key is taken, and which of our makes it leaves out. */
export async function tryKey(access: PartsCatalogsAccess, signal: AbortSignal): Promise<TriedKey> {
  const ask = partsCatalogsClient(access);
  try {
    const known = await ask(['catalogs', ''], {}, catalogsSchema, signal);
    const ids = new Set(known.map(({ id }) => id));
    const makes = Object.keys(SUPPORTED_MAKES) as MakeKey[];
    return { outcome: 'ok', missing: makes.filter((make) => !ids.has(catalogueId(make))) };
  } catch (error) {
    return await refused(access, error, signal);
  }
}

export type TriedVin =
  | {
      outcome: 'ok';
      car: ApiCar;
      groups: number;
      examples: { group: string; name: string; number: string }[];
    }
  | { outcome: Exclude<SourceOutcome, 'ok'>; address: string | null };

/** Looks a car up as a report would, with the numbers of one or two groups; keeps nothing. */
export async function tryVin(
  access: PartsCatalogsAccess,
  vehicle: CatalogueVehicle & { make_key: MakeKey },
  signal: AbortSignal,
  dated: string,
): Promise<TriedVin> {
  const { car, groups, parts, fault } = await readLeaves(
    {
      ask: partsCatalogsClient(access),
      make: vehicle.make_key,
      vehicle,
      categories: EXAMPLES,
      dated,
      known: new Map(),
      keep: async () => {},
    },
    signal,
    LONGEST_MS,
  );
  if (fault !== null && parts.length === 0) return await refused(access, fault, signal);
  if (car === null) return { outcome: 'nothing_found', address: null };
  const examples = parts.slice(0, 5).map(({ group, name, number }) => ({ group, name, number }));
  return { outcome: 'ok', car, groups, examples };
}

async function refused(
  access: PartsCatalogsAccess,
  error: unknown,
  signal: AbortSignal,
): Promise<{ outcome: Exclude<SourceOutcome, 'ok'>; address: string | null }> {
  if (!(error instanceof CatalogueFault)) throw error;
  const { outcome } = error;
  if (outcome === 'ok') throw error;
  const isOfAddress = outcome === 'address_refused' || outcome === 'banned';
  return { outcome, address: isOfAddress ? await ownAddress(access, signal) : null };
}

/** This server's address as the API sees it; null where it does not tell that either. */
async function ownAddress(access: PartsCatalogsAccess, signal: AbortSignal): Promise<string | null> {
  try {
    return (await partsCatalogsClient(access)(['ip', ''], {}, ownAddressSchema, signal)).ip;
  } catch (error) {
    if (error instanceof CatalogueFault) return null;
    throw error;
  }
}
