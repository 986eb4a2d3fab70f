import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CATEGORIES } from '../../server/categories/generic-categories.ts';
import type { DetectInput, DetectorPhoto } from '../../server/damage-detectors/detector.ts';

type PhotoSize = { width: number; height: number };
const SMALL: PhotoSize = { width: 800, height: 600 };
/** More than any model is sent: for what depends on the scale. */
export const LARGE: PhotoSize = { width: 1600, height: 1200 };

const drawn = new Map<string, Promise<Buffer>>();

/** A made-up photo: a plain ground with a block, different for every number. */
export async function madePhoto(index: number, size = SMALL): Promise<DetectorPhoto> {
  const key = `${index} ${size.width}x${size.height}`;
  const drawing = drawn.get(key) ?? drawPhoto(index, size);
  drawn.set(key, drawing);
  const bytes = await drawing;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { index, sha256, ...size, label: null, read: async () => bytes };
}

async function drawPhoto(index: number, size: PhotoSize): Promise<Buffer> {
  const tone = (index * 37) % 200;
  const block = Buffer.from(
    `<svg width="${size.width}" height="${size.height}"><rect x="${size.width / 8 + (index * size.width) / 80}" y="${size.height / 4}" width="${size.width / 4}" height="${size.height / 4}" fill="rgb(${tone},${255 - tone},90)"/></svg>`,
  );
  return await sharp({
    create: { ...size, channels: 3, background: { r: tone, g: 90, b: 160 } },
  })
    .composite([{ input: block }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

export const madePhotos = (count: number, size?: PhotoSize): Promise<DetectorPhoto[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => madePhoto(index + 1, size)));

/** A detector's input for a made-up sedan declared damaged at its front. */
export function inputFor(photos: DetectorPhoto[], over: Partial<DetectInput> = {}): DetectInput {
  return {
    vehicle: {
      year: 2018,
      make: 'Toyota',
      model: 'Camry',
      body_class: 'sedan',
      fuel: 'Gasoline',
      engine: '2.5L',
      doors: 4,
    },
    photos,
    declared: {
      site: 'copart',
      primary: 'FRONT END',
      secondary: null,
      run: 'runs_and_drives',
      airbags: null,
      title: null,
      loss_type: null,
    },
    taxonomy: { version: 'test-1', categories: CATEGORIES.map((category) => category.id) },
    limits: { max_usd: 5, max_ms: 20_000, max_photos: 40 },
    signal: new AbortController().signal,
    ...over,
  };
}
