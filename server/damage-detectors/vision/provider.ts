import { isInHouse, runsInCloud } from '../third-party.ts';
import type { VisionSettings } from '../vision-sdk.ts';
import { type VisionClient, VisionFailure } from './client.ts';
import { VISION_PROFILES } from './profiles.ts';

export type { VisionSettings };

const ANSWER_MS = 90_000;

/** A client of the chosen provider over the AI SDK: one request per question, retries are left to the caller. */
export function createVisionClient(settings: VisionSettings): VisionClient {
  const base = VISION_PROFILES[settings.provider];
  const profile = { ...base, box_format: settings.box_format ?? base.box_format };
  const { provider, model, base_url } = settings;
  return {
    provider,
    model,
    // Another provider's protocol leads to that provider, whatever relays it.
    in_house:
      provider === 'openai_compatible' &&
      base_url !== undefined &&
      isInHouse(base_url) &&
      !runsInCloud(model),
    profile,
    async ask(question, signal) {
      // Loaded with the first question: a process that asks no model does without.
      const sdk = await import('../vision-sdk.ts');
      const clock = AbortSignal.timeout(settings.answer_ms ?? ANSWER_MS);
      try {
        return await sdk.askModel(settings, question, AbortSignal.any([signal, clock]));
      } catch (error) {
        signal.throwIfAborted();
        if (clock.aborted) throw new VisionFailure('timeout', 'no answer in time', { cause: error });
        throw sdk.failureOf(error);
      }
    },
  };
}
