import { DEALER_HOSTS } from '../../contract/dealer-page/dealer-stores.ts';
import type { ForCaller } from '../concurrency/work-caller.ts';
import type { Config } from '../config.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import type { ResponseCache } from './ask/response-cache.ts';
import type { DealerPageReader } from './dealer-store/dealer-page.ts';
import { dealerStore } from './dealer-store/dealer-store.ts';
import {
  importedFile,
  type StoredPart,
  type StoredPartsQuery,
  type StoredPrefix,
} from './imported-file/imported-file.ts';
import { partsCatalogsApi } from './parts-catalogs-com/api.ts';
import type { PartsCatalogsAccess } from './parts-catalogs-com/client.ts';
import type { PartsCatalogue } from './parts-catalogue.ts';

/** What the catalogues need from the rest of the house. */
export type CatalogueTools = {
  findStoredParts(query: StoredPartsQuery): Promise<readonly StoredPart[]>;
  findStoredPrefixes(query: StoredPartsQuery): Promise<readonly StoredPrefix[]>;
  keptAnswers(adapter: string): ResponseCache;
  /** Books one call for today; false when `perDay` are booked already. */
  takeCall(adapter: string, perDay: number): Promise<boolean>;
  readonly fetch: GuardedFetch['fetch'];
  readonly dealerPagesFor: ForCaller<DealerPageReader>;
  readonly now: () => Date;
};

/** More calls than a day has room for: they are counted also where no cap is set. */
const NO_CAP = 1_000_000_000;

/** How parts-catalogs.com is asked; null without a key. */
export function partsCatalogsAccess(
  config: Config,
  tools: Pick<CatalogueTools, 'fetch' | 'takeCall'>,
): PartsCatalogsAccess | null {
  const { PARTS_CATALOGS_KEY: key, PARTS_CATALOGS_CALLS_PER_DAY: perDay = NO_CAP } = config;
  if (key === undefined) return null;
  const takeCall = () => tools.takeCall('parts-catalogs-api', perDay);
  return { fetch: tools.fetch, key, baseUrl: config.PARTS_CATALOGS_URL, takeCall };
}

/** Every catalogue the configuration names, the most trusted first. */
export function partsCatalogues(config: Config, tools: CatalogueTools): readonly PartsCatalogue[] {
  const { fetch, now } = tools;
  const access = partsCatalogsAccess(config, tools);
  return [
    ...(access === null
      ? []
      : [partsCatalogsApi({ ...access, now, kept: tools.keptAnswers('parts-catalogs-api') })]),
    importedFile(tools.findStoredParts, tools.findStoredPrefixes),
    ...(config.DEALER_STORE
      ? [
          dealerStore({
            fetch,
            pagesFor: tools.dealerPagesFor,
            now,
            kept: tools.keptAnswers('dealer-store'),
            mostNumbers: config.DEALER_STORE_NUMBERS,
          }),
        ]
      : []),
  ];
}

/** What the guard must let be asked for the configured catalogues. */
export const catalogueAddresses = (config: Config): { apiOrigins: string[]; hosts: readonly string[] } => ({
  apiOrigins: config.PARTS_CATALOGS_KEY === undefined ? [] : [new URL(config.PARTS_CATALOGS_URL).origin],
  hosts: config.DEALER_STORE ? DEALER_HOSTS : [],
});
