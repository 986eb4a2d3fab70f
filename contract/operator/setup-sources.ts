import { z } from 'zod';

/** What a report draws on and what carries it, as Setup lists them. */
export const SETUP_SOURCES = [
  'vision',
  'text_reader',
  'parts_catalogs',
  'imported_parts',
  'dealer_stores',
  'ebay',
  'apibara',
  'auctionsapi',
  'vin',
  'mail',
  'push',
  'storage',
  'browser',
] as const;
export type SetupSourceId = (typeof SETUP_SOURCES)[number];

/** Providers whose address is their own: one that names an address stays in the environment. */
export const STORED_VISION_PROVIDERS = ['openai', 'anthropic', 'google'] as const;

/** A setting that Setup may save, by its name in the environment. */
export type KeyField = {
  readonly name: string;
  /** Shown by its last four characters alone. */
  readonly secret: boolean;
  readonly choices?: readonly string[];
};

/** Sources that work by keys, with all that Setup saves of each: it is taken from there or from the environment, never from both. */
export const KEYED_SOURCES = {
  vision: [
    { name: 'VISION_PROVIDER', secret: false, choices: STORED_VISION_PROVIDERS },
    { name: 'VISION_MODEL', secret: false },
    { name: 'VISION_API_KEY', secret: true },
  ],
  parts_catalogs: [{ name: 'PARTS_CATALOGS_KEY', secret: true }],
  ebay: [
    { name: 'EBAY_CLIENT_ID', secret: true },
    { name: 'EBAY_CLIENT_SECRET', secret: true },
  ],
  apibara: [{ name: 'APIBARA_KEY', secret: true }],
  auctionsapi: [{ name: 'AUCTIONSAPI_KEY', secret: true }],
} as const satisfies Partial<Record<SetupSourceId, readonly KeyField[]>>;
export type KeyedSourceId = keyof typeof KEYED_SOURCES;
export type StoredName = (typeof KEYED_SOURCES)[KeyedSourceId][number]['name'];

export const isKeyed = (source: SetupSourceId): source is KeyedSourceId =>
  Object.hasOwn(KEYED_SOURCES, source);

export const setupSourceIdSchema = z.enum(SETUP_SOURCES);
export const keyedSourceIdSchema = z.enum(Object.keys(KEYED_SOURCES) as [KeyedSourceId, ...KeyedSourceId[]]);
