import { type MakeKey, SUPPORTED_MAKES } from '../../../contract/vehicles/makes.ts';
import { SERVICE } from '../../concurrency/work-caller.ts';
import { modelKey } from '../../vehicles/model-key.ts';
import { asCaller } from '../../web-fetch/as-caller.ts';
import type { CatalogueFault } from '../ask/catalogue-fault.ts';
import { openCircuit, type ResponseCache, tripCircuit } from '../ask/response-cache.ts';
import type { CatalogueAnswer, CatalogueGap, CatalogueVehicle, PartsCatalogue } from '../parts-catalogue.ts';
import { type PartsCatalogsAccess, partsCatalogsClient } from './client.ts';
import { keptLeaves, readLeaves } from './read.ts';

/** Its name among the catalogues. */
export const PARTS_CATALOGS = 'parts-catalogs-api';

export type PartsCatalogsOptions = PartsCatalogsAccess & {
  readonly kept: ResponseCache;
  readonly now: () => Date;
  /** Longest for one report; what is not read by then is a gap. */
  readonly totalMs?: number;
};

/** How long we leave the API alone that refused us without saying for how long (judgement). */
const REST_MS = 15 * 60_000;

/**
 * The catalogues of parts-catalogs.com (API v1): VIN → car → groups → parts, asked only where wanted collision parts
 * stand. What was answered is kept by VIN and group. A masked or unknown VIN is looked up by model and year.
 */
export function partsCatalogsApi(options: PartsCatalogsOptions): PartsCatalogue {
  const { kept, now } = options;
  return {
    name: PARTS_CATALOGS,
    label: 'parts-catalogs.com',
    supports: (make) => Object.hasOwn(SUPPORTED_MAKES, make),
    async findParts(vehicle, { categories }, signal, caller = SERVICE) {
      const make = vehicle.make_key;
      const key = make === null ? null : keyOf(make, vehicle);
      if (make === null || key === null) return { kind: 'not_found' };
      const known = keptLeaves(await kept.read(key), categories);
      if (known.complete) return answerOf(known.parts, null);
      const resting = await openCircuit(kept, now());
      if (resting) return answerOf(known.parts, resting);
      const { parts, fault, missed, wanted } = await readLeaves(
        {
          ask: partsCatalogsClient({ ...options, fetch: asCaller(options.fetch, caller) }),
          make,
          vehicle,
          categories,
          dated: now().toISOString().slice(0, 10),
          known: known.leaves,
          keep: (group, answer) => kept.keep(key, group, answer),
        },
        signal,
        options.totalMs ?? 60_000,
      );
      if (fault?.stopsAll) await tripCircuit(kept, fault, now(), REST_MS);
      const read = parts.length > 0 ? parts : known.parts;
      return answerOf(read, fault && gapOf(fault, missed, wanted));
    },
  };
}

/** What answers are kept by: the VIN, or where it is hidden what else decides; null where too little is known. */
function keyOf(make: MakeKey, { vin, vin_masked, model, year, trim }: CatalogueVehicle): string | null {
  if (vin !== null && !vin_masked) return vin;
  if (model === null || year === null) return null;
  return [make, modelKey(make, model), year, trim?.toLowerCase() ?? ''].join('|');
}

function answerOf(
  parts: Extract<CatalogueAnswer, { kind: 'ok' }>['parts'],
  gap: CatalogueGap | null,
): CatalogueAnswer {
  if (parts.length === 0) return gap ?? { kind: 'not_found' };
  return { kind: 'ok', parts, ...(gap && { gap }) };
}

function gapOf(fault: CatalogueFault, missed: number, wanted: number): CatalogueGap {
  return {
    kind: fault.kind === 'gone' ? 'bad_data' : fault.kind,
    message: fault.message,
    ...(wanted === 0 ? {} : { left: { groups: { missed, of: wanted } } }),
    retry_after_ms: fault.retryAfterMs,
  };
}
