import type { LocalServer } from '../../../contract/schemas/damage.ts';
import type { BoxFormat } from '../examination/boxes.ts';
import type { VisionProfile } from '../vision/client.ts';
import { familyOf } from './model-families.ts';
import type { LocalModel } from './model-server.ts';

/** What a model of the machine is asked with. */
export type LocalProfile = VisionProfile & {
  /** Tokens of prompt and answer together that its server is told to hold, where it can be told (Ollama). */
  readonly context: number;
  /** Whether `imageTokens` is what the model itself counts, or only the most it may be. */
  readonly counts_alike: boolean;
};

/** Tokens of rules, schema and vocabulary, and of one photo with its share of the answer (measured by our own estimate). */
const FIXED_TOKENS = 4_200;
const PHOTO_TOKENS = 1_900;
/** A model that holds less has no room for one photo. */
export const LEAST_CONTEXT = FIXED_TOKENS + PHOTO_TOKENS;
/** Whole photos and crops of the second pass, with their answers. */
const CHECK_FIXED_TOKENS = 1_500;
const CHECK_TOKENS = 1_250;

/** By billions of parameters: the smallest runs on a processor alone, the largest wants 24 GB (photos per request: judgement). */
function sizeOf(billions: number | null): { photos: number; images: number; context: number } {
  if (billions !== null && billions <= 2.5) return { photos: 1, images: 0, context: 8_192 };
  if (billions !== null && billions >= 20) return { photos: 6, images: 8, context: 24_576 };
  return { photos: 3, images: 6, context: 12_288 };
}

/** Tokens of prompt and answer together that a model of its size should hold. */
export const wantedContext = ({ billions }: Pick<LocalModel, 'billions'>): number => sizeOf(billions).context;

const fitting = (context: number, fixed: number, each: number): number =>
  Math.max(1, Math.floor((context - fixed) / each));

/** Several at once where the server works on several; the others queue them while our clock runs. */
const AT_ONCE: Readonly<Record<LocalServer, number>> = { ollama: 1, lm_studio: 1, llama_server: 1, vllm: 4 };

/**
 * How a model found on the machine is asked, by its family and size. From 1,024 tokens a picture on, Qwen's models tell places
 * (its makers): 1216 pixels in tiles of 32. `boxes`: as the probe saw it.
 */
export function localProfile(model: LocalModel, boxes: BoxFormat | null): LocalProfile {
  const family = familyOf(model);
  const { photos, images, context } = sizeOf(model.billions);
  const tile = family?.tile ?? 32;
  // What the server was started with stands; only Ollama takes another one with each request.
  const held = model.server === 'ollama' ? context : (model.context ?? context);
  return {
    box_format: boxes ?? family?.boxes ?? 'norm1000_xyxy',
    boxes_measured: boxes !== null,
    tile,
    longest_side: tile * Math.floor(1216 / tile),
    photos_per_request: Math.min(photos, fitting(held, FIXED_TOKENS, PHOTO_TOKENS)),
    images_per_request: Math.max(2, Math.min(images, fitting(held, CHECK_FIXED_TOKENS, CHECK_TOKENS))),
    requests_at_once: AT_ONCE[model.server],
    second_pass: images > 0,
    imageTokens: (width, height) => Math.ceil(width / tile) * Math.ceil(height / tile),
    context: held,
    counts_alike: family?.token_a_tile === true,
  };
}
