import type { Metadata } from 'sharp';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { PhotoFile } from './print-boxes.ts';

/**
 * Photos with boxes are printed about 170 pt wide, the rest at most 126: 900 and 520 pixels keep them sharp in print, and the
 * 400 of a thumbnail are 229 to the inch there.
 */
const LARGE_PX = 900;
const SMALL_PX = 520;
const MOST_PHOTOS = 12;
/** All photos of a report together; harder compression until they fit. */
const BUDGET_BYTES = 1_200_000;
const QUALITIES = [72, 60, 48, 36] as const;

export type GivenPhoto = { number: number; bytes: Uint8Array };
export type PrintedPhoto = PhotoFile & { bytes: Uint8Array };

/** Numbers of the photos on which boxes are drawn: those are printed large, in size `medium`, the others in size `thumbnail`. */
export const boxedPhotos = (model: ReportModel): Set<number> =>
  new Set(
    model.estimate.lines.flatMap(({ evidence }) =>
      evidence.flatMap(({ photo, box }) => (box ? [photo] : [])),
    ),
  );

/**
 * The photos as they go into the document: those with boxes first, at most 12, without metadata, together under 1.2 MB. One
 * that is small enough goes as it is, any other is made smaller. A photo that can't be read is left out.
 */
export async function printPhotos(model: ReportModel, input: readonly GivenPhoto[]): Promise<PrintedPhoto[]> {
  const boxed = boxedPhotos(model);
  const known = new Map(input.map((photo) => [photo.number, photo.bytes]));
  const chosen = [...known.keys()]
    .toSorted((a, b) => Number(boxed.has(b)) - Number(boxed.has(a)) || a - b)
    .slice(0, MOST_PHOTOS);
  for (const quality of QUALITIES) {
    const photos = await Promise.all(
      chosen.map((number) =>
        shrink(number, known.get(number), boxed.has(number) ? LARGE_PX : SMALL_PX, quality),
      ),
    );
    const made = photos.filter((photo) => photo !== null);
    const size = made.reduce((total, { bytes }) => total + bytes.length, 0);
    if (size <= BUDGET_BYTES || quality === QUALITIES.at(-1)) return made;
  }
  return [];
}

async function shrink(
  number: number,
  bytes: Uint8Array | undefined,
  width: number,
  quality: number,
): Promise<PrintedPhoto | null> {
  if (!bytes) return null;
  try {
    // Loaded with the first photo: it takes 30 MB.
    const { default: sharp } = await import('sharp');
    const photo = sharp(bytes, { limitInputPixels: 60_000_000 });
    const header = await photo.metadata();
    if (quality === QUALITIES[0] && isSmallJpeg(header, width))
      return { number, path: `photos/${number}.jpg`, ratio: header.width / header.height, bytes };
    const { data, info } = await photo
      .rotate()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality, chromaSubsampling: '4:2:0' })
      .toBuffer({ resolveWithObject: true });
    return { number, path: `photos/${number}.jpg`, ratio: info.width / info.height, bytes: data };
  } catch {
    return null;
  }
}

/** A JPEG as we keep them: upright, in sRGB, without a bit of metadata. */
const isSmallJpeg = ({ format, width, height, space, channels, ...more }: Metadata, side: number): boolean =>
  format === 'jpeg' &&
  Math.max(width, height) <= side &&
  space === 'srgb' &&
  channels === 3 &&
  [more.orientation, more.exif, more.icc, more.iptc, more.xmp, more.comments].every(
    (kept) => kept === undefined,
  );
