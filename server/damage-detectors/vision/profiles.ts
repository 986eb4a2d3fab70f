import type { VisionProfile } from './client.ts';

export const VISION_PROVIDERS = ['openai_compatible', 'openai', 'anthropic', 'google'] as const;
export type VisionProvider = (typeof VISION_PROVIDERS)[number];

const patches = (side: number) => (width: number, height: number) =>
  Math.ceil(width / side) * Math.ceil(height / side);

/** Gemini cuts a picture into tiles of 258 tokens; the tile's side follows the picture's shorter one (its documentation). */
function geminiTokens(width: number, height: number): number {
  if (Math.max(width, height) <= 384) return 258;
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return 258 * Math.ceil(width / unit) * Math.ceil(height / unit);
}

/**
 * Tiles and token formulas as the makers publish them. Photos per request are judgement: few enough that a
 * batch's answer stays short, three to four for servers of one's own, whose context is small.
 */
export const VISION_PROFILES: Readonly<Record<VisionProvider, VisionProfile>> = {
  openai_compatible: {
    box_format: 'norm1000_xyxy',
    tile: 28,
    longest_side: 1024,
    photos_per_request: 4,
    images_per_request: 8,
    requests_at_once: 2,
    imageTokens: patches(28),
  },
  openai: {
    box_format: 'norm1000_xyxy',
    tile: 32,
    longest_side: 1024,
    photos_per_request: 6,
    // Above 20 pictures Claude takes smaller ones only; the others are kept alike.
    images_per_request: 20,
    requests_at_once: 4,
    imageTokens: patches(32),
  },
  anthropic: {
    box_format: 'pixel_sent',
    tile: 28,
    longest_side: 1024,
    photos_per_request: 6,
    images_per_request: 20,
    requests_at_once: 4,
    imageTokens: patches(28),
  },
  google: {
    box_format: 'norm1000_yxyx',
    tile: 32,
    longest_side: 1024,
    photos_per_request: 6,
    images_per_request: 20,
    requests_at_once: 4,
    imageTokens: geminiTokens,
  },
};

const ORIGINS: Readonly<Record<Exclude<VisionProvider, 'openai_compatible'>, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** The base address a provider is asked at: the configured one, else the provider's own. */
export function visionBaseUrl(provider: VisionProvider, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  if (provider === 'openai_compatible') throw new Error('openai_compatible needs a base address');
  return ORIGINS[provider];
}
