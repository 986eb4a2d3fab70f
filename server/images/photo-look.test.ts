import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPhoto, madeOnce } from './fixtures/draw-photo.ts';
import { nearRepeats, type PhotoLook, photoLook, unclearPhotos } from './photo-look.ts';

const WIDTH = 1216;
const HEIGHT = 896;
const drawn = madeOnce((seed: number) => drawPhoto({ width: WIDTH, height: HEIGHT, seed }).jpeg().toBuffer());
const numbered = (looks: readonly PhotoLook[]) => looks.map((look, index) => ({ photo: index + 1, look }));
const looksOf = async (...pictures: Buffer[]) => numbered(await Promise.all(pictures.map(photoLook)));

describe('photos that nearly repeat another', () => {
  it('are the same view again, a little closer', async () => {
    const first = await drawn(1);
    const closer = await sharp(first)
      .extract({ left: 60, top: 45, width: WIDTH - 120, height: HEIGHT - 90 })
      .resize(WIDTH, HEIGHT)
      .jpeg({ quality: 60 })
      .toBuffer();
    expect(nearRepeats(await looksOf(first, await drawn(2), closer))).toEqual(new Map([[3, 1]]));
  });

  it('are not other pictures, nor the mirrored one', async () => {
    const first = await drawn(1);
    const mirrored = await sharp(first).flop().jpeg().toBuffer();
    const others = await Promise.all([2, 3, 4, 5, 6].map(drawn));
    expect(nearRepeats(await looksOf(first, mirrored, ...others)).size).toBe(0);
  });

  it('are not the same shapes in another color', async () => {
    const first = await drawn(1);
    const red = await sharp(first).tint({ r: 200, g: 30, b: 30 }).jpeg().toBuffer();
    expect(nearRepeats(await looksOf(first, red)).size).toBe(0);
  });

  it('all go by the first of them, in whatever order they come', async () => {
    const [one, two, three] = await looksOf(await drawn(1), await drawn(1), await drawn(1));
    if (!one || !two || !three) throw new Error('three looks');
    expect(nearRepeats([three, one, two])).toEqual(
      new Map([
        [2, 1],
        [3, 1],
      ]),
    );
  });

  it('are not told of photos that nobody looked at so', () => {
    expect(nearRepeats([{ photo: 1 }, { photo: 2 }]).size).toBe(0);
  });
});

describe('photos that show little', () => {
  const detailed = madeOnce((seed: number) =>
    sharp({
      create: {
        width: WIDTH,
        height: HEIGHT,
        channels: 3,
        background: { r: 0, g: 0, b: 0 },
        noise: { type: 'gaussian', mean: 120 + seed, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer(),
  );

  it('are those taken in the dark, even alone', async () => {
    const dark = await sharp(await drawn(1))
      .linear(0.12, 0)
      .jpeg()
      .toBuffer();
    expect(unclearPhotos(await looksOf(dark))).toEqual(new Map([[1, 'dark']]));
  });

  it('are those blurred beside the others of their lot', async () => {
    const sharpOnes = await Promise.all([1, 2, 3, 4].map(detailed));
    const blurred = await sharp(await detailed(5))
      .blur(12)
      .jpeg()
      .toBuffer();
    expect(unclearPhotos(await looksOf(...sharpOnes, blurred))).toEqual(new Map([[5, 'blurred']]));
  });

  it('are none of a lot whose photos are all alike', async () => {
    expect(unclearPhotos(await looksOf(...(await Promise.all([1, 2, 3, 4].map(detailed))))).size).toBe(0);
    expect(unclearPhotos(await looksOf(...(await Promise.all([1, 2, 3, 4, 5].map(drawn))))).size).toBe(0);
  });
});
