import { SERVICE, type WorkCaller } from '../../concurrency/work-caller.ts';
import { type Config, isModelServer } from '../../config.ts';
import type { PhotoCover } from '../../photo-reading/covering/cover-photos.ts';
import { LOCAL_MODEL_ORIGINS } from '../../web-fetch/address/allowed-hosts.ts';
import { asCaller } from '../../web-fetch/as-caller.ts';
import { fetchAdapter } from '../../web-fetch/fetch-adapter.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import { declaredDetector } from '../declared/declared.ts';
import { ratesWords, readDetectionRates } from '../detection-rates.ts';
import type { DamageDetector } from '../detector.ts';
import { type Discovery, discoverLocalModels, discoveryWords } from '../local-models/discovery.ts';
import { createLocalClient } from '../local-models/local-client.ts';
import type { ModelOrigins } from '../local-models/model-server.ts';
import { searchedDetector } from '../searched-detector.ts';
import type { SpendGate, VisionPrice } from './budget.ts';
import type { AnswerCache } from './cache.ts';
import type { VisionClient } from './client.ts';
import { createVisionDetector } from './model.ts';
import { type VisionProvider, visionBaseUrl } from './profiles.ts';
import { createVisionClient } from './provider.ts';

/** A service's own model costs no one anything. */
const FREE: VisionPrice = { in: 0, out: 0 };

const namedProvider = ({ VISION_PROVIDER: provider }: Config): VisionProvider | null =>
  provider === 'auto' || provider === 'none' || isModelServer(provider) ? null : provider;

/** Where model servers are looked for: all of this machine, or the named one; null: nowhere. */
function modelOrigins({ VISION_PROVIDER: provider, VISION_BASE_URL: base }: Config): ModelOrigins | null {
  if (provider === 'auto') return LOCAL_MODEL_ORIGINS;
  if (!isModelServer(provider)) return null;
  return { [provider]: base === undefined ? LOCAL_MODEL_ORIGINS[provider] : new URL(base).origin };
}

/** What the guard must let the model be asked at: the configured address, or those of this machine's model servers. */
export function visionAddresses(config: Config): { apiOrigins: string[]; localModels: boolean } {
  const { VISION_BASE_URL: base } = config;
  const provider = namedProvider(config);
  if (provider !== null)
    return { apiOrigins: [new URL(visionBaseUrl(provider, base)).origin], localModels: false };
  const origins = modelOrigins(config);
  return {
    apiOrigins: base === undefined || origins === null ? [] : [new URL(base).origin],
    localModels: base === undefined && origins !== null,
  };
}

/** The same client for every caller, its requests taking that caller's turns. */
const perCaller = (forCaller: (caller: WorkCaller) => VisionClient): VisionClient => ({
  ...forCaller(SERVICE),
  forCaller,
});

/** The configured model's client; null without one. */
export function configuredVision(config: Config, fetch: GuardedFetch): VisionClient | null {
  const provider = namedProvider(config);
  const { VISION_MODEL: model } = config;
  if (provider === null || model === undefined) return null;
  return perCaller((caller) =>
    createVisionClient({
      provider,
      model,
      base_url: config.VISION_BASE_URL,
      api_key: config.VISION_API_KEY,
      box_format: config.VISION_BOX_FORMAT,
      fetch: fetchAdapter({ fetch: asCaller(fetch.fetch, caller) }),
    }),
  );
}

/** Both prices as configured; null: not known. */
export function configuredPrice(config: Config): VisionPrice | null {
  const { VISION_PRICE_IN: input, VISION_PRICE_OUT: output } = config;
  return input === undefined || output === undefined ? null : { in: input, out: output };
}

export type OpenedVision = {
  readonly detector: DamageDetector;
  /** What looking for a model came to, in words; null where none is looked for. */
  readonly searched: string | null;
  /** Whether the model's own rates serve, in words; null where none are configured or no model is there yet. */
  readonly rated: string | null;
};

export type VisionTools = {
  gate?: (spender: string | null) => SpendGate;
  cache?: AnswerCache;
  cover?: PhotoCover;
  /** The client as it is to be used, and its price. */
  through?: (client: VisionClient, price: VisionPrice | null) => VisionClient;
  /** Ends the search at start. */
  signal?: AbortSignal | undefined;
  /** What later searches came to: a model found, or why there is none. */
  tell?: (words: { found: string } | { failed: string }) => void;
  now?: (() => number) | undefined;
  /** How long a report waits for a later search, ms. */
  searchMs?: number;
};

/**
 * The detector of the configured model, or of the best known one that the named model server or, with `auto`, one on this machine
 * has; where there is none, reports look for it again. Asks these servers, which takes seconds at most. Throws only the signal's
 * reason.
 */
export async function openVision(
  config: Config,
  fetch: GuardedFetch,
  { signal, tell, now, searchMs, through = (client) => client, ...tools }: VisionTools = {},
): Promise<OpenedVision> {
  const origins = modelOrigins(config);
  const measured = config.VISION_RATES === undefined ? null : await readDetectionRates(config.VISION_RATES);
  const detectorBy = (client: VisionClient, price: VisionPrice | null) =>
    createVisionDetector({
      client: through(client, price),
      price,
      measured,
      ...tools,
    });
  const rated = (client: VisionClient | null) => measured && client && ratesWords(measured, client);
  if (origins === null) {
    const client = configuredVision(config, fetch);
    return {
      detector: client ? detectorBy(client, configuredPrice(config)) : declaredDetector,
      searched: null,
      rated: rated(client),
    };
  }
  const { VISION_MODEL: wanted, VISION_BOX_FORMAT: box_format } = config;

  const clientOf = ({ best }: Discovery) =>
    best && createLocalClient(best, fetch, { origin: origins[best.server], box_format });
  const detectorOf = (client: VisionClient | null) => client && detectorBy(client, FREE);
  const searchAgain = async () => {
    try {
      const discovery = await discoverLocalModels(fetch, { origins, wanted });
      if (discovery.best) tell?.({ found: discoveryWords(discovery) });
      return detectorOf(clientOf(discovery));
    } catch (error) {
      tell?.({ failed: String(error) });
      return null;
    }
  };
  const discovery = await discoverLocalModels(fetch, { origins, wanted, signal });
  const client = clientOf(discovery);
  return {
    detector: searchedDetector(detectorOf(client), searchAgain, { now, searchMs }),
    searched: discoveryWords(discovery),
    rated: rated(client),
  };
}
