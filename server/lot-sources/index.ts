import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { apibara } from './apibara/apibara.ts';
import type { SourceAccess } from './ask-source.ts';
import { auctionsApi } from './auctionsapi/auctionsapi.ts';
import {
  type FindLicensedLot,
  licensedLotFinder,
  restQuota,
  type SourceMemory,
} from './find-licensed-lot.ts';
import type { LotSource } from './lot-source.ts';

/** What the sources need from the rest of the house. */
export type LotSourceTools = {
  readonly fetch: GuardedFetch['fetch'];
  memoryOf(source: string): SourceMemory;
  /** Books one call; false when the day's or the month's cap is reached. */
  takeCall(source: string, caps: CallCaps): Promise<boolean>;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
};
export type CallCaps = { readonly perDay?: number | undefined; readonly perMonth?: number | undefined };

type Row = {
  make: (access: SourceAccess) => LotSource;
  key: (config: Config) => string | undefined;
  baseUrl: (config: Config) => string;
  caps: (config: Config) => CallCaps;
};
type SourceName = Config['LOT_SOURCES'][number];

/** Every source there is: one row and one folder each. */
const SOURCES: Readonly<Record<SourceName, Row>> = {
  apibara: {
    make: apibara,
    key: (config) => config.APIBARA_KEY,
    baseUrl: (config) => config.APIBARA_URL,
    caps: (config) => ({ perDay: config.APIBARA_CALLS_PER_DAY, perMonth: config.APIBARA_CALLS_PER_MONTH }),
  },
  auctionsapi: {
    make: auctionsApi,
    key: (config) => config.AUCTIONSAPI_KEY,
    baseUrl: (config) => config.AUCTIONSAPI_URL,
    caps: (config) => ({
      perDay: config.AUCTIONSAPI_CALLS_PER_DAY,
      perMonth: config.AUCTIONSAPI_CALLS_PER_MONTH,
    }),
  },
};

const configured = (config: Config) =>
  config.LOT_SOURCES.flatMap((name) => {
    const key = SOURCES[name].key(config);
    return key === undefined ? [] : [{ name, key, row: SOURCES[name] }];
  });

/** Every source that has a key, in the order of LOT_SOURCES. */
export const lotSources = (config: Config, tools: LotSourceTools): LotSource[] =>
  configured(config).map(({ name, key, row }) =>
    row.make({
      fetch: tools.fetch,
      key,
      baseUrl: row.baseUrl(config),
      takeCall: () => tools.takeCall(name, row.caps(config)),
      spent: (ms) => restQuota(tools, tools.memoryOf(name), ms),
      now: tools.now,
    }),
  );

/** The caps of our own on a source's calls. */
export const lotSourceCaps = (config: Config, name: SourceName): CallCaps => SOURCES[name].caps(config);

/** Looks lots up in every source that has a key; null where none has one. */
export function configuredLotFinder(config: Config, tools: LotSourceTools): FindLicensedLot | null {
  const sources = lotSources(config, tools);
  return sources.length === 0 ? null : licensedLotFinder({ ...tools, sources });
}

/** What the guard must let be asked for them. */
export const lotSourceOrigins = (config: Config): string[] =>
  configured(config).map(({ row }) => new URL(row.baseUrl(config)).origin);
