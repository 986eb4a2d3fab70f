import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { ingestLogo } from './ingest-logo.ts';

const plate = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 40, b: 90, alpha: 0.5 } } });
const noise = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

describe('a shop’s logo', () => {
  test('a PNG is written anew with its transparency and without what it carried along', async () => {
    const given = await plate(300, 120)
      .withMetadata({ exif: { IFD0: { Copyright: 'somebody’s secret' } } })
      .png()
      .toBuffer();
    const read = await ingestLogo(given);
    if (!read.ok) throw new Error(read.message);
    expect(read.logo).toMatchObject({ type: 'png', width: 300, height: 120 });
    expect(await sharp(read.logo.bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
    expect(given.includes('secret')).toBe(true);
    expect(read.logo.bytes.includes('secret')).toBe(false);
  });

  test('a JPEG stays one, and is kept at most 600 pixels a side', async () => {
    const read = await ingestLogo(await plate(1200, 400).flatten().jpeg().toBuffer());
    expect(read).toMatchObject({ ok: true, logo: { type: 'jpeg', width: 600, height: 200 } });
  });

  test('one that no encoding makes small in full color is kept in fewer colors', async () => {
    const given = await noise(360).png({ palette: true, colors: 64 }).toBuffer();
    expect(given.length).toBeLessThan(200_000);
    const read = await ingestLogo(given);
    if (!read.ok) throw new Error(read.message);
    expect(read.logo.bytes.length).toBeLessThan(200_000);
  });

  test.each([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or JPEG/],
    ['a WebP', () => plate(100, 100).webp().toBuffer(), /PNG or JPEG/],
    ['nothing', async () => Buffer.alloc(0), /PNG or JPEG/],
    ['more than 200 kB', () => noise(600).png().toBuffer(), /200 kB/],
    ['more than 1,200 pixels a side', () => plate(1201, 40).png().toBuffer(), /1,200 pixels/],
    [
      'far more pixels than bytes',
      () => plate(4000, 4000).png({ palette: true, colors: 2 }).toBuffer(),
      /1,200 pixels/,
    ],
    ['a dot', () => plate(8, 8).png().toBuffer(), /too small/],
    ['half a file', async () => (await plate(300, 300).png().toBuffer()).subarray(0, 300), /damaged/],
    [
      'a PNG by its name alone',
      async () => Buffer.from('\x89PNG\r\n\x1a\nand then text', 'latin1'),
      /damaged/,
    ],
  ])('%s is refused with a sentence', async (_, make, words) => {
    const read = await ingestLogo(await make());
    expect(read).toMatchObject({ ok: false, message: expect.stringMatching(words) });
  });
});
