import http from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { pause } from '../../server/concurrency/pause.ts';
import { copartDetails, copartImages } from '../../tests/fixtures/copart-answers.ts';

const PHOTO_BYTES = 460_000;

/** How long each answer takes, seconds; `photo` by the request's address. */
export type Latencies = { lot: number; photo(url: string): number; catalogue: number; detector: number };

/** A photo of about 460 kB: noise does not compress. */
async function photo(seed: number): Promise<Buffer> {
  const [width, height] = [1600, 1200];
  const noise = await sharp({
    create: {
      width: width / 2,
      height: height / 2,
      channels: 3,
      background: '#667788',
      noise: { type: 'gaussian', mean: 120 + seed, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const jpeg = await sharp(noise).resize(width, height).jpeg({ quality }).toBuffer();
    if (jpeg.length <= PHOTO_BYTES * 1.1) return jpeg;
  }
  return await sharp(noise).resize(width, height).jpeg({ quality: 20 }).toBuffer();
}

/** Copart, its photo host, a catalogue and a detector in this process, each as slow as told; the same photos for every lot. */
export async function auctionStandIn(
  photoCount: number,
  latencies: Latencies,
): Promise<{ origin: string; close(): void }> {
  const photos = await Promise.all(Array.from({ length: photoCount }, (_, index) => photo(index * 3)));
  const server = http.createServer(async (request, response) => {
    const url = request.url ?? '';
    if (url.endsWith('.jpg')) {
      await pause(1000 * latencies.photo(url));
      response.setHeader('content-type', 'image/jpeg');
      const index = Number(/(\d{2})_(?:ful|hrs|thb)\.jpg$/.exec(url)?.[1] ?? 0);
      return response.end(photos[index % photoCount]);
    }
    response.setHeader('content-type', 'application/json');
    if (url.startsWith('/catalogue')) {
      await pause(1000 * latencies.catalogue);
      return response.end('[]');
    }
    if (url.startsWith('/detector')) {
      await pause(1000 * latencies.detector);
      return response.end('{}');
    }
    const lot = /(\d{8})/.exec(url)?.[1] ?? '';
    // The site's own two answers come in one round: page and photo list share the time.
    await pause(/lotImages|lot-images/i.test(url) ? 0 : 1000 * latencies.lot);
    return response.end(
      JSON.stringify(/lotImages|lot-images/i.test(url) ? copartImages(lot, photoCount) : copartDetails(lot)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
