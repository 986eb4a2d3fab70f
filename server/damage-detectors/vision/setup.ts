import type { Config } from '../../config.ts';
import { asCaller } from '../../web-fetch/as-caller.ts';
import { fetchAdapter } from '../../web-fetch/fetch-adapter.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import { type FetchCaller, SERVICE } from '../../web-fetch/host-line.ts';
import type { DamageDetector } from '../detector.ts';
import type { SpendGate, VisionPrice } from './budget.ts';
import type { AnswerCache } from './cache.ts';
import type { VisionClient } from './client.ts';
import { createVisionDetector } from './model.ts';
import { visionBaseUrl } from './profiles.ts';
import { createVisionClient } from './provider.ts';

/** The address the guard must let the configured model be asked at; null without one. */
export function visionOrigin(config: Config): string | null {
  const provider = config.VISION_PROVIDER;
  return provider === undefined ? null : new URL(visionBaseUrl(provider, config.VISION_BASE_URL)).origin;
}

/** The configured model's client; null without one. */
export function configuredVision(config: Config, fetch: GuardedFetch): VisionClient | null {
  const { VISION_PROVIDER: provider, VISION_MODEL: model } = config;
  if (provider === undefined || model === undefined) return null;
  const forCaller = (caller: FetchCaller): VisionClient =>
    createVisionClient({
      provider,
      model,
      base_url: config.VISION_BASE_URL,
      api_key: config.VISION_API_KEY,
      box_format: config.VISION_BOX_FORMAT,
      fetch: fetchAdapter({ fetch: asCaller(fetch.fetch, caller) }),
    });
  return { ...forCaller(SERVICE), forCaller };
}

/** Both prices as configured; null: not known. */
export function configuredPrice(config: Config): VisionPrice | null {
  const { VISION_PRICE_IN: input, VISION_PRICE_OUT: output } = config;
  return input === undefined || output === undefined ? null : { in: input, out: output };
}

/** The detector of the configured model; null without one. */
export function configuredVisionDetector(
  config: Config,
  fetch: GuardedFetch,
  input: { gate?: (spender: string | null) => SpendGate; cache?: AnswerCache } = {},
): DamageDetector | null {
  const client = configuredVision(config, fetch);
  return client && createVisionDetector({ client, price: configuredPrice(config), ...input });
}
