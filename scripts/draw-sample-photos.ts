import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { DRAWN_BODIES, DRAWN_ENDS } from '../contract/car-diagram/lot-view.ts';
import { drawBody } from '../samples/drawing/draw-bodies.ts';
import { drawPhoto } from '../samples/drawing/draw-photo.ts';
import { SAMPLE_CARS, SAMPLE_LISTINGS, type SampleNumber } from '../samples/sample-lots.ts';
import { samplePhotoFile } from '../samples/sample-photo.ts';
import { readUsage } from './read-usage.ts';

const BODIES = path.join(import.meta.dirname, '..', 'web', 'public', 'cars');

/** `npm run draw-samples`: draws what ships, so that start-up draws nothing: the photos of the sample lots, the cars of lots without photos. */
readUsage(`Draws every photo of the sample lots anew, into samples/photos, and the cars of lots without photos, into web/public/cars.

usage: npm run draw-samples
`);
for (const number of Object.keys(SAMPLE_LISTINGS) as SampleNumber[]) {
  for (const view of SAMPLE_LISTINGS[number].views) {
    const file = samplePhotoFile(number, view);
    const drawn = await sharp(await drawPhoto(SAMPLE_CARS[number], view))
      .jpeg({ quality: 76, mozjpeg: true })
      .toBuffer();
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, drawn);
    process.stdout.write(`${path.basename(file)} ${Math.round(drawn.length / 1024)} kB\n`);
  }
}
for (const body of DRAWN_BODIES)
  for (const end of DRAWN_ENDS) {
    const name = `${body}-${end}` as const;
    const drawn = `${JSON.stringify(drawBody(name))}\n`;
    await fs.writeFile(path.join(BODIES, `${name}.json`), drawn);
    process.stdout.write(`${name}.json ${Math.round(drawn.length / 1024)} kB\n`);
  }
