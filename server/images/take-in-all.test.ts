import { describe, expect, it } from 'vitest';
import { drawPhoto } from './fixtures/draw-photo.ts';
import { takeInAll } from './take-in-all.ts';

const draw = (seed: number) => drawPhoto({ seed }).jpeg().toBuffer();

describe('takeInAll', () => {
  it('takes in eleven photos of twelve when one is bad, in their order', async () => {
    const items = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => ({
        bytes: i === 4 ? Buffer.from('<html>not found</html>') : await draw(i + 1),
        label: `photo ${i}`,
      })),
    );
    const { photos, problems } = await takeInAll(items);
    expect(photos.map(({ index }) => index)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]);
    expect(photos[4]?.label).toBe('photo 5');
    expect(problems).toMatchObject([{ index: 4, label: 'photo 4', code: 'not_an_image' }]);
  });

  it('names a photo that could not be loaded, with its cause, and goes on', async () => {
    const cause = new Error('403');
    const { photos, problems } = await takeInAll([
      { bytes: () => Promise.reject(cause), sourceUrl: 'https://cs.copart.com/a.jpg' },
      { bytes: () => draw(1) },
    ]);
    expect(photos).toHaveLength(1);
    expect(problems).toMatchObject([
      { index: 0, code: 'not_loaded', sourceUrl: 'https://cs.copart.com/a.jpg', cause },
    ]);
  });

  it('loads a few at once and never more', async () => {
    let running = 0;
    let most = 0;
    const bytes = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return draw(1);
    };
    await takeInAll(
      Array.from({ length: 9 }, () => ({ bytes })),
      { concurrency: 3 },
    );
    expect(most).toBe(3);
  });

  it('reads the first forty photos and names the rest', async () => {
    const { photos, problems } = await takeInAll(
      Array.from({ length: 42 }, () => ({ bytes: () => draw(1) })),
    );
    expect(photos).toHaveLength(40);
    expect(problems.map(({ index, code }) => [index, code])).toEqual([
      [40, 'too_many'],
      [41, 'too_many'],
    ]);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const items = Array.from({ length: 10 }, (_, i) => ({
      bytes: async () => {
        if (i === 2) stop.abort(new Error('cancelled'));
        return draw(1);
      },
    }));
    await expect(takeInAll(items, { signal: stop.signal, concurrency: 1 })).rejects.toThrow('cancelled');
  });

  it('loads nothing when it was told to stop before', async () => {
    let loads = 0;
    const bytes = async () => {
      loads += 1;
      return draw(1);
    };
    await expect(takeInAll([{ bytes }, { bytes }], { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(loads).toBe(0);
  });

  it('takes in nothing when there is nothing', async () => {
    expect(await takeInAll([])).toEqual({ photos: [], problems: [] });
  });
});
