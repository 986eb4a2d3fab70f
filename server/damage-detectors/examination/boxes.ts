/** A place on a photo as fractions 0–1: x0, y0, x1, y1 with x0 < x1 and y0 < y1. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** The scales a model tells a place in: 0–1000 or 0–1 of the picture, or its pixels as it was sent. */
type BoxScale = 1000 | 1 | 'pixels';
type BoxReading = { readonly order: 'xyxy' | 'yxyx'; readonly scale: BoxScale };

/** How a model tells a place; `none`: it can't, and what it says of places is not read. */
export const BOX_FORMATS = [
  'norm1000_xyxy',
  'norm1000_yxyx',
  'pixel_sent',
  'pixel_yxyx',
  'norm1_xyxy',
  'norm1_yxyx',
  'none',
] as const;
export type BoxFormat = (typeof BOX_FORMATS)[number];

const READINGS: Readonly<Record<Exclude<BoxFormat, 'none'>, BoxReading>> = {
  norm1000_xyxy: { order: 'xyxy', scale: 1000 },
  norm1000_yxyx: { order: 'yxyx', scale: 1000 },
  pixel_sent: { order: 'xyxy', scale: 'pixels' },
  pixel_yxyx: { order: 'yxyx', scale: 'pixels' },
  norm1_xyxy: { order: 'xyxy', scale: 1 },
  norm1_yxyx: { order: 'yxyx', scale: 1 },
};

/** Beyond the picture's edge by more than this share, the numbers are of another scale. */
const OVERSHOOT = 0.05;
const LEAST_SIDE = 0.005;
/** A box round the whole photo says nothing about where. */
const FULL_FRAME = 0.97;

/**
 * A model's box in our form, or null where it is none: not four numbers, empty, outside the photo, or the whole frame.
 * Some builds of models that speak 0–1000 answer in pixels: values above 1000 are read as such, unless the model was `measured` to
 * count so; then they are slips over the edge, as Qwen's models make them.
 */
export function readBox(
  raw: readonly number[],
  format: BoxFormat,
  sent: { readonly width: number; readonly height: number },
  measured = false,
): Box | null {
  const [a, b, c, d] = raw;
  if (raw.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined)
    return null;
  if (!raw.every((value) => Number.isFinite(value))) return null;
  if (format === 'none') return null;
  const { order, scale } = READINGS[format];
  const [x0, y0, x1, y1] = order === 'yxyx' ? [b, a, d, c] : [a, b, c, d];
  const pixels = scale === 'pixels' || (scale === 1000 && !measured && raw.some((value) => value > 1000));
  const [wide, high] = pixels ? [sent.width, sent.height] : [scale, scale];
  const xs = [x0 / wide, x1 / wide].sort((p, q) => p - q);
  const ys = [y0 / high, y1 / high].sort((p, q) => p - q);
  const edges = [xs[0] ?? 0, ys[0] ?? 0, xs[1] ?? 0, ys[1] ?? 0] as const;
  if (edges.some((value) => value < -OVERSHOOT || value > 1 + OVERSHOOT)) return null;
  const [left, top, right, bottom] = edges.map((value) => Math.min(1, Math.max(0, value))) as [
    number,
    number,
    number,
    number,
  ];
  if (right - left < LEAST_SIDE || bottom - top < LEAST_SIDE) return null;
  if (right - left > FULL_FRAME && bottom - top > FULL_FRAME) return null;
  return [left, top, right, bottom];
}

/** What the prompt says about a format. */
export const BOX_WORDS: Readonly<Record<BoxFormat, string>> = {
  norm1000_xyxy: '[x0, y0, x1, y1], whole numbers 0 to 1000 of the photo’s width and height, origin top left',
  norm1000_yxyx:
    '[ymin, xmin, ymax, xmax], whole numbers 0 to 1000 of the photo’s height and width, origin top left',
  pixel_sent: '[x0, y0, x1, y1] in pixels of the photo as sent (its size is told with it), origin top left',
  pixel_yxyx:
    '[ymin, xmin, ymax, xmax] in pixels of the photo as sent (its size is told with it), origin top left',
  norm1_xyxy: '[x0, y0, x1, y1], 0 to 1 of the photo’s width and height, origin top left',
  norm1_yxyx: '[ymin, xmin, ymax, xmax], 0 to 1 of the photo’s height and width, origin top left',
  none: '[0, 0, 0, 0] always: where on the photo is not asked',
};
