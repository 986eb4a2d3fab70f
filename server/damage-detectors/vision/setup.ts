import type { Config } from '../../config.ts';
import { asCaller } from '../../web-fetch/as-caller.ts';
import { fetchAdapter } from '../../web-fetch/fetch-adapter.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import { type FetchCaller, SERVICE } from '../../web-fetch/host-line.ts';
import type { DamageDetector } from '../detector.ts';
import { type Discovery, discoverLocalModels, discoveryWords } from '../local-models/discovery.ts';
import { createLocalClient } from '../local-models/local-client.ts';
import type { SpendGate, VisionPrice } from './budget.ts';
import type { AnswerCache } from './cache.ts';
import type { VisionClient } from './client.ts';
import { createVisionDetector } from './model.ts';
import { type VisionProvider, visionBaseUrl } from './profiles.ts';
import { createVisionClient } from './provider.ts';

/** A service's own model costs no one anything. */
const FREE: VisionPrice = { in: 0, out: 0 };

const namedProvider = ({ VISION_PROVIDER: provider }: Config): VisionProvider | null =>
  provider === 'auto' || provider === 'none' ? null : provider;

/** What the guard must let the model be asked at: the configured one's address, or this machine's model servers. */
export function visionAddresses(config: Config): { apiOrigins: string[]; localModels: boolean } {
  const provider = namedProvider(config);
  return {
    apiOrigins: provider === null ? [] : [new URL(visionBaseUrl(provider, config.VISION_BASE_URL)).origin],
    localModels: config.VISION_PROVIDER === 'auto',
  };
}

/** The same client for every caller, its requests taking that caller's turns. */
const perCaller = (forCaller: (caller: FetchCaller) => VisionClient): VisionClient => ({
  ...forCaller(SERVICE),
  forCaller,
});

/** The configured model's client; null without one. */
function configuredVision(config: Config, fetch: GuardedFetch): VisionClient | null {
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
function configuredPrice(config: Config): VisionPrice | null {
  const { VISION_PRICE_IN: input, VISION_PRICE_OUT: output } = config;
  return input === undefined || output === undefined ? null : { in: input, out: output };
}

export type OpenedVision = {
  /** Null: photos are not examined. */
  readonly detector: DamageDetector | null;
  /** What looking for a local model came to, in words; null where none was looked for. */
  readonly searched: string | null;
};

/**
 * The detector of the configured model, or with `auto` of the best known one that a model server on this machine has. Asks
 * these servers, which takes seconds at most. Throws only the signal's reason.
 */
export async function openVision(
  config: Config,
  fetch: GuardedFetch,
  input: {
    gate?: (spender: string | null) => SpendGate;
    cache?: AnswerCache;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<OpenedVision> {
  const { signal, ...tools } = input;
  if (config.VISION_PROVIDER !== 'auto') {
    const client = configuredVision(config, fetch);
    const detector = client && createVisionDetector({ client, price: configuredPrice(config), ...tools });
    return { detector, searched: null };
  }
  const discovery: Discovery = await discoverLocalModels(fetch, { wanted: config.VISION_MODEL, signal });
  const { best } = discovery;
  const client = best && createLocalClient(best, fetch, { box_format: config.VISION_BOX_FORMAT });
  return {
    detector: client && createVisionDetector({ client, price: FREE, ...tools }),
    searched: discoveryWords(discovery),
  };
}
