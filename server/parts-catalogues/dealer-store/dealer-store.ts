import { z } from 'zod';
import { DEALER_STORES } from '../../../contract/dealer-page/dealer-stores.ts';
import { type CataloguePart, cataloguePartSchema } from '../../../contract/schemas/part.ts';
import { type MakeKey, SUPPORTED_MAKES } from '../../../contract/vehicles/makes.ts';
import { type ForCaller, SERVICE } from '../../concurrency/work-caller.ts';
import { asCaller } from '../../web-fetch/as-caller.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import type { CatalogueFault } from '../ask/catalogue-fault.ts';
import { openCircuit, type ResponseCache, tripCircuit } from '../ask/response-cache.ts';
import { normaliseNumber } from '../merge/number-format.ts';
import type { CatalogueAnswer, CatalogueGap, PartsCatalogue } from '../parts-catalogue.ts';
import type { DealerPageReader } from './dealer-page.ts';
import { askDealer, type FoundAtDealer } from './dealer-pages.ts';

export type DealerStoreOptions = {
  readonly fetch: GuardedFetch['fetch'];
  readonly pagesFor: ForCaller<DealerPageReader>;
  readonly kept: ResponseCache;
  readonly now: () => Date;
  /** Most numbers looked up for one report; each takes up to two pages. */
  readonly mostNumbers: number;
  /** ms between two pages of one store. */
  readonly paceMs?: number;
  /** Longest for one report. */
  readonly totalMs?: number;
};

/** The stores' robots.txt is read by one public project as allowing a page every ten seconds. */
const PACE_MS = 10_000;
/** How long stores are left alone once one refused us (judgement). */
const REST_MS = 6 * 3_600_000;

/** One number's kept answer; null: the store does not have it. */
const keptSchema = z.object({ part: cataloguePartSchema.nullable() });

/**
 * Dealers' web shops (RevolutionParts): price and, by VIN, fit of numbers that another catalogue gave. Off unless the
 * configuration turns it on; slow on purpose, bounded in count, and silent for hours once a store refuses.
 */
export function dealerStore(options: DealerStoreOptions): PartsCatalogue {
  const { kept, now } = options;
  return {
    name: 'dealer-store',
    label: 'Dealer store',
    supports: (make) => Object.hasOwn(DEALER_STORES, make),
    findParts: async () => ({ kind: 'not_found' }),
    async lookUpNumbers(vehicle, numbers, signal, caller = SERVICE) {
      const make = vehicle.make_key;
      if (make === null) return { kind: 'not_found' };
      const vin = vehicle.vin_masked ? null : vehicle.vin;
      const key = vin ?? make;
      const known = await kept.read(key);
      const asked = numbers.slice(0, options.mostNumbers);
      const ask = askDealer(asCaller(options.fetch, caller), options.pagesFor(caller), make, vin, {
        paceMs: options.paceMs ?? PACE_MS,
        clock: AbortSignal.timeout(options.totalMs ?? 100_000),
        signal,
      });
      const parts: CataloguePart[] = [];
      let gap: CatalogueGap | null = null;
      for (const number of asked) {
        const bare = normaliseNumber(number, make);
        const before = keptSchema.safeParse(known.get(bare));
        if (before.success) {
          if (before.data.part) parts.push(before.data.part);
          continue;
        }
        // After the first failure nothing new is asked, but what is kept still answers.
        gap ??= await openCircuit(kept, now());
        if (gap) continue;
        const found = await ask(number);
        if (found !== null && 'stopsAll' in found) {
          if (found.stopsAll) await tripCircuit(kept, found, now(), REST_MS);
          gap = gapOf(found, number);
          continue;
        }
        const part = found && partOf(found, make, now());
        await kept.keep(key, bare, { part });
        if (part) parts.push(part);
      }
      return answerOf(parts, gap);
    },
  };
}

function answerOf(parts: readonly CataloguePart[], gap: CatalogueGap | null): CatalogueAnswer {
  if (parts.length === 0) return gap ?? { kind: 'not_found' };
  return { kind: 'ok', parts, ...(gap && { gap }) };
}

const gapOf = (fault: CatalogueFault, number: string): CatalogueGap => ({
  kind: fault.kind === 'gone' ? 'bad_data' : fault.kind,
  message: fault.message,
  left: { number },
  retry_after_ms: fault.retryAfterMs,
});

function partOf(found: FoundAtDealer, make: MakeKey, now: Date): CataloguePart {
  return {
    number: found.number,
    name: found.name,
    group: '',
    side: null,
    position: null,
    quantity: null,
    notes: null,
    price: found.price,
    currency: found.price === null ? null : found.currency,
    url: found.url,
    superseded_by: null,
    catalogue: 'dealer-store',
    source: `Dealer store (${SUPPORTED_MAKES[make]})`,
    dated: now.toISOString().slice(0, 10),
    fit: found.fitsVin === true ? 'exact_vin' : 'unknown',
    fits_vin: found.fitsVin,
    year_from: null,
    year_to: null,
  };
}
