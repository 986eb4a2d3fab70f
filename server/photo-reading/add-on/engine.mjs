// The text reader's engine: `npm run add:ocr` puts it beside the packages it needs. It runs in a child process (text-worker.ts).
import Ocr from '@gutenye/ocr-node';
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

/** The engine takes pictures in whole tiles. */
const TILE = 32;
const tiles = (pixels) => Math.max(TILE, Math.round(pixels / TILE) * TILE);

let engine = null;

/**
 * The lines of text on a photo, or on the part of it that `box` names, twice as large. `side`: the photo's longest side as it is
 * read, pixels. Boxes are fractions of the whole photo, [x0, y0, x1, y1].
 */
export async function readText(photo, { side, box }) {
  engine ??= await Ocr.create();
  const upright = await sharp(photo, { limitInputPixels: 60_000_000 })
    .autoOrient()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const [x0, y0, x1, y1] = box ?? [0, 0, 1, 1];
  const left = Math.min(width - 1, Math.floor(x0 * width));
  const top = Math.min(height - 1, Math.floor(y0 * height));
  const part = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.ceil((x1 - x0) * width))),
    height: Math.max(1, Math.min(height - top, Math.ceil((y1 - y0) * height))),
  };
  const scale = Math.min(
    (box ? 2 : 1) * Math.min(1, side / Math.max(width, height)),
    side / Math.max(part.width, part.height),
  );
  const [wide, high] = [tiles(part.width * scale), tiles(part.height * scale)];
  const picture = await sharp(upright.data)
    .extract(part)
    .resize(wide, high, { fit: 'fill' })
    .png()
    .toBuffer();
  const lines = await engine.detect(picture);
  return lines.flatMap(({ text, mean, box: corners }) => {
    if (!corners) return [];
    const xs = corners.map(([x]) => (left + (x / wide) * part.width) / width);
    const ys = corners.map(([, y]) => (top + (y / high) * part.height) / height);
    return [{ text, mean, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }];
  });
}
