import type { Config } from '../config.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { ebayBrowse } from './ebay-browse.ts';
import type { PriceSource } from './price-source.ts';

export type PriceSourceTools = {
  readonly fetch: GuardedFetch['fetch'];
  /** Books one call for today; false when `perDay` are booked already. */
  takeCall(adapter: string, perDay: number): Promise<boolean>;
  readonly now: () => Date;
};

/** Every price source the configuration names. */
export function priceSources(config: Config, tools: PriceSourceTools): readonly PriceSource[] {
  const { EBAY_CLIENT_ID: clientId, EBAY_CLIENT_SECRET: clientSecret } = config;
  if (clientId === undefined || clientSecret === undefined) return [];
  return [
    ebayBrowse({
      fetch: tools.fetch,
      now: tools.now,
      baseUrl: config.EBAY_API_URL,
      clientId,
      clientSecret,
      takeCall: () => tools.takeCall('ebay-browse', config.EBAY_CALLS_PER_DAY),
    }),
  ];
}

/** What the guard must let be asked for them. */
export const priceSourceOrigins = (config: Config): string[] =>
  config.EBAY_CLIENT_ID === undefined ? [] : [new URL(config.EBAY_API_URL).origin];
