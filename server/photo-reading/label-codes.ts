import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import type * as Zxing from 'zxing-wasm/reader';

/** What labels of cars carry. */
const FORMATS = ['DataMatrix', 'QRCode', 'Code39'] as const;
/** A label has a handful. */
const MOST_CODES = 8;
/** Level first; a line code that lies further askew than its reader follows is turned, in degrees. */
const LEVEL = [0];
const TILTS = [0, 5, -5];
const MAX_PIXELS = 60_000_000;

let reader: Promise<typeof Zxing> | null = null;

/** The reader with its program from the package: left to itself it would fetch that from somebody's server. */
async function loadReader(): Promise<typeof Zxing> {
  const zxing = await import('zxing-wasm/reader');
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const program = Uint8Array.from(await fs.readFile(file));
  await zxing.prepareZXingModule({ overrides: { wasmBinary: program.buffer }, fireImmediately: true });
  return zxing;
}

async function codesOn(picture: Sharp): Promise<string[]> {
  reader ??= loadReader();
  const { readBarcodes } = await reader;
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = await readBarcodes(
    { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' },
    { formats: [...FORMATS], maxNumberOfSymbols: MOST_CODES },
  );
  return found.flatMap(({ isValid, text }) => (isValid && text !== '' ? [text] : []));
}

/**
 * The texts of the barcodes on a photo, at its full size; one that is told to show a label is turned too where it shows none level.
 * Takes a tenth of a second to a second of one processor, so it runs in a worker. Throws when the bytes are no picture.
 */
export async function labelCodes(bytes: Uint8Array, label: boolean): Promise<string[]> {
  const { default: sharp } = await import('sharp');
  for (const tilt of label ? TILTS : LEVEL) {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none' }).autoOrient();
    const found = await codesOn(tilt === 0 ? upright : upright.rotate(tilt));
    if (found.length > 0) return found;
  }
  return [];
}
