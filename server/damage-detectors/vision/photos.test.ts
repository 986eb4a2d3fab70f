import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { DetectorPhoto } from '../detector.ts';
import { cropped, overview } from './photos.ts';
import { VISION_PROFILES } from './profiles.ts';

const carrying = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#875' } })
  .withExif({
    IFD0: { Make: 'Kamera', Artist: 'Jane Roe' },
    IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
  })
  .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Jane Roe</a></x:xmpmeta>')
  .withIccProfile('p3')
  .jpeg()
  .toBuffer();
const photo: DetectorPhoto = {
  index: 1,
  sha256: 'a'.repeat(64),
  width: 1600,
  height: 1200,
  label: null,
  read: async () => carrying,
};

it.each([
  ['a whole photo', () => overview(photo, VISION_PROFILES.openai)],
  ['a crop', () => cropped(photo, [0.2, 0.3, 0.5, 0.6], 'Crop 1')],
  ['a crop of the edge', () => cropped(photo, [0, 0, 0.05, 0.05], 'Crop 2')],
])('%s is sent without what its file carried along', async (_, make) => {
  expect((await sharp(carrying).metadata()).exif).toBeDefined();
  const { jpeg } = await make();
  const { exif, icc, xmp, iptc } = await sharp(jpeg).metadata();
  expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
  expect(Buffer.from(jpeg).includes('Jane Roe')).toBe(false);
});
