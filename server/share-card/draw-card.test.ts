import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { LineDrawing } from '../../contract/car-diagram/drawn-car.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { drawPhoto } from '../images/fixtures/draw-photo.ts';
import { cardView, shareCardOf } from './card-words.ts';
import { CARD_SIZE, drawCard } from './draw-card.ts';
import { readDrawing } from './read-drawing.ts';

const report = reportModelSchema.parse(
  JSON.parse(readFileSync(new URL('../../samples/sample-report.json', import.meta.url), 'utf8')),
);
const PUBLIC = fileURLToPath(new URL('../../web/public', import.meta.url));
const cardOf = (change: Partial<typeof report> = {}, drawing: LineDrawing | null = null) =>
  shareCardOf({ ...report, ...change }, 0, drawing);
/** The same card with other words. */
const drawn = async (
  photo: Uint8Array | null,
  words: Partial<NonNullable<ReturnType<typeof cardOf>>> = {},
) => {
  const card = cardOf();
  if (card === null) throw new Error('The sample has an estimate.');
  return await drawCard({ ...card, ...words }, photo);
};

describe('the picture of a shared link', () => {
  test('says the car, its lot, the likely cost with its range, and the verdict', () => {
    expect(cardOf()).toMatchObject({
      title: '2014 BMW 3 Series 328I',
      lot: 'Front end · Salvage certificate (NJ) · 87,412 mi',
      figure: expect.stringMatching(/^\$\d\d,\d{3}$/),
      range: expect.stringMatching(/^Likely repair cost · \$[\d,]+–\$[\d,]+$/),
      verdict: { words: 'Likely total loss', tone: 'loss' },
    });
  });

  test('names neither the VIN nor what to bid', () => {
    const words = JSON.stringify(cardOf());
    expect(words).not.toContain(report.vehicle.vin);
    expect(words).not.toMatch(/bid/i);
  });

  test('is none where nothing is estimated', () => {
    const total = { ...report.estimate.total, low: 0, likely: 0, high: 0 };
    expect(cardOf({ estimate: { ...report.estimate, total } })).toBeNull();
  });

  test('draws the car in three quarters, with the damage that was found on it', async () => {
    const vehicle = { ...report.vehicle, body_class: 'pickup' } as const;
    expect(cardView({ ...report, vehicle })?.drawing).toBe('pickup-front');
    const card = cardOf({ vehicle }, await readDrawing(PUBLIC, 'pickup-front'));
    expect(card?.drawing).toContain('url(#art-');
  });

  test('draws the car’s side where the browser application is not built', async () => {
    expect(await readDrawing('/nowhere', 'pickup-front')).toBeNull();
    expect(cardOf()?.drawing).toContain('url(#side-');
  });

  test('is a PNG of 1200 × 630 px and at most 120 kB, with a drawn car or a photo', async () => {
    const photo = await drawPhoto({ width: 1024, height: 768 }).jpeg().toBuffer();
    const drawing = cardOf({}, await readDrawing(PUBLIC, 'sedan-front'))?.drawing ?? '';
    for (const png of [await drawn(null), await drawn(null, { drawing }), await drawn(photo)]) {
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', ...CARD_SIZE });
      expect(png.length).toBeLessThan(120_000);
    }
  });

  test('keeps long names, and signs of markup, inside its lines', async () => {
    const png = await drawn(null, {
      title: '<b>Mercedes & Benz '.repeat(9),
      lot: 'All over & rolled over, '.repeat(9),
    });
    expect(await sharp(png).metadata()).toMatchObject(CARD_SIZE);
  });
});
