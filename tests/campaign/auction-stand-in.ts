import http from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { pause } from '../../server/concurrency/pause.ts';
import { seededRandom } from '../../server/seeded-random.ts';
import { copartDetails, copartImages } from '../fixtures/copart-answers.ts';
import { PHOTO_POOL } from './asked-reports.ts';

const ANSWER_MS = 50;
const PHOTOS = 3;
const [GRID_WIDTH, GRID_HEIGHT] = [16, 12];

export type AuctionStandIn = {
  /** The environment of a process that asks this site instead of the real one. */
  environment: Record<string, string>;
  close(): void;
};

/** Small photos that no two look alike, the same ones each time. */
export async function drawPhotos(): Promise<Buffer[]> {
  return await Promise.all(
    Array.from({ length: PHOTO_POOL }, (_, index) => {
      const random = seededRandom(index + 1);
      const pixels = Buffer.from(
        Array.from({ length: GRID_WIDTH * GRID_HEIGHT * 3 }, () => Math.floor(random.uniform() * 256)),
      );
      return sharp(pixels, { raw: { width: GRID_WIDTH, height: GRID_HEIGHT, channels: 3 } })
        .resize(640, 480, { kernel: 'cubic' })
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );
}

/** A site that lists any lot of eight digits as Copart does, with three photos each. */
export async function openAuctionStandIn(photos: readonly Buffer[]): Promise<AuctionStandIn> {
  const server = http.createServer(async (request, response) => {
    const url = request.url ?? '';
    response.on('error', () => {});
    await pause(ANSWER_MS);
    const photo = /(\d{8})\d{22}(\d\d)_(?:ful|hrs|thb)\.jpg$/.exec(url);
    if (photo) {
      response.setHeader('content-type', 'image/jpeg');
      return response.end(photos[(Number(photo[1]) + Number(photo[2])) % photos.length]);
    }
    const lot = /(\d{8})/.exec(url)?.[1];
    response.setHeader('content-type', 'application/json');
    if (lot === undefined) return response.writeHead(404).end('{}');
    response.end(JSON.stringify(/lotImages/i.test(url) ? copartImages(lot, PHOTOS) : copartDetails(lot)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      SOURCE_ORIGINS: JSON.stringify({ 'https://www.copart.com': origin, 'https://cs.copart.com': origin }),
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
