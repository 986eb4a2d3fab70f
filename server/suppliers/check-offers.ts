import { type CheckedNumber, checkedNumberSchema } from '../../contract/schemas/offers.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import { bareNumber, type OffersFound, type PriceSource } from './price-source.ts';

/** What sources said, kept by make and number over all processes. */
export type KeptOffers = {
  read(make: string): Promise<ReadonlyMap<string, unknown>>;
  keep(make: string, number: string, answer: unknown): Promise<void>;
};
export type OffersTools = {
  /** As the keys in force make them. */
  sources: readonly PriceSource[];
  readonly kept: KeptOffers;
  readonly now: () => Date;
};

/** Prices and stock change by the hour; an answer this young is not asked for again (judgement). */
const FRESH_MS = 6 * 3_600_000;
/** Numbers asked about at once for one report, and how many side by side. */
export const MOST_NUMBERS = 40;
const SIDE_BY_SIDE = 4;

/** What was found before, whatever its age: `checked_at` tells it. */
export async function keptOffers(
  tools: Pick<OffersTools, 'kept'>,
  make: string,
  numbers: readonly string[],
): Promise<CheckedNumber[]> {
  const kept = await tools.kept.read(make);
  return numbers.flatMap((number) => {
    const read = checkedNumberSchema.safeParse(kept.get(bareNumber(number)));
    // The number as this report's catalogue writes it.
    return read.success ? [{ ...read.data, number }] : [];
  });
}

/** The same for the first number of each line of a report. */
export const offersKeptFor = (
  tools: Pick<OffersTools, 'kept'>,
  { vehicle, estimate }: Pick<ReportModel, 'vehicle' | 'estimate'>,
): Promise<CheckedNumber[]> =>
  keptOffers(
    tools,
    vehicle.make_key ?? '',
    estimate.lines.flatMap(({ oem_numbers: [first] }) => first?.number ?? []),
  );

/**
 * Asks every price source about these numbers, at most `MOST_NUMBERS`, fresh answers aside. A source that can't tell makes
 * the number `could_not` unless another source has offers, and is not asked again in this check once it wants to be left alone.
 */
export async function checkOffers(
  tools: OffersTools,
  make: string,
  numbers: readonly string[],
  signal: AbortSignal,
  caller?: WorkCaller,
): Promise<CheckedNumber[]> {
  const before = new Map((await keptOffers(tools, make, numbers)).map((entry) => [entry.number, entry]));
  const resting = new Map<string, OffersFound>();
  const check = async (number: string): Promise<CheckedNumber> => {
    const earlier = before.get(number);
    const age = earlier ? tools.now().getTime() - Date.parse(earlier.checked_at) : Number.POSITIVE_INFINITY;
    if (earlier && earlier.status !== 'could_not' && age < FRESH_MS) return earlier;
    const found = await Promise.all(
      tools.sources.map(async (source) => {
        const rest = resting.get(source.name);
        if (rest) return rest;
        const answer = await source.findOffers(number, signal, caller);
        if (answer.kind === 'could_not' && answer.rest_ms !== null) resting.set(source.name, answer);
        return answer;
      }),
    );
    const checked = checkedNumber(number, found, tools.now());
    // What nobody could tell now does not wipe out what was known.
    if (checked.status !== 'could_not') await tools.kept.keep(make, bareNumber(number), checked);
    return checked;
  };
  const left = [...new Set(numbers)].slice(0, MOST_NUMBERS);
  const done = new Map<string, CheckedNumber>();
  const worker = async (): Promise<void> => {
    for (let number = left.shift(); number !== undefined; number = left.shift())
      done.set(number, await check(number));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return numbers.flatMap((number) => done.get(number) ?? []);
}

function checkedNumber(number: string, found: readonly OffersFound[], now: Date): CheckedNumber {
  const offers = found.flatMap((offersFound) => (offersFound.kind === 'ok' ? offersFound.offers : []));
  const failed = found.find((offersFound) => offersFound.kind === 'could_not');
  return {
    number,
    status: offers.length > 0 ? 'found' : failed ? 'could_not' : 'none',
    message: failed?.kind === 'could_not' ? failed.message : null,
    checked_at: now.toISOString(),
    offers: [...offers]
      .sort((a, b) => a.price + (a.shipping ?? 0) - (b.price + (b.shipping ?? 0)))
      .slice(0, 20),
  };
}
