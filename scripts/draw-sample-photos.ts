import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { drawPhoto } from '../samples/drawing/draw-photo.ts';
import { SAMPLE_CARS, SAMPLE_LISTINGS, type SampleNumber } from '../samples/sample-lots.ts';
import { samplePhotoFile } from '../samples/sample-photo.ts';
import { readUsage } from './read-usage.ts';

/** `npm run draw-samples`: draws every photo of the sample lots into samples/photos, which ship so that start-up draws nothing. */
readUsage(`Draws every photo of the sample lots anew, into samples/photos.

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
