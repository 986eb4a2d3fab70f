import path from 'node:path';
import type pg from 'pg';
import type { SetupSource } from '../../contract/api/operator/operator-answers.ts';
import { isKeyed, SETUP_SOURCES, type SetupSourceId } from '../../contract/operator/setup-sources.ts';
import { type Config, isModelServer } from '../config.ts';
import type { DamageDetector } from '../damage-detectors/detector.ts';
import { bookedCalls } from '../db/catalogue/catalogue-answers.ts';
import { countCatalogueParts } from '../db/catalogue/catalogue-parts.ts';
import { spentToday } from '../db/catalogue/vision-spend.ts';
import { lotSourceCaps } from '../lot-sources/index.ts';
import { addOnFolder, isInstalled } from '../photo-reading/add-on-folder.ts';
import { fieldsOf, isGiven, type KeysInForce, settingOf } from './keys-in-force.ts';

type Uses = SetupSource['uses'];
/** What examines photos in this process. */
type Eyes = Pick<DamageDetector, 'examines_photos' | 'name' | 'weighed_by'>;
type Row = {
  on(config: Config, eyes: Eyes): boolean;
  /** It needs no setting: on from the first start. */
  built_in?: true;
  detail?(config: Config, pool: pg.Pool, eyes: Eyes): string | null | Promise<string>;
  uses?(config: Config, pool: pg.Pool): Promise<Uses>;
  test?: SetupSource['test'];
};

/** What calls of a source are booked under, and what it answered is kept under. */
export const ADAPTERS = {
  parts_catalogs: 'parts-catalogs-api',
  ebay: 'ebay-browse',
  apibara: 'lots-apibara',
  auctionsapi: 'lots-auctionsapi',
} as const;

/** What a source's wish to be left alone is kept under. */
export const RESTING: Readonly<Record<keyof typeof ADAPTERS, readonly string[]>> = {
  parts_catalogs: [ADAPTERS.parts_catalogs],
  ebay: [ADAPTERS.ebay, 'ebay-sellers'],
  apibara: [ADAPTERS.apibara],
  auctionsapi: [ADAPTERS.auctionsapi],
};

const callsOf = async (
  pool: pg.Pool,
  adapter: string,
  caps: { perDay?: number | undefined; perMonth?: number | undefined },
): Promise<Uses> => {
  const { day, month } = await bookedCalls(pool, adapter);
  const { perDay, perMonth } = caps;
  return [
    ...(perDay === undefined && perMonth !== undefined
      ? []
      : [{ unit: 'calls', period: 'day', used: day, cap: perDay ?? null } as const]),
    ...(perMonth === undefined
      ? []
      : [{ unit: 'calls', period: 'month', used: month, cap: perMonth } as const]),
  ];
};

const hostOf = (address: string): string => new URL(address).host;

/** Every source there is, one row each. */
const ROWS: Readonly<Record<SetupSourceId, Row>> = {
  vision: {
    on: ({ VISION_PROVIDER: provider }, eyes) =>
      provider === 'auto' || isModelServer(provider) ? eyes.examines_photos : provider !== 'none',
    detail: ({ VISION_PROVIDER: provider, VISION_MODEL: model, VISION_BASE_URL: base }, _pool, eyes) =>
      provider === 'auto' || isModelServer(provider)
        ? eyes.examines_photos
          ? eyes.name
          : null
        : model === undefined
          ? null
          : `${provider}: ${model}${base === undefined ? '' : ` at ${hostOf(base)}`}`,
    uses: async (config, pool) => [
      { unit: 'usd', period: 'day', used: await spentToday(pool), cap: config.VISION_MAX_USD_PER_DAY },
    ],
    test: 'photo',
  },
  text_reader: {
    on: ({ dataDir }) => isInstalled(addOnFolder(dataDir)),
    detail: ({ dataDir }) => addOnFolder(dataDir),
  },
  parts_catalogs: {
    on: (config) => config.PARTS_CATALOGS_KEY !== undefined,
    detail: (config) => hostOf(config.PARTS_CATALOGS_URL),
    uses: (config, pool) =>
      callsOf(pool, ADAPTERS.parts_catalogs, { perDay: config.PARTS_CATALOGS_CALLS_PER_DAY }),
    test: 'vin',
  },
  imported_parts: {
    on: () => true,
    built_in: true,
    detail: async (_config, pool) => String(await countCatalogueParts(pool)),
  },
  dealer_stores: { on: (config) => config.DEALER_STORE },
  ebay: {
    on: (config) => config.EBAY_CLIENT_ID !== undefined && config.EBAY_CLIENT_SECRET !== undefined,
    detail: (config) => hostOf(config.EBAY_API_URL),
    uses: (config, pool) => callsOf(pool, ADAPTERS.ebay, { perDay: config.EBAY_CALLS_PER_DAY }),
    test: 'number',
  },
  apibara: {
    on: (config) => config.APIBARA_KEY !== undefined && config.LOT_SOURCES.includes('apibara'),
    detail: (config) => hostOf(config.APIBARA_URL),
    uses: (config, pool) => callsOf(pool, ADAPTERS.apibara, lotSourceCaps(config, 'apibara')),
    test: 'vin_or_number',
  },
  auctionsapi: {
    on: (config) => config.AUCTIONSAPI_KEY !== undefined && config.LOT_SOURCES.includes('auctionsapi'),
    detail: (config) => hostOf(config.AUCTIONSAPI_URL),
    uses: (config, pool) => callsOf(pool, ADAPTERS.auctionsapi, lotSourceCaps(config, 'auctionsapi')),
    test: 'vin_or_number',
  },
  vin: { on: () => true, built_in: true, test: 'vin' },
  mail: {
    on: (config) => config.SMTP_URL !== undefined,
    detail: (config) =>
      config.SMTP_URL === undefined ? path.join(config.dataDir, 'outbox') : hostOf(config.SMTP_URL),
  },
  push: { on: () => true, built_in: true },
  storage: {
    on: (config) => config.S3_BUCKET !== undefined,
    detail: (config) => config.S3_BUCKET ?? path.join(config.dataDir, 'files'),
  },
  browser: {
    on: (config) => config.BROWSER_PATH !== undefined,
    detail: (config) => config.BROWSER_PATH ?? null,
  },
};

