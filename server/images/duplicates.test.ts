import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { dedupe } from './duplicates.ts';
import { drawPhoto, madeOnce } from './fixtures/draw-photo.ts';
import { type IngestedPhoto, ingestPhoto } from './ingest-photo.ts';
import { hashDistance } from './perceptual-hash.ts';

const takenIn = madeOnce(async (bytes: Buffer): Promise<IngestedPhoto> => {
  const result = await ingestPhoto(bytes);
  if (!result.ok) throw new Error(result.code);
  return result.photo;
});
/** Each picture is taken in once: the result is the same each time (ingest-photo.test.ts), except for its label. */
const photo = async (bytes: Buffer, label: string | null = null): Promise<IngestedPhoto> => ({
  ...(await takenIn(bytes)),
  label,
});

const draw = madeOnce((seed: number) => drawPhoto({ width: 1600, height: 1200, seed }).jpeg().toBuffer());

describe('dedupe', () => {
  it('leaves different photos alone', async () => {
    const photos = await Promise.all([1, 2, 3, 4, 5, 6].map(async (seed) => photo(await draw(seed))));
    expect(dedupe(photos).photos).toEqual(photos);
  });

  it('leaves one of the same photo sent twelve times', async () => {
    const bytes = await draw(1);
    const photos = await Promise.all(Array.from({ length: 12 }, () => photo(bytes)));
    const { photos: kept, dropped } = dedupe(photos);
    expect(kept).toHaveLength(1);
    expect(dropped).toHaveLength(11);
  });

  it('keeps the larger of a photo and its smaller, harder compressed copy, in the first place', async () => {
    const bytes = await draw(1);
    const small = await photo(await sharp(bytes).resize(640).jpeg({ quality: 40 }).toBuffer(), 'DENT');
    const large = await photo(bytes);
    const other = await photo(await draw(2));
    const { photos, dropped } = dedupe([small, other, large]);
    expect(photos.map((kept) => kept.width)).toEqual([1600, 1600]);
    expect(photos[0]?.sha256).toBe(large.sha256);
    expect(dropped.map(({ photo: copy }) => copy.sha256)).toEqual([small.sha256]);
  });

  it('keeps the label that any copy carried', async () => {
    const bytes = await draw(1);
    const { photos } = dedupe([await photo(bytes), await photo(bytes, 'DENT')]);
    expect(photos.map(({ label }) => label)).toEqual(['DENT']);
  });

  it('keeps a photo and its mirror image: left and right differ', async () => {
    const bytes = await draw(1);
    const mirrored = await sharp(bytes).flop().jpeg().toBuffer();
    expect(dedupe([await photo(bytes), await photo(mirrored)]).photos).toHaveLength(2);
  });

  it('keeps two pictures of different shape, however alike they look', () => {
    const wide = { sha256: 'a', perceptualHash: '00000000000000ff', width: 1600, height: 900, label: null };
    const tall = { ...wide, sha256: 'b', width: 1200 };
    expect(dedupe([wide, tall]).photos).toHaveLength(2);
    expect(dedupe([wide, { ...wide, sha256: 'b', width: 801, height: 450 }]).photos).toHaveLength(1);
  });

  it('keeps two crops of one scene', async () => {
    const bytes = await draw(3);
    const crop = (left: number) =>
      sharp(bytes).extract({ left, top: 200, width: 800, height: 600 }).jpeg().toBuffer();
    expect(dedupe([await photo(await crop(0)), await photo(await crop(800))]).photos).toHaveLength(2);
  });
});

describe('hashDistance', () => {
  it('counts the bits that differ', () => {
    expect(hashDistance('ffffffffffffffff', 'ffffffffffffffff')).toBe(0);
    expect(hashDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(hashDistance('0000000000000001', '8000000000000000')).toBe(2);
  });
});
