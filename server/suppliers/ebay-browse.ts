import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import { RetryLater } from '../errors.ts';
import { storableJson } from '../storable-text.ts';
import type { FetchAnswer, GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { type FetchCaller, SERVICE } from '../web-fetch/host-line.ts';
import { readRetryAfter } from '../web-fetch/retry-after.ts';
import { offerOf } from './ebay-item.ts';
import { ebayErrorSchema, ebaySearchSchema, ebayTokenSchema, readEbayItem } from './ebay-schema.ts';
import { bareNumber, type OffersFound, type PriceSource } from './price-source.ts';

export type EbayOptions = {
  readonly fetch: GuardedFetch['fetch'];
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Books one call; false when the day's cap of our own is reached (eBay allows 5,000 a day). */
  readonly takeCall: () => Promise<boolean>;
  readonly now: () => Date;
  /** Longest wait for one answer. */
  readonly callMs?: number;
};

/** eBay Motors parts and accessories. */
const CATEGORY = '6028';
const SCOPE = 'https://api.ebay.com/oauth/api_scope';
/** A token is renewed this long before it ends. */
const EARLY_MS = 60_000;
const HOUR = 3_600_000;

type Asker = { readonly signal: AbortSignal; readonly caller: FetchCaller };

class EbayFault extends Error {
  readonly outcome: Exclude<SourceOutcome, 'ok'>;
  readonly restMs: number | null;
  constructor(
    outcome: Exclude<SourceOutcome, 'ok'>,
    message: string,
    restMs: number | null,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.outcome = outcome;
    this.restMs = restMs;
  }
}

/** eBay's Browse API: what sellers in the US ask for under a number. Off without keys. */
export function ebayBrowse(options: EbayOptions): PriceSource {
  let token: { value: string; until: number } | null = null;

  const ask = async (
    path: string,
    { signal, caller }: Asker,
    headers: Record<string, string>,
    body?: string,
  ): Promise<FetchAnswer> => {
    if (!(await options.takeCall()))
      throw new EbayFault('own_cap', 'the calls we allow ourselves a day are used up', HOUR);
    try {
      return await options.fetch({
        url: `${options.baseUrl.replace(/\/$/, '')}${path}`,
        kind: 'api',
        caller,
        mayTryAgain: options.takeCall,
        ...(body === undefined ? {} : { method: 'POST' as const, body }),
        headers: { accept: 'application/json', ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(options.callMs ?? 10_000)]),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RetryLater) throw new EbayFault('wait', 'eBay asks us to wait', error.ms, error);
      throw new EbayFault('no_answer', 'eBay did not answer', null, error);
    }
  };

  const newToken = async (asker: Asker): Promise<string> => {
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
    const answer = await ask(
      '/identity/v1/oauth2/token',
      asker,
      { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE }).toString(),
    );
    if (answer.status === 400 || answer.status === 401 || answer.status === 403)
      throw new EbayFault('key_refused', 'eBay does not accept our key', HOUR);
    if (answer.status !== 200) throw faultOf(answer);
    const parsed = ebayTokenSchema.safeParse(jsonOf(answer.body));
    if (!parsed.success) throw unreadable(parsed.error);
    token = {
      value: parsed.data.access_token,
      until: options.now().getTime() + parsed.data.expires_in * 1000 - EARLY_MS,
    };
    return token.value;
  };

  const search = async (number: string, bearer: string, asker: Asker): Promise<FetchAnswer> => {
    const query = new URLSearchParams({
      q: number,
      category_ids: CATEGORY,
      filter: 'buyingOptions:{FIXED_PRICE},itemLocationCountry:US,priceCurrency:USD',
      limit: '50',
    });
    return ask(`/buy/browse/v1/item_summary/search?${query}`, asker, {
      authorization: `Bearer ${bearer}`,
      'x-ebay-c-marketplace-id': 'EBAY_US',
    });
  };

  const answerOf = async (number: string, asker: Asker): Promise<FetchAnswer> => {
    const kept = token !== null && token.until > options.now().getTime() ? token.value : null;
    const answer = await search(number, kept ?? (await newToken(asker)), asker);
    // A token may end before its time; one just given that is refused will be refused again.
    return answer.status === 401 && kept !== null ? search(number, await newToken(asker), asker) : answer;
  };

  return {
    name: 'ebay-browse',
    label: 'eBay',
    async findOffers(number, signal, caller = SERVICE) {
      try {
        return readSearch(await answerOf(bareNumber(number), { signal, caller }), number);
      } catch (error) {
        if (error instanceof EbayFault)
          return {
            kind: 'could_not',
            outcome: error.outcome,
            message: error.message,
            rest_ms: error.restMs,
          };
        throw error;
      }
    },
    async tryKey(signal) {
      try {
        await newToken({ signal, caller: SERVICE });
        return 'ok';
      } catch (error) {
        if (error instanceof EbayFault) return error.outcome;
        throw error;
      }
    },
  };
}

function readSearch(answer: FetchAnswer, number: string): OffersFound {
  if (answer.status !== 200) throw faultOf(answer);
  const parsed = ebaySearchSchema.safeParse(jsonOf(answer.body));
  if (!parsed.success) throw unreadable(parsed.error);
  const listed = parsed.data.itemSummaries ?? [];
  const items = listed.flatMap((value) => readEbayItem(value) ?? []);
  if (items.length === 0 && listed.length > 0) throw unreadable();
  const offers = items
    .flatMap((item) => offerOf(item, number) ?? [])
    .sort((a, b) => a.price + (a.shipping ?? 0) - (b.price + (b.shipping ?? 0)));
  return { kind: 'ok', offers };
}

const unreadable = (cause?: unknown): EbayFault =>
  new EbayFault('unreadable', 'eBay answered something we cannot read', null, cause);

function faultOf(answer: FetchAnswer): EbayFault {
  const wait = readRetryAfter(answer.headers['retry-after'], Date.now());
  const told = ebayErrorSchema.safeParse(jsonOf(answer.body)).data?.errors[0];
  if (answer.status === 429)
    return new EbayFault('quota', 'our calls to eBay are used up for now', wait ?? HOUR);
  if (answer.status === 401 || answer.status === 403)
    return new EbayFault('key_refused', 'eBay does not accept our key', HOUR);
  if (answer.status >= 500) return new EbayFault('fault', 'eBay is out of order', wait);
  const which = told ? ` (error ${told.errorId})` : '';
  return new EbayFault('not_understood', `eBay refused the search${which}`, null);
}

function jsonOf(body: Buffer): unknown {
  try {
    return storableJson(JSON.parse(body.toString('utf8')) as unknown);
  } catch {
    // undefined fits no schema: a cut answer is unreadable.
    return undefined;
  }
}
