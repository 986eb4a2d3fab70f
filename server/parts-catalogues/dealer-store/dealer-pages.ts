import { dealerHost } from '../../../contract/dealer-page/dealer-stores.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { RetryLater } from '../../errors.ts';
import type { FetchAnswer, GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import { readRetryAfter } from '../../web-fetch/retry-after.ts';
import { CatalogueFault } from '../ask/catalogue-fault.ts';
import { normaliseNumber } from '../merge/number-format.ts';
import type { DealerPageReader, DealerPart } from './dealer-page.ts';

export type FoundAtDealer = DealerPart & { url: string };

export type DealerPatience = {
  readonly paceMs: number;
  /** Ends the whole look-up. */
  readonly clock: AbortSignal;
  readonly signal: AbortSignal;
};

/**
 * Looks up one number: the search leads to the part's page, and the page is asked about the VIN where one is known.
 * Answers null where the store does not have this very number, and the fault where it could not tell.
 */
export function askDealer(
  guarded: GuardedFetch['fetch'],
  reader: DealerPageReader,
  make: MakeKey,
  vin: string | null,
  patience: DealerPatience,
): (number: string) => Promise<FoundAtDealer | CatalogueFault | null> {
  const origin = `https://${dealerHost(make)}`;
  const page = (address: string) => getPage(guarded, address, patience);
  return async (number) => {
    const bare = normaliseNumber(number, make);
    const isIt = (part: DealerPart | null): part is DealerPart =>
      part !== null && normaliseNumber(part.number, make) === bare;
    try {
      const result = await page(`${origin}/search?search_str=${encodeURIComponent(number)}`);
      const there = result && (await reader.partOf(result.html));
      const address = isIt(there)
        ? result?.address
        : result && (await reader.partPageIn(result.html, bare, origin));
      if (!address) return null;
      if (isIt(there) && vin === null) return { ...there, url: address };
      const asked = await page(vin === null ? address : `${address}?vin=${encodeURIComponent(vin)}`);
      const part = asked && (await reader.partOf(asked.html));
      return isIt(part) ? { ...part, url: address } : null;
    } catch (error) {
      patience.signal.throwIfAborted();
      if (error instanceof CatalogueFault) return error;
      if (error instanceof RetryLater)
        return new CatalogueFault('network', 'is busy with other look-ups of ours', { cause: error });
      if (patience.clock.aborted) return new CatalogueFault('network', 'took too long', { cause: error });
      return new CatalogueFault('network', 'did not answer', { cause: error });
    }
  };
}

/** A page's text and its address without query; null where there is none. Throws CatalogueFault for a refusal. */
async function getPage(
  guarded: GuardedFetch['fetch'],
  address: string,
  { paceMs, clock, signal }: DealerPatience,
): Promise<{ html: string; address: string } | null> {
  const answer: FetchAnswer = await guarded({
    url: address,
    kind: 'page',
    headers: { accept: 'text/html' },
    signal: AbortSignal.any([signal, clock]),
    slowPaceMs: paceMs,
  });
  const { status } = answer;
  if (status === 404 || status === 410) return null;
  if (status === 401 || status === 403) throw new CatalogueFault('blocked', 'refused us');
  if (status === 429) {
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], Date.now());
    throw new CatalogueFault('quota', 'asks us to come less often', { retryAfterMs });
  }
  if (status !== 200) throw new CatalogueFault('network', `failed with status ${status}`);
  const url = new URL(answer.url);
  return { html: answer.body.toString('utf8'), address: `${url.origin}${url.pathname}` };
}
