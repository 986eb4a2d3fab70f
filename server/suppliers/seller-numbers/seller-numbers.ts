import { z } from 'zod';
import { type StatedBySellers, statedNumberSchema } from '../../../contract/facts/stated-number.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { SUPPORTED_MAKES } from '../../../contract/vehicles/makes.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { SERVICE, type WorkCaller } from '../../concurrency/work-caller.ts';
import { CatalogueFault } from '../../parts-catalogues/ask/catalogue-fault.ts';
import { openCircuit, type ResponseCache, tripCircuit } from '../../parts-catalogues/ask/response-cache.ts';
import { type EbayAsker, type EbayClient, EbayFault } from '../ebay-client.ts';
import { type EbayFitment, ebayFitment } from './ebay-fitment.ts';
import { ebayListings } from './ebay-search.ts';
import type { AskedPart } from './seller-listing.ts';
import { statedNumbers } from './stated-numbers.ts';

/** Why parts were left unasked. */
export type SellersGap = {
  readonly why: 'quota' | 'denied' | 'blocked' | 'network' | 'bad_data' | 'report_limit';
  /** So many of so many parts were not asked about to the end. */
  readonly groups: { readonly missed: number; readonly of: number };
};
export type SellersAnswer = { readonly stated: readonly StatedBySellers[]; readonly gap: SellersGap | null };

/** Asks the sellers of a marketplace which numbers they state. */
export type SellerNumbers = {
  /** What people read where it could not tell. */
  readonly label: string;
  /** The likeliest parts first: the calls of a report may end before the last of them. */
  askFor(
    vehicle: Pick<Vehicle, 'year' | 'make_key' | 'model'>,
    parts: readonly Omit<AskedPart, 'make'>[],
    signal: AbortSignal,
    caller?: WorkCaller,
  ): Promise<SellersAnswer>;
};

export type SellerNumbersOptions = {
  readonly client: EbayClient;
  readonly kept: ResponseCache;
  readonly callsPerReport: number;
  readonly now: () => Date;
  /** Longest time for one report. */
  readonly reportMs?: number;
};

const REPORT_MS = 60_000;
const REST_MS = 3_600_000;

/** All that is kept of what sellers said, and by day. */
const keptSchema = z.object({
  numbers: z.array(statedNumberSchema),
  of: z.number().int().nonnegative(),
  dated: z.string(),
});
type Kept = z.infer<typeof keptSchema>;

type Car = { readonly year: number; readonly make: string; readonly model: string };

/** The part in a seller's words: the first of the vocabulary's names, with end and side where the part has them. */
function wordsOf({ category, side, position }: Omit<AskedPart, 'make'>): string {
  const { name = '', position: place } = categoryById(category) ?? {};
  const [first = ''] = name.split(/ ?[/(]/);
  const end = place === 'named' && position !== 'none' ? position : '';
  return [side === 'none' ? '' : side, end, first.toLowerCase()].filter(Boolean).join(' ');
}

/** eBay's sellers: a search by car and category, and of each item what its seller filled in. */
export function sellerNumbers(options: SellerNumbersOptions): SellerNumbers {
  const { client, kept, now } = options;
  const fitment = ebayFitment(client, kept);
  return {
    label: 'eBay sellers',
    async askFor({ year, make_key, model }, parts, signal, caller = SERVICE) {
      if (year === null || make_key === null || model === null || parts.length === 0)
        return { stated: [], gap: null };
      const groups = (missed: number) => ({ missed, of: parts.length });
      const resting = await openCircuit(kept, now());
      if (resting) return { stated: [], gap: { why: resting.kind, groups: groups(parts.length) } };
      const car = { year, make: SUPPORTED_MAKES[make_key], model };
      const time = AbortSignal.timeout(options.reportMs ?? REPORT_MS);
      let left = options.callsPerReport;
      const asker: EbayAsker = {
        signal: AbortSignal.any([signal, time]),
        caller,
        takeCall: () => {
          left -= 1;
          return left >= 0;
        },
      };
      const stated: StatedBySellers[] = [];
      let why: SellersGap['why'] | null = null;
      let missed = 0;
      for (const [index, part] of parts.entries()) {
        try {
          stated.push(
            ...(await askPart({ client, fitment, kept, now }, car, { ...part, make: make_key }, asker)),
          );
        } catch (error) {
          signal.throwIfAborted();
          const fault = faultOf(error, time);
          why ??= fault.why;
          missed += 1;
          if (fault.rest) await tripCircuit(kept, fault.rest, now(), REST_MS);
          if (!fault.stops) continue;
          missed += parts.length - index - 1;
          break;
        }
      }
      return { stated, gap: why === null ? null : { why, groups: groups(missed) } };
    },
  };
}

type Fault = {
  readonly why: SellersGap['why'];
  /** Every other part would fare the same. */
  readonly stops: boolean;
  readonly rest?: CatalogueFault;
};

/** What a failure means for the report; a fault of our own is thrown on. */
function faultOf(error: unknown, time: AbortSignal): Fault {
  if (time.aborted) return { why: 'report_limit', stops: true };
  if (!(error instanceof EbayFault)) throw error;
  const { outcome, restMs } = error;
  const resting = (why: 'quota' | 'denied'): Fault => ({
    why,
    stops: true,
    rest: new CatalogueFault(why, error.message, { retryAfterMs: restMs, cause: error }),
  });
  switch (outcome) {
    case 'asker_limit':
      return { why: 'report_limit', stops: true };
    case 'quota':
    case 'own_cap':
    case 'wait':
      return resting('quota');
    case 'key_refused':
      return resting('denied');
    case 'no_answer':
    case 'fault':
      return { why: 'network', stops: true };
    default:
      return { why: 'bad_data', stops: false };
  }
}

type Asking = Pick<SellerNumbersOptions, 'client' | 'kept' | 'now'> & { readonly fitment: EbayFitment };

/** What sellers state for one part, as it is kept or asked for now; none where too few agree. */
async function askPart(
  { client, fitment, kept, now }: Asking,
  car: Car,
  part: AskedPart,
  asker: EbayAsker,
): Promise<StatedBySellers[]> {
  const words = wordsOf(part);
  const category = await fitment.category(wordsOf({ ...part, side: 'none' }), asker);
  const model = category && (await fitment.model(car, category, asker));
  if (category === null || model === null) return [];
  const vehicle = `${car.year} ${car.make} ${model}`.toLowerCase();
  const place = `${part.category} ${part.side} ${part.position}`;
  const known = keptSchema.safeParse((await kept.read(vehicle)).get(place)).data;
  const ask = async (): Promise<Kept> => {
    const listings = await ebayListings(client, { words, category, car: { ...car, model } }, asker);
    const { numbers, of } = statedNumbers(listings, part);
    const answer = { numbers: [...numbers], of, dated: now().toISOString().slice(0, 10) };
    await kept.keep(vehicle, place, answer);
    return answer;
  };
  const { numbers, of, dated } = known ?? (await ask());
  if (numbers.length === 0) return [];
  const { category: id, side, position } = part;
  return [{ category: id, side, position, year: car.year, model, of, dated, numbers }];
}
