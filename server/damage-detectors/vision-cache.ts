import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../storage/store.ts';
import type { DetectInput, DetectorPhoto } from './detector.ts';
import type { VisionClient } from './vision-client.ts';
import { type Look, lookSchema } from './vision-look.ts';
import { PROMPT_VERSION } from './vision-prompt.ts';

/** How long a look at the same photos is good for. */
export const LOOK_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Looks by key; a missing, old or unreadable one is null. */
export type LookCache = {
  get(key: string): Promise<Look | null>;
  put(key: string, look: Look): Promise<void>;
};

export const NO_CACHE: LookCache = { get: async () => null, put: async () => {} };

/**
 * What decides a look: the photos in their order, the model and how it tells places, the prompts, and what the car can
 * have. What is declared is no part of it: it decides which zones the second pass was asked about, not what is seen.
 */
export function lookKey(
  client: VisionClient,
  photos: readonly DetectorPhoto[],
  taxonomy: DetectInput['taxonomy'],
): string {
  const parts = [
    PROMPT_VERSION,
    client.provider,
    client.model,
    client.profile.box_format,
    taxonomy.version,
    [...taxonomy.categories].sort(),
    photos.map((photo) => [photo.index, photo.sha256]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const keptSchema = z.object({ at: z.iso.datetime(), look: lookSchema });

/** A cache in the file store, shared by every process that shares the store. */
export function lookCacheIn(store: Store, now: () => Date): LookCache {
  const place = (key: string) => `vision/${key.slice(0, 2)}/${key}.json`;
  return {
    async get(key) {
      const file = await store.get(place(key));
      if (!file) return null;
      let json: unknown;
      try {
        json = JSON.parse(file.bytes.toString('utf8'));
      } catch {
        return null;
      }
      const kept = keptSchema.safeParse(json);
      if (!kept.success) return null;
      const age = now().getTime() - Date.parse(kept.data.at);
      return age >= 0 && age < LOOK_KEPT_MS ? kept.data.look : null;
    },
    async put(key, look) {
      const body = JSON.stringify({ at: now().toISOString(), look });
      await store.put(place(key), Buffer.from(body), 'application/json');
    },
  };
}
