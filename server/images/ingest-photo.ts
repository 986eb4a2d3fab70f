import { createHash } from 'node:crypto';
import sharp, { type JpegOptions, type OutputInfo, type Sharp } from 'sharp';
import type { PhotoProblem } from '../../contract/facts/photo-problem.ts';
import { PHOTO_SIDES } from '../../contract/facts/photo-sizes.ts';
import { detectImageType, type ImageType, READABLE } from './detect-image-type.ts';
import { perceptualHash } from './perceptual-hash.ts';

// Photos come once each, so a cache only holds memory; one thread per photo leaves the rest to other work.
sharp.cache(false);
sharp.concurrency(1);

export const MAX_IMAGE_BYTES = 15 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 20_000;
/** Smaller than any photo of a car: a tracking dot or an icon. */
const MIN_SIDE = 48;
const TIMEOUT_SECONDS = 10;

export type IngestedPhoto = {
  /** Of `full`, in hex. */
  sha256: string;
  /** 16 hex digits; see perceptual-hash.ts. */
  perceptualHash: string;
  /** Of `full`, pixels, upright. */
  width: number;
  height: number;
  /** What the source calls the photo, as it says it. */
  label: string | null;
  sourceUrl: string | null;
  /** JPEG of at most 2048 pixels a side: what we keep and serve in the source's place. */
  full: Buffer;
  /** JPEG of at most 400 pixels a side. */
  thumbnail: Buffer;
};

export type IngestResult =
  | { ok: true; photo: IngestedPhoto }
  | { ok: false; code: PhotoProblem; message: string };

export type PhotoSource = { label?: string | null; sourceUrl?: string | null };

/**
 * Turn untrusted bytes into our own JPEGs: the kind read from the bytes, limits checked on the header, turned
 * upright, every bit of metadata gone. Source bytes go no further. Never throws for what the bytes are.
 */
export async function ingestPhoto(bytes: Uint8Array, source: PhotoSource = {}): Promise<IngestResult> {
  if (bytes.length === 0) return refused('empty', 'The file is empty.');
  if (bytes.length > MAX_IMAGE_BYTES) return refused('too_large', 'The file is larger than 15 MB.');
  const kind = detectImageType(bytes);
  if (kind === null || kind === 'html') return refused('not_an_image', 'The file is not an image.');
  if (!READABLE.has(kind)) {
    return refused(
      'unsupported_image',
      `${NAMES[kind] ?? kind} files are not supported; use JPEG, PNG or WebP.`,
    );
  }
  try {
    const header = await open(bytes).metadata();
    const height = header.pageHeight ?? header.height;
    if (Math.max(header.width, height) > MAX_SIDE || header.width * height > MAX_PIXELS) {
      return refused('too_many_pixels', 'The image has more than 40 megapixels.');
    }
    if (Math.min(header.width, height) < MIN_SIDE) return refused('too_small', 'The image is too small.');
    return { ok: true, photo: await render(bytes, source) };
  } catch (error) {
    return refusedBecause(error);
  }
}

const NAMES: Partial<Record<ImageType, string>> = {
  heic: 'HEIC',
  jxl: 'JPEG XL',
  tiff: 'TIFF',
  svg: 'SVG',
  pdf: 'PDF',
};

function open(bytes: Uint8Array): Sharp {
  // 'error' passes the warnings that cameras' files are full of, and stops at missing or broken pixels.
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true, pages: 1 });
}

/** With the standard's own code tables: tables of each picture's own make it a sixth smaller and take three times as long. */
const jpeg = (quality: number): JpegOptions => ({ quality, optimiseCoding: false });

async function render(bytes: Uint8Array, source: PhotoSource): Promise<IngestedPhoto> {
  const decoded = await open(bytes)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(PHOTO_SIDES.full, PHOTO_SIDES.full, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = await shrunk(pixels(decoded), PHOTO_SIDES.thumbnail)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const full = await pixels(decoded).jpeg(jpeg(82)).toBuffer();
  return {
    sha256: createHash('sha256').update(full).digest('hex'),
    perceptualHash: perceptualHash({ ...small.info, data: small.data }),
    width: decoded.info.width,
    height: decoded.info.height,
    label: source.label ?? null,
    sourceUrl: source.sourceUrl ?? null,
    full,
    thumbnail: await pixels(small).jpeg(jpeg(76)).toBuffer(),
  };
}

/**
 * A photo we keep, of at most 800 pixels a side; `full` as `ingestPhoto` returns it. It is the largest file a report page loads and is
 * made once, so it is worth optimized code tables.
 */
export async function mediumPhoto(full: Uint8Array): Promise<Buffer> {
  return await shrunk(open(full).timeout({ seconds: TIMEOUT_SECONDS }), PHOTO_SIDES.medium)
    .jpeg({ quality: 78 })
    .toBuffer();
}

type Decoded = { data: Buffer; info: OutputInfo };

function pixels({ data, info: { width, height, channels } }: Decoded): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function shrunk(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' });
}

function refused(code: PhotoProblem, message: string): IngestResult {
  return { ok: false, code, message };
}

function refusedBecause(error: unknown): IngestResult {
  // The decoder has no codes of its own, only sentences.
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit/i.test(message)) {
    return refused('too_many_pixels', 'The image has more than 40 megapixels.');
  }
  if (/timeout/i.test(message)) return refused('timeout', 'The image took too long to read.');
  return refused('broken_image', 'The image is damaged or incomplete.');
}
