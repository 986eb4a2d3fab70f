import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { SitePage } from '../auction-sites/auction-site.ts';
import { AppError, RetryLater } from '../errors.ts';
import { enterLot } from './enter-lot.ts';
import { readHere } from './read-here.ts';
import { type FetchPage, readLot } from './read-lot.ts';

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '..', 'auction-sites', 'fixtures', name), 'utf8');

function link(text: string): AuctionLink {
  const reading = readAuctionLink(text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.link;
}

/** A site that answers by address; what it was asked is kept. */
function siteWith(answers: Record<string, Partial<SitePage> | Error>): {
  fetchPage: FetchPage;
  asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    fetchPage: async ({ url }) => {
      asked.push(url);
      const answer = answers[url] ?? { status: 404, body: '<html><title>404</title></html>' };
      if (answer instanceof Error) throw answer;
      const page = { url, status: 200, content_type: null, body: '', ...answer };
      return { pages: [page], rendered: false };
    },
  };
}

const data = 'https://www.copart.com/public/data/lotdetails/solr';
const copartLink = link('https://www.copart.com/lot/51234567');
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof AppError && error.message === NO_DATA_MESSAGE ? error.code : error),
  );

test('a Copart lot is its details and its photos', async () => {
  const site = siteWith({
    [`${data}/51234567`]: { body: fixture('copart-active/details.json') },
    [`${data}/lotImages/51234567/USA`]: { body: fixture('copart-active/images.json') },
  });
  const lot = await readLot(copartLink, site.fetchPage, readHere);
  expect([lot.name, lot.make, lot.images.length]).toEqual(['2019 NISSAN ALTIMA S', 'Nissan', 3]);
});

test('without its photo list a lot still has the one photo its details name', async () => {
  const site = siteWith({
    [`${data}/51234567`]: { body: fixture('copart-active/details.json') },
    [`${data}/lotImages/51234567/USA`]: new Error('reset'),
  });
  expect((await readLot(copartLink, site.fetchPage, readHere)).images).toHaveLength(1);
});

test('a site that refuses is asked once', async () => {
  const site = siteWith({ [`${data}/51234567`]: { status: 403, body: fixture('copart-refused/page.html') } });
  expect(await codeOf(readLot(copartLink, site.fetchPage, readHere))).toBe('source_blocked');
  expect(site.asked).toHaveLength(1);
});

test.each([
  [{ status: 200, body: '' }, 'lot_not_found'],
  [{ status: 404, body: '{"error":"x"}' }, 'lot_not_found'],
  [{ status: 500, body: '<html><title>Oops</title></html>' }, 'source_blocked'],
  [
    { status: 200, body: '<!DOCTYPE html><html><title>Copart</title><body>a page</body></html>' },
    'source_blocked',
  ],
  [{ status: 429, body: '' }, 'source_blocked'],
])('Copart answering %j is %s', async (answer, code) => {
  const site = siteWith({
    [`${data}/51234567`]: answer,
    [`${data}/lotImages/51234567/USA`]: new Error('gone'),
  });
  expect(await codeOf(readLot(copartLink, site.fetchPage, readHere))).toBe(code);
});

test('a stock number is told from a lot that is gone by its photos', async () => {
  const page = 'https://www.iaai.com/VehicleDetail/46111222~US';
  const photos = 'https://vis.iaai.com/dimensions?imageKeys=46111222~SID';
  const notFound = { body: fixture('iaai-not-found/page.html') };
  const read = (answer: Partial<SitePage>) =>
    codeOf(readLot(link(page), siteWith({ [page]: notFound, [photos]: answer }).fetchPage, readHere));
  expect(await read({ body: fixture('iaai-not-found-and-no-photos/dimensions.json') })).toBe(
    'wrong_number_kind',
  );
  expect(await read({ body: fixture('iaai-not-found-but-photos/dimensions.json') })).toBe('lot_not_found');
});

test('another lot opened in its place is not this lot', async () => {
  const page = 'https://bid.cars/en/lot/1-30111299';
  const site = siteWith({ [page]: { body: fixture('bid-cars-archived/page.html') } });
  expect(await codeOf(readLot(link(page), site.fetchPage, readHere))).toBe('lot_not_found');
});

test('a request to wait and a broken connection are told apart', async () => {
  const failing = (error: Error) =>
    readLot(copartLink, siteWith({ [`${data}/51234567`]: error }).fetchPage, readHere);
  await expect(failing(new RetryLater(5000))).rejects.toBeInstanceOf(RetryLater);
  expect(await codeOf(failing(new Error('reset')))).toBe('source_unreachable');
});

test('an aborted reading ends with the reason it was aborted for', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(readLot(copartLink, siteWith({}).fetchPage, readHere, { signal })).rejects.toThrow('enough');
});

test('a lot entered by hand is year, make and model, or what its VIN tells', () => {
  expect(
    enterLot({ year: 2019, make: 'vw', model: 'Golf', primary_damage: 'Front end', mileage: 60_000 }),
  ).toMatchObject({
    name: '2019 Volkswagen Golf',
    make: 'Volkswagen',
    make_supported: true,
    primary_damage: 'Front end',
    mileage: 60_000,
    site: null,
    url: '',
  });
  expect(enterLot({ vin: '1FTFW1ED9NFB06106' })).toMatchObject({
    year: 2022,
    make: 'Ford',
    make_supported: true,
  });
});

test('a motorcycle entered by hand is refused in words its user understands', () => {
  const goldWing = { year: 2019, make: 'Honda', model: 'Gold Wing', body_style: 'MOTORCYCLE' };
  expect(() => enterLot({ ...goldWing, primary_damage: 'Front End' })).toThrow(
    expect.objectContaining({
      code: 'unsupported_make',
      message:
        'LotLens estimates passenger cars, SUVs, vans and pickups; this lot is listed as a motorcycle.',
    }),
  );
});

test('a lot of unknown body is not refused', () => {
  expect(enterLot({ year: 2019, make: 'Honda', model: 'Accord' }).body_style).toBeNull();
});

test('too little, or a VIN that is none, is said', () => {
  expect(() => enterLot({ year: 2019, make: 'BMW' })).toThrow('Enter the VIN, or year, make and model.');
  expect(() => enterLot({ vin: 'what' })).toThrow('This is not a VIN');
});
