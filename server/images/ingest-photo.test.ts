import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { processorMs } from '../../tests/machine.ts';
import { drawPhoto, pngWithHeader } from './fixtures/draw-photo.ts';
import { type IngestedPhoto, ingestPhoto, MAX_IMAGE_BYTES, mediumPhoto } from './ingest-photo.ts';

async function taken(bytes: Uint8Array): Promise<IngestedPhoto> {
  const result = await ingestPhoto(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.photo;
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const result = await ingestPhoto(bytes);
  return result.ok ? 'taken' : result.code;
}

/** Colour at a place given in parts of width and height. */
async function colourAt(image: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const isRed = ([r, g, b]: [number, number, number]) => r > 180 && g < 90 && b < 90;
const isBlue = ([r, g, b]: [number, number, number]) => b > 180 && r < 90 && g < 90;

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await drawPhoto({ width: 1600, height: 1200 }).jpeg().toBuffer();
});

describe('what comes out', () => {
  it('is stored as JPEGs of at most 2048 and 400 pixels a side, with one of 800 on request', async () => {
    const photo = await taken(await drawPhoto({ width: 3000, height: 1500 }).jpeg().toBuffer());
    const sizes = await Promise.all(
      [photo.full, await mediumPhoto(photo.full), photo.thumbnail].map(async (bytes) => {
        const { format, width, height } = await sharp(bytes).metadata();
        return { format, width, height };
      }),
    );
    expect(sizes).toEqual([
      { format: 'jpeg', width: 2048, height: 1024 },
      { format: 'jpeg', width: 800, height: 400 },
      { format: 'jpeg', width: 400, height: 200 },
    ]);
    expect([photo.width, photo.height]).toEqual([2048, 1024]);
  });

  it('is never enlarged', async () => {
    const photo = await taken(await drawPhoto({ width: 200, height: 100 }).jpeg().toBuffer());
    const sizes = await Promise.all([photo.full, photo.thumbnail].map((bytes) => sharp(bytes).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [200, 100],
      [200, 100],
    ]);
  });

  it('keeps the label and the address of the source', async () => {
    const result = await ingestPhoto(jpeg, { label: 'DENT', sourceUrl: 'https://cs.copart.com/a.jpg' });
    expect(result).toMatchObject({
      ok: true,
      photo: { label: 'DENT', sourceUrl: 'https://cs.copart.com/a.jpg' },
    });
  });

  it('has the same hash for the same bytes and another for another photo', async () => {
    const [ingestedPhoto, again] = [await taken(jpeg), await taken(jpeg)];
    const other = await taken(await drawPhoto({ width: 1600, height: 1200, seed: 2 }).jpeg().toBuffer());
    expect(ingestedPhoto.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(again.sha256).toBe(ingestedPhoto.sha256);
    expect(other.sha256).not.toBe(ingestedPhoto.sha256);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stands upright for EXIF orientation %i', async (orientation) => {
    // Red at the upper left, blue at the lower right once upright; stored as a camera would.
    const upright = await drawPhoto({ width: 640, height: 400, corners: true }).png().toBuffer();
    const stored = await storedAs(upright, orientation);
    const photo = await taken(stored);
    expect([photo.width, photo.height]).toEqual([640, 400]);
    expect(isRed(await colourAt(photo.full, 0.05, 0.05))).toBe(true);
    expect(isBlue(await colourAt(photo.thumbnail, 0.95, 0.95))).toBe(true);
    expect((await sharp(photo.full).metadata()).orientation).toBeUndefined();
  });

  it('carries no metadata of the source: no place, no camera, no profile, no comment', async () => {
    const marked = await drawPhoto({ width: 640, height: 400 })
      .withIccProfile('p3')
      .withExif({
        IFD0: { Make: 'CANARY-CAMERA', ImageDescription: 'CANARY-TEXT' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(marked.includes('CANARY-CAMERA') && marked.includes('CANARY-XMP')).toBe(true);
    const photo = await taken(marked);
    for (const bytes of [photo.full, await mediumPhoto(photo.full), photo.thumbnail]) {
      expect(bytes.includes('CANARY')).toBe(false);
      expect(bytes.includes('Exif')).toBe(false);
      const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it('drops what hides behind a picture', async () => {
    const script = '<script>alert("CANARY")</script>';
    const photo = await taken(Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${script}`)]));
    expect(photo.full.includes('CANARY')).toBe(false);
  });
});

describe('what is read', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => drawPhoto().png().toBuffer()],
    ['palette PNG', () => drawPhoto().png({ palette: true }).toBuffer()],
    ['16-bit PNG', () => drawPhoto().toColourspace('rgb16').png().toBuffer()],
    ['grey PNG', () => drawPhoto().greyscale().png().toBuffer()],
    ['WebP', () => drawPhoto().webp().toBuffer()],
    ['lossless WebP', () => drawPhoto().webp({ lossless: true }).toBuffer()],
    ['AVIF', () => drawPhoto().avif({ effort: 0 }).toBuffer()],
    ['progressive JPEG', () => drawPhoto().jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', () => drawPhoto().toColourspace('cmyk').jpeg().toBuffer()],
    ['GIF', () => drawPhoto().gif().toBuffer()],
  ])('a %s', async (_name, make) => {
    const photo = await taken(await make());
    const { space, channels, width } = await sharp(photo.full).metadata();
    expect(width).toBe(320);
    expect(['srgb', 'b-w']).toContain(space);
    expect([1, 3]).toContain(channels);
  });

  it('keeps the colours of a CMYK photo', async () => {
    const cmyk = await drawPhoto({ corners: true }).toColourspace('cmyk').jpeg().toBuffer();
    const [red, , blue] = await colourAt((await taken(cmyk)).full, 0.05, 0.05);
    expect(red).toBeGreaterThan(blue + 80);
  });

  it('lays a transparent picture on white', async () => {
    const clear = {
      width: 100,
      height: 100,
      channels: 4 as const,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    };
    const photo = await taken(await sharp({ create: clear }).png().toBuffer());
    expect(await colourAt(photo.full, 0.5, 0.5)).toEqual([255, 255, 255]);
  });

  it.each(['gif', 'webp'] as const)('the first frame of an animated %s', async (format) => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff', '#00ff00'].map((background) =>
        sharp({ create: { width: 120, height: 80, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const photo = await taken(
      await sharp(frames, { join: { animated: true } })
        [format]()
        .toBuffer(),
    );
    expect([photo.width, photo.height]).toEqual([120, 80]);
    expect(isRed(await colourAt(photo.full, 0.5, 0.5))).toBe(true);
  });

  it('a JPEG with a broken EXIF block, as cameras write them', async () => {
    const exif = Buffer.concat([
      Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1'),
      Buffer.alloc(40, 0xee),
    ]);
    const length = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    expect(await refusal(Buffer.concat([jpeg.subarray(0, 2), length, exif, jpeg.subarray(2)]))).toBe('taken');
  });
});

describe('what is refused', () => {
  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['no bytes', 'empty', () => Buffer.alloc(0)],
    ['a page named .jpg', 'not_an_image', () => Buffer.from('\n<!DOCTYPE html><html><img></html>')],
    ['noise', 'not_an_image', () => Buffer.alloc(5000, 'noise')],
    ['more bytes than the limit', 'too_large', () => Buffer.concat([jpeg, Buffer.alloc(MAX_IMAGE_BYTES)])],
    ['half a JPEG', 'broken_image', () => jpeg.subarray(0, jpeg.length / 2)],
    ['the first bytes of a JPEG', 'broken_image', () => jpeg.subarray(0, 20)],
    ['half a PNG', 'broken_image', async () => half(await drawPhoto().png().toBuffer())],
    ['half a WebP', 'broken_image', async () => half(await drawPhoto().webp().toBuffer())],
    ['an SVG', 'unsupported_image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'an SVG that asks for a file',
      'unsupported_image',
      () =>
        Buffer.from(
          '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
        ),
    ],
    ['a PDF', 'unsupported_image', () => Buffer.from('%PDF-1.7\n')],
    ['a TIFF', 'unsupported_image', () => drawPhoto().tiff().toBuffer()],
    ['a JPEG XL', 'unsupported_image', () => Buffer.from([0xff, 0x0a, 1, 2, 3])],
    ['a HEIC', 'unsupported_image', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a tracking dot', 'too_small', () => drawPhoto({ width: 1, height: 1 }).png().toBuffer()],
    ['a 30,000 × 30,000 PNG', 'too_many_pixels', () => pngWithHeader(30_000, 30_000)],
    ['a strip of 1 × 1,000,000', 'too_many_pixels', () => pngWithHeader(1, 1_000_000)],
    ['a 21,000 × 100 PNG', 'too_many_pixels', () => pngWithHeader(21_000, 100)],
  ])('%s: %s', async (_name, code, make) => {
    expect(await refusal(await make())).toBe(code);
  });

  it('refuses a huge picture by its header, without decoding it', async () => {
    const bytes = pngWithHeader(30_000, 30_000, deflateSync(Buffer.alloc(4_000_000)));
    await ingestPhoto(bytes);
    const before = process.memoryUsage().rss;
    const ms = await processorMs(async () => expect(await refusal(bytes)).toBe('too_many_pixels'));
    expect(ms).toBeLessThan(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('refuses a picture whose header promises fewer rows than a bomb in a text chunk unpacks to', async () => {
    const bomb = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000))]);
    const png = pngWithHeader(100, 100, deflateSync(Buffer.alloc(100 * 301)), [['zTXt', bomb]]);
    const before = process.memoryUsage().rss;
    await ingestPhoto(png);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('says so in a sentence', async () => {
    expect(await ingestPhoto(Buffer.from('%PDF-1.7'))).toEqual({
      ok: false,
      code: 'unsupported_image',
      message: 'PDF files are not supported; use JPEG, PNG or WebP.',
    });
  });
});

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

/** Turn an upright picture the way a camera stores it under an EXIF orientation. */
async function storedAs(upright: Buffer, orientation: number): Promise<Buffer> {
  const turned = {
    1: () => sharp(upright),
    2: () => sharp(upright).flop(),
    3: () => sharp(upright).rotate(180),
    4: () => sharp(upright).flip(),
    5: () => sharp(upright).flop().rotate(270),
    6: () => sharp(upright).rotate(270),
    7: () => sharp(upright).flop().rotate(90),
    8: () => sharp(upright).rotate(90),
  }[orientation];
  if (!turned) throw new Error(`no orientation ${orientation}`);
  const pixels = await turned().png().toBuffer();
  return sharp(pixels).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}
