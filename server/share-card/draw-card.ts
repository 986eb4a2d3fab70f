import { createRequire } from 'node:module';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { CardTone, ShareCard } from './card-words.ts';

/** What messengers show, px. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
const LEFT = 56;
/** Width of the words. */
const WORDS = 520;
const PICTURE = { left: 632, top: 112, width: 512, height: 406 } as const;
const CHIP = { height: 48, bottom: 44 } as const;
/** Colors of a PNG with a photo: what keeps it near 120 kB. */
const PHOTO_COLORS = 96;

/** The light theme of web/theme.css, and its verdict chips. */
const INK = '#14181d';
const MUTED = '#565d66';
const PAPER = '#fbfaf7';
const SUNKEN = '#f1efe9';
const BAND = '#c9c6bc';
const BAND_MIDDLE = '#8f9298';
const CHIPS: Record<CardTone, { fill: string; words: string; edge: string }> = {
  good: { fill: '#e3f1e8', words: '#14693d', edge: '#e3f1e8' },
  close: { fill: '#fbf0dc', words: '#8a5200', edge: '#fbf0dc' },
  loss: { fill: '#fbe9e7', words: '#a8221b', edge: '#fbe9e7' },
  open: { fill: '#ffffff', words: MUTED, edge: '#8b8f95' },
};

const FONTS = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'));
const WEIGHTS = { medium: '500Medium', semibold: '600SemiBold' } as const;

type Words = { text: string; px: number; color?: string; weight?: keyof typeof WEIGHTS; lines?: number };
type Drawn = { input: Buffer; width: number; height: number };

/** Words as a picture in the font of the product, broken at `WORDS`; the last line that fits ends with an ellipsis. */
async function drawWords({ text, px, color = INK, weight = 'medium', lines = 1 }: Words): Promise<Drawn> {
  const fontfile = path.join(FONTS, WEIGHTS[weight], `Inter_${WEIGHTS[weight]}.ttf`);
  const draw = async (words: string): Promise<Drawn> => {
    const markup = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}" size="${px}pt">${markup}</span>`,
        font: weight === 'medium' ? 'Inter Medium' : 'Inter SemiBold',
        fontfile,
        rgba: true,
        dpi: 72,
        width: WORDS,
        wrap: 'word-char',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { input: data, width: info.width, height: info.height };
  };
  let shown = text.slice(0, 200);
  let drawn = await draw(shown);
  while (drawn.height > lines * px * 1.3 && shown.length > 10) {
    shown = shown.slice(0, Math.floor(shown.length * 0.85));
    drawn = await draw(`${shown.trimEnd()}…`);
  }
  return drawn;
}

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

const LOGO = svg(
  44,
  44,
  `<g transform="scale(1.375)"><circle cx="13.5" cy="13.5" r="9.5" fill="none" stroke="${INK}" stroke-width="2.4"/><path d="M20.6 20.6 28 28" stroke="${INK}" stroke-width="3" stroke-linecap="round"/><path d="M8.6 15.6h9.8l-1-2.1-1.6-.5-1.5-2.5h-3.1l-1.3 2.4-1.6.8z" fill="#f0ac57"/></g>`,
);

/** The range as a bar: all of it, its middle half, and the likely figure. */
function rangeBarOf({ band, half, likely }: ShareCard['bar']): Buffer {
  const x = (percent: number): number => (percent / 100) * WORDS;
  const bar = (from: number, to: number, fill: string, radius: number): string =>
    `<rect x="${x(from)}" width="${x(to - from)}" y="6" height="20" rx="${radius}" fill="${fill}"/>`;
  return svg(
    WORDS,
    32,
    [
      `<path d="M0 16H${WORDS}" stroke="#8b8f95"/>`,
      bar(band.from, band.to, BAND, 10),
      half === null ? '' : bar(half.from, half.to, BAND_MIDDLE, 0),
      `<path d="M${x(likely)} 0V32" stroke="${INK}" stroke-width="5"/>`,
    ].join(''),
  );
}

/** A photo fills its place; a drawn car stands in the middle of it. */
async function pictureOf(drawing: string, photo: Uint8Array | null): Promise<Buffer> {
  const { width, height } = PICTURE;
  const corners = svg(width, height, `<rect width="${width}" height="${height}" rx="16"/>`);
  const filled =
    photo === null
      ? sharp({ create: { width, height, channels: 4, background: SUNKEN } }).composite([
          {
            input: await sharp(Buffer.from(drawing), { density: 120 })
              .resize(width - 32)
              .png()
              .toBuffer(),
          },
        ])
      : sharp(photo).resize(width, height, { fit: 'cover' }).ensureAlpha();
  return await sharp(await filled.png().toBuffer())
    .composite([{ input: corners, blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/**
 * Draws the picture of a shared link as PNG, `CARD_SIZE` px.
 * @param photo A photo of the car that the link shows; `null` draws the car instead, and says so.
 */
export async function drawCard(card: ShareCard, photo: Uint8Array | null): Promise<Buffer> {
  const chip = CHIPS[card.verdict.tone];
  const [title, lot, figure, range, verdict, name, caption] = await Promise.all([
    drawWords({ text: card.title, px: 40, weight: 'semibold', lines: 2 }),
    drawWords({ text: card.lot || 'Damage and parts report', px: 22, color: MUTED, lines: 2 }),
    drawWords({ text: card.figure, px: 96, weight: 'semibold' }),
    drawWords({ text: card.range, px: 24, color: MUTED }),
    drawWords({ text: card.verdict.words, px: 24, color: chip.words, weight: 'semibold' }),
    drawWords({ text: 'LotLens', px: 30, weight: 'semibold' }),
    photo === null ? drawWords({ text: 'Drawing, not a photo', px: 18, color: MUTED }) : null,
  ]);
  const layers: OverlayOptions[] = [
    { input: LOGO, left: LEFT, top: 48 },
    { input: name.input, left: LEFT + 54, top: 58 },
    { input: await pictureOf(card.drawing, photo), left: PICTURE.left, top: PICTURE.top },
  ];
  let top = 124;
  const place = (input: Buffer, height: number, gap: number): void => {
    layers.push({ input, left: LEFT, top });
    top += height + gap;
  };
  place(title.input, title.height, 16);
  place(lot.input, lot.height, 40);
  place(figure.input, figure.height, 26);
  place(rangeBarOf(card.bar), 32, 18);
  place(range.input, range.height, 0);
  const chipTop = CARD_SIZE.height - CHIP.bottom - CHIP.height;
  const chipWidth = verdict.width + 40;
  layers.push(
    {
      input: svg(
        chipWidth,
        CHIP.height,
        `<rect x="1" y="1" width="${chipWidth - 2}" height="${CHIP.height - 2}" rx="23" fill="${chip.fill}" stroke="${chip.edge}" stroke-width="2"/>`,
      ),
      left: LEFT,
      top: chipTop,
    },
    { input: verdict.input, left: LEFT + 20, top: chipTop + Math.round((CHIP.height - verdict.height) / 2) },
  );
  if (caption !== null)
    layers.push({
      input: caption.input,
      left: PICTURE.left + 16,
      top: PICTURE.top + PICTURE.height - 16 - caption.height,
    });
  return await sharp({ create: { ...CARD_SIZE, channels: 3, background: PAPER } })
    .composite(layers)
    .png({ palette: true, colors: photo === null ? 256 : PHOTO_COLORS })
    .toBuffer();
}