/** What a source is tested on; null where it can't be. */
export const testOf = (source: SetupSourceId): SetupSource['test'] => ROWS[source].test ?? null;
export const isOn = (source: SetupSourceId, { keys, detector }: ListTools): boolean =>
  ROWS[source].on(keys.config, detector);

export type ListTools = { pool: pg.Pool; keys: KeysInForce; detector: Eyes };

/** Every source as Setup shows it. */
export const listSources = (tools: ListTools): Promise<SetupSource[]> =>
  Promise.all(SETUP_SOURCES.map((source) => describeSource(tools, source)));

/** What was used of a source's caps; nothing where it has none. */
export const usesOf = async (
  { pool, keys }: Pick<ListTools, 'pool' | 'keys'>,
  source: SetupSourceId,
): Promise<Uses> => (await ROWS[source].uses?.(keys.config, pool)) ?? [];

export async function describeSource(tools: ListTools, source: SetupSourceId): Promise<SetupSource> {
  const { pool, keys, detector } = tools;
  const row: Row = ROWS[source];
  const { config } = keys;
  const on = row.on(config, detector);
  return {
    source,
    on,
    from: row.built_in ? 'built_in' : !on ? 'none' : fromOf(keys, source),
    detail: (await row.detail?.(config, pool, detector)) ?? null,
    keys: isKeyed(source) ? fieldsOf(source).map((field) => shown(config, field)) : [],
    stored: storedState(keys, source),
    stored_at: (isKeyed(source) && keys.saved.get(source)?.stored_at.toISOString()) || null,
    uses: await usesOf(tools, source),
    rates: source === 'vision' ? ratesOf(detector) : null,
    test: on ? testOf(source) : null,
  };
}

function ratesOf({ weighed_by }: Eyes): SetupSource['rates'] {
  if (!weighed_by) return null;
  const { in_use, file } = weighed_by;
  if (file === null) return { in_use, file };
  const { model, prompt_version, dated, lots, calibration } = file;
  const { labels, form = null } = calibration;
  return { in_use, file: { model, prompt_version, dated, lots, labels, form } };
}

function fromOf({ given, config }: KeysInForce, source: SetupSourceId): SetupSource['from'] {
  if (!isKeyed(source) || isGiven(given, source)) return 'environment';
  // A model found beside the service needs no setting.
  return isGiven(config, source) ? 'stored' : 'built_in';
}

/** The last characters tell one key from another; of a short one they would tell too much. */
const ENDING = 4;
const LEAST_LENGTH = 12;

function shown(
  config: Config,
  { name, secret }: ReturnType<typeof fieldsOf>[number],
): SetupSource['keys'][number] {
  const value = settingOf(config, name);
  if (value === undefined) return { name, value: null, ending: null };
  if (!secret) return { name, value, ending: null };
  return { name, value: null, ending: value.length < LEAST_LENGTH ? null : value.slice(-ENDING) };
}

function storedState({ given, saved }: KeysInForce, source: SetupSourceId): SetupSource['stored'] {
  if (!isKeyed(source)) return 'none';
  const was = saved.get(source);
  if (was !== undefined && isGiven(given, source)) return 'behind_environment';
  if (was !== undefined && was.values === null) return 'unreadable';
  return was === undefined ? 'none' : 'in_force';
}
