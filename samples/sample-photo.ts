import fs from 'node:fs/promises';
import path from 'node:path';
import type { View } from './drawing/draw-photo.ts';
import type { SampleNumber } from './sample-lots.ts';

const FULL_WIDTH = 1600;

/** Where `npm run draw-samples` puts the photos it draws. */
export const samplePhotoFile = (lot: SampleNumber, view: View): string =>
  path.join(import.meta.dirname, 'photos', `${lot}-${view}.jpg`);

/** A sample photo as JPEG, 1600 × 1200 or scaled down to `width`. */
export async function samplePhoto(lot: SampleNumber, view: View, width = FULL_WIDTH): Promise<Buffer> {
  const full = await fs.readFile(samplePhotoFile(lot, view));
  const size = Math.min(FULL_WIDTH, Math.max(64, Math.round(width)));
  if (size === FULL_WIDTH) return full;
  // Loaded where a photo is scaled: it takes 30 MB.
  const { default: sharp } = await import('sharp');
  return await sharp(full).resize(size).jpeg({ quality: 82 }).toBuffer();
}
