import type { Config } from '../config.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { ebayBrowse } from './ebay-browse.ts';
import { type EbayClient, ebayClient } from './ebay-client.ts';
import type { PriceSource } from './price-source.ts';
import {
  type SellerNumbers,
  type SellerNumbersOptions,
  sellerNumbers,
} from './seller-numbers/seller-numbers.ts';

export type PriceSourceTools = {
  readonly fetch: GuardedFetch['fetch'];
  /** Books one call for today; false when `perDay` are booked already. */
  takeCall(adapter: string, perDay: number): Promise<boolean>;
  readonly now: () => Date;
};

/** eBay, where the configuration has its keys: all that asks it shares one count of calls. */
export function configuredEbay(config: Config, tools: PriceSourceTools): EbayClient | null {
  const { EBAY_CLIENT_ID: clientId, EBAY_CLIENT_SECRET: clientSecret } = config;
  if (clientId === undefined || clientSecret === undefined) return null;
  return ebayClient({
    fetch: tools.fetch,
    now: tools.now,
    baseUrl: config.EBAY_API_URL,
    clientId,
    clientSecret,
    takeCall: () => tools.takeCall('ebay-browse', config.EBAY_CALLS_PER_DAY),
  });
}

/** Every price source the configuration names. */
export const priceSources = (ebay: EbayClient | null): readonly PriceSource[] =>
  ebay === null ? [] : [ebayBrowse(ebay)];

/** What sellers state as a part's number: asked only where the operator turned it on. */
export const configuredSellers = (
  config: Config,
  ebay: EbayClient | null,
  { kept, now }: Pick<SellerNumbersOptions, 'kept' | 'now'>,
): SellerNumbers | null =>
  ebay !== null && config.EBAY_CONSENSUS
    ? sellerNumbers({ client: ebay, kept, now, callsPerReport: config.EBAY_CONSENSUS_CALLS_PER_REPORT })
    : null;

/** What the guard must let be asked for them. */
export const priceSourceOrigins = (config: Config): string[] =>
  config.EBAY_CLIENT_ID === undefined ? [] : [new URL(config.EBAY_API_URL).origin];
