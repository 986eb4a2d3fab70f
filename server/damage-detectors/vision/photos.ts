import type { Sharp } from 'sharp';
import { photoLook } from '../../images/photo-look.ts';
import type { DetectorPhoto } from '../detector.ts';
import type { Box } from '../examination/boxes.ts';
import type { VisionImage, VisionProfile } from './client.ts';

const QUALITY = 82;
/** Round a box in the second pass: the damage and what is next to it. */
const CROP_FACTOR = 1.6;
const CROP_LEAST = 768;
const CROP_MOST = 1024;
const MAX_PIXELS = 60_000_000;

/** The decoder is loaded with the first photo: it takes 30 MB. */
async function open(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none' });
}

/** The nearest multiple of the tile below, at least one tile. */
const wholeTiles = (pixels: number, tile: number): number => Math.max(tile, Math.floor(pixels / tile) * tile);

/** The size a photo is sent in: inside the profile's longest side, never enlarged, in whole tiles. */
export function sentSize(
  photo: { readonly width: number; readonly height: number },
  profile: Pick<VisionProfile, 'longest_side' | 'tile'>,
): { width: number; height: number } {
  const scale = Math.min(1, profile.longest_side / Math.max(photo.width, photo.height));
  return {
    width: wholeTiles(photo.width * scale, profile.tile),
    height: wholeTiles(photo.height * scale, profile.tile),
  };
}

/** The whole photo as it is sent. Throws when its bytes can't be read as a picture. */
export async function overview(photo: DetectorPhoto, profile: VisionProfile): Promise<VisionImage> {
  const bytes = await photo.read();
  // The picture's own size, as it stands upright; what is said of it elsewhere may be missing.
  const { autoOrient } = await (await open(bytes)).metadata();
  const { width, height } = sentSize(autoOrient, profile);
  const jpeg = await (await open(bytes))
    .autoOrient()
    // Less than a tile is lost in shape; fractions of the picture stay fractions.
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  const look = await photoLook(jpeg);
  return { label: `Photo P${photo.index}`, sha256: photo.sha256, jpeg, width, height, look };
}

/** The part of a photo a second look needs: the box, 1.6 times as large, kept inside the photo. */
export function cropOf(box: Box): Box {
  const [x0, y0, x1, y1] = box;
  const grown = (from: number, to: number): [number, number] => {
    const half = ((to - from) * CROP_FACTOR) / 2;
    const middle = (from + to) / 2;
    return [Math.max(0, middle - half), Math.min(1, middle + half)];
  };
  const [left, right] = grown(x0, x1);
  const [top, bottom] = grown(y0, y1);
  return [left, top, right, bottom];
}

/** A crop from the bytes we hold, 768 to 1024 pixels long, so that small damage is seen larger than in the overview. */
export async function cropped(photo: DetectorPhoto, box: Box, label: string): Promise<VisionImage> {
  const bytes = await photo.read();
  const upright = await (await open(bytes)).autoOrient().toBuffer({ resolveWithObject: true });
  const [x0, y0, x1, y1] = cropOf(box);
  const { width: wide, height: high } = upright.info;
  const left = Math.min(wide - 1, Math.floor(x0 * wide));
  const top = Math.min(high - 1, Math.floor(y0 * high));
  const region = {
    left,
    top,
    width: Math.max(1, Math.min(wide - left, Math.ceil((x1 - x0) * wide))),
    height: Math.max(1, Math.min(high - top, Math.ceil((y1 - y0) * high))),
  };
  const longest = Math.max(region.width, region.height);
  const scale = Math.min(CROP_MOST, Math.max(CROP_LEAST, longest)) / longest;
  const { data, info } = await (await open(upright.data))
    .extract(region)
    .resize(Math.max(1, Math.round(region.width * scale)), Math.max(1, Math.round(region.height * scale)), {
      fit: 'fill',
    })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { label, sha256: photo.sha256, jpeg: data, width: info.width, height: info.height };
}

/** The same photo read at most once, however often its bytes are needed. */
export function readOnce(photo: DetectorPhoto): DetectorPhoto {
  let bytes: Promise<Uint8Array> | null = null;
  return {
    ...photo,
    read() {
      bytes ??= photo.read();
      return bytes;
    },
  };
}
