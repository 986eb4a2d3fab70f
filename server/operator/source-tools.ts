import type pg from 'pg';
import { STORED_VISION_PROVIDERS } from '../../contract/operator/setup-sources.ts';
import type { Config } from '../config.ts';
import { visionBaseUrl } from '../damage-detectors/vision/profiles.ts';
import { catalogueAnswers, takeCatalogueCall, takeMonthlyCall } from '../db/catalogue/catalogue-answers.ts';
import type { Log } from '../log.ts';
import type { LotSourceTools } from '../lot-sources/index.ts';
import type { PriceSourceTools } from '../suppliers/price-sources.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';

/**
 * Where keys that Setup tries and saves are used, beside what the environment has keys for. Nothing but the sources' own adapters asks
 * there, each with a key alone.
 */
export const keyedOrigins = (config: Config): string[] =>
  [
    config.PARTS_CATALOGS_URL,
    config.EBAY_API_URL,
    config.APIBARA_URL,
    config.AUCTIONSAPI_URL,
    ...STORED_VISION_PROVIDERS.map((provider) => visionBaseUrl(provider, config.VISION_BASE_URL)),
  ].map((address) => new URL(address).origin);

export type SourceBase = {
  pool: pg.Pool;
  fetch: GuardedFetch;
  log: Pick<Log, 'warn'>;
  now(): Date;
};

/** What sources of lots, prices and parts take from the rest of the house, for reports and in Setup alike. */
export function sourceTools({ pool, fetch, log, now }: SourceBase): LotSourceTools & {
  prices: PriceSourceTools;
} {
  const prices: PriceSourceTools = {
    fetch: (request) => fetch.fetch(request),
    takeCall: (adapter, perDay) => takeCatalogueCall(pool, adapter, perDay),
    now,
  };
  return {
    prices,
    fetch: prices.fetch,
    memoryOf: (source) => catalogueAnswers(pool, `lots-${source}`),
    takeCall: async (source, { perDay, perMonth }) =>
      (perDay === undefined || (await takeCatalogueCall(pool, `lots-${source}`, perDay))) &&
      (perMonth === undefined || (await takeMonthlyCall(pool, `lots-${source}`, perMonth))),
    log,
    now,
  };
}
