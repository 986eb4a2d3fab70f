import fs from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { dedupe } from '../server/images/duplicates.ts';
import { ingestPhoto } from '../server/images/ingest-photo.ts';
import { SAMPLE_LISTINGS, SAMPLE_LOTS, type SampleNumber } from './sample-lots.ts';
import { samplePhotoFile } from './sample-photo.ts';
import { answerSample } from './sample-sites.ts';

const answer = (url: string) => answerSample(new URL(url));
const text = async (url: string) => (await answer(url))?.body.toString() ?? '';

/** Value of a VIN's check digit after the US rule (49 CFR 565.15). */
function checkDigit(vin: string): string {
  const values = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  const sum = [...vin].reduce((total, c, i) => total + (values.indexOf(c) % 10) * (weights[i] ?? 0), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

describe('answerSample', () => {
  test('answers nothing but sample lots', async () => {
    for (const url of [
      'https://bid.cars/en/lot/1-77230345/',
      'https://bid.cars/en/lot/0-90000001/',
      'https://www.copart.com/lot/68379726',
      'https://www.copart.com/lot/90000001',
      'https://www.iaai.com/VehicleDetail/45293605~US',
      'https://www.iaai.com/VehicleDetail/90000002~US',
      'https://vis.iaai.com/resizer?imageKeys=45293605~SID~I1&width=845&height=633',
      'https://example.com/lot/90000002',
    ])
      expect(await answer(url), url).toBeNull();
  });

  test('gives every link of the list an answer', async () => {
    for (const { link } of SAMPLE_LOTS) expect(await answer(link), link).not.toBeNull();
  });

  test('the full VIN of the BMW carries its right check digit', () => {
    const { vin } = SAMPLE_LISTINGS['90000001'];
    expect(vin).toHaveLength(17);
    expect(vin.charAt(8)).toBe(checkDigit(vin));
  });

  test('the refusing lot looks like a wall, not like a lot', async () => {
    const refusal = await answer('https://www.copart.com/public/data/lotdetails/solr/90000006');
    expect(refusal?.status).toBe(403);
    expect(refusal?.headers['content-type']).toContain('text/html');
    expect(refusal?.body.toString()).toContain('Request unsuccessful. Incapsula incident ID:');
  });

  test('a lot nobody knows has no details', async () => {
    const gone = await text('https://www.copart.com/public/data/lotdetails/solr/90000005');
    expect(JSON.parse(gone).data.lotDetails).toBeNull();
  });

  test('the stock number of the IAAI lot opens the not-found page', async () => {
    const page = await text(
      `https://www.iaai.com/VehicleDetail/${SAMPLE_LISTINGS['90000003'].stockNumber}~US`,
    );
    expect(page).toContain('DetailsNotFoundView');
    expect(page).not.toContain('ProductDetailsVM');
  });

  test('every listing says that it is a sample', async () => {
    expect(await text('https://bid.cars/en/lot/1-90000001/')).toContain('LotLens sample');
    expect(await text('https://www.copart.com/public/data/lotdetails/solr/90000002')).toContain(
      'LotLens sample',
    );
    expect(await text('https://www.iaai.com/VehicleDetail/90000003~US')).toContain('LotLens sample');
  });
});

describe('sample photos', () => {
  test('the photos a listing names are JPEGs at least 1600 wide', { timeout: 60_000 }, async () => {
    const page = await text('https://bid.cars/en/lot/1-90000001/');
    const bidCars = [...page.matchAll(/data-src="([^"]+)"/g)].map((match) => match[1] ?? '');
    const list = JSON.parse(
      await text('https://www.copart.com/public/data/lotdetails/solr/lotImages/90000002/USA'),
    ).data.imagesList.content as { imageTypeEnum: string; highResUrl: string }[];
    const copart = list.filter((image) => image.imageTypeEnum === 'IMAGE').map((image) => image.highResUrl);
    const keys = JSON.parse(await text('https://vis.iaai.com/dimensions?imageKeys=90000003~SID')).keys as {
      K: string;
    }[];
    const iaai = keys.map(({ K }) => `https://vis.iaai.com/resizer?imageKeys=${K}&width=1600&height=1200`);
    for (const urls of [bidCars, copart, iaai]) expect(urls).toHaveLength(8);
    for (const url of [...bidCars, ...copart, ...iaai]) {
      const photo = await answer(url);
      const { format, width } = await sharp(photo?.body).metadata();
      expect({ url, format, width }).toEqual({ url, format: 'jpeg', width: 1600 });
    }
  });

  test('a smaller size is the same picture scaled down', { timeout: 30_000 }, async () => {
    const thumbnail = await answer(
      'https://vis.iaai.com/resizer?imageKeys=90000003~SID~B640~S1~I1~RW1600~H1200~TH0&width=400&height=300',
    );
    expect((await sharp(thumbnail?.body).metadata()).width).toBe(400);
  });

  test('no two photos of a lot look alike to the duplicate finder', { timeout: 30_000 }, async () => {
    for (const [number, listing] of Object.entries(SAMPLE_LISTINGS)) {
      const taken = await Promise.all(
        listing.views.map(async (view) => {
          const file = await fs.readFile(samplePhotoFile(number as SampleNumber, view));
          return ingestPhoto(file, { label: view, sourceUrl: null });
        }),
      );
      const photos = taken.flatMap((answer) => (answer.ok ? [answer.photo] : []));
      expect(photos).toHaveLength(listing.views.length);
      expect(dedupe(photos).dropped.map(({ photo, sameAs }) => [photo.label, sameAs.label])).toEqual([]);
    }
  });

  test('a photo number that does not exist is not found', async () => {
    expect(
      (await answer('https://vis.iaai.com/resizer?imageKeys=90000003~SID~I99&width=400&height=300'))?.status,
    ).toBe(404);
  });
});
