import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import { readConfig } from '../../server/config.ts';
import { catalogueAnswers, takeCatalogueCall } from '../../server/db/catalogue/catalogue-answers.ts';
import type { PartsCatalogue } from '../../server/parts-catalogues/parts-catalogue.ts';
import { crawlVehicleParts } from '../../server/pipeline/steps/crawl-vehicle-parts.ts';
import { configuredEbay, configuredSellers } from '../../server/suppliers/price-sources.ts';
import { createTestDatabase } from './database.ts';
import { type EbayStandIn, ebayStandIn, fault, type Service, type StandInItem } from './ebay-stand-in.ts';
import { fetchFrom } from './local-site.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(inject('databaseServer')) });
});
afterAll(() => pool.end());
beforeEach(() => pool.query('TRUNCATE catalogue_answers, rate_limits'));

const COVER = '71101-TBA-A00';
const civic: Vehicle = {
  year: 2018,
  make: 'Honda',
  make_key: 'honda',
  model: 'CIVIC LX',
  trim: null,
  body_style: null,
  body_class: 'sedan',
  engine: null,
  drive: null,
  transmission: null,
  fuel: null,
  color: null,
  vin: null,
  vin_masked: false,
  decoded: null,
  disagreements: [],
};
type Wanted = Parameters<typeof crawlVehicleParts>[2]['plausible'][number];
const part = (category: string, more: Partial<Wanted> = {}): Wanted => ({
  category,
  side: 'none',
  position: 'front',
  probability: 0.9,
  reason: 'test',
  ...more,
});
const cover = part('front_bumper_cover');
const NAMES = [
  'amber',
  'birch',
  'cedar',
  'daisy',
  'ember',
  'fern',
  'grove',
  'holly',
  'iris',
  'jade',
  'kelp',
  'larch',
];
const said = (number: string, count: number, more: Partial<StandInItem> = {}): StandInItem[] =>
  NAMES.slice(0, count).map((seller) => ({ seller, number, ...more }));

async function asking(
  ebay: EbayStandIn,
  wanted: readonly Wanted[],
  environment: Record<string, string> = {},
  catalogues: readonly PartsCatalogue[] = [],
) {
  const config = readConfig({
    NODE_ENV: 'test',
    EBAY_CLIENT_ID: 'made-up-id',
    EBAY_CLIENT_SECRET: 'made-up-secret',
    EBAY_API_URL: ebay.origin,
    EBAY_CONSENSUS: 'on',
    ...environment,
  });
  const fetch = fetchFrom(null, { apiOrigins: [ebay.origin], limits: { backOffMs: 1 } });
  const now = () => new Date('2026-11-20T10:00:00Z');
  const client = configuredEbay(config, {
    fetch: fetch.fetch,
    takeCall: (adapter, perDay) => takeCatalogueCall(pool, adapter, perDay),
    now,
  });
  const sellers = configuredSellers(config, client, { kept: catalogueAnswers(pool, 'ebay-sellers'), now });
  return crawlVehicleParts(
    { catalogues, sellers },
    civic,
    { plausible: [...wanted] },
    {
      signal: AbortSignal.timeout(60_000),
      mayWait: () => true,
    },
  );
}
const gapOf = ({ gaps }: Awaited<ReturnType<typeof asking>>) =>
  gaps.flatMap(({ fact }) => (fact?.code === 'catalogue' ? [fact] : []));

test('sellers are asked by car and category, and what they state comes back with prices and day', async () => {
  const ebay = await ebayStandIn();
  ebay.listed = () => [
    ...said(COVER, 4, { price: '80.00' }),
    { seller: 'other', number: '71101-TBA-A10', conditionId: '1000', price: '300.00' },
  ];
  expect((await asking(ebay, [cover])).stated).toEqual([
    {
      category: 'front_bumper_cover',
      side: 'none',
      position: 'front',
      year: 2018,
      model: 'Civic',
      of: 5,
      dated: '2026-11-20',
      numbers: [{ number: COVER, sellers: 4, asked_new: null, asked_used: { low: 80, high: 80, offers: 4 } }],
    },
  ]);
  expect(Object.fromEntries(ebay.asked('search')[0]?.searchParams ?? [])).toMatchObject({
    q: 'front bumper cover',
    category_ids: '33640',
    compatibility_filter: 'Year:2018;Make:Honda;Model:Civic',
  });
  expect(ebay.asked('item').map(({ search }) => search)).toEqual(['', '', '', '', '']);
});

test('a seller is read once, and not where the car is only possible', async () => {
  const ebay = await ebayStandIn();
  ebay.listed = () => [...said(COVER, 2), ...said(COVER, 2), ...said(COVER, 9, { match: 'POSSIBLE' })];
  expect((await asking(ebay, [cover])).stated).toEqual([]);
  expect(ebay.asked('item')).toHaveLength(2);
});

test('each side of a part whose side nobody knows is asked on its own', async () => {
  const ebay = await ebayStandIn();
  ebay.listed = (url) =>
    url.searchParams.get('q')?.startsWith('left')
      ? said('60261-TBA-A00', 3, { side: 'Front, Left' })
      : said('60211-TBA-A00', 3, { side: 'Right' });
  const { stated } = await asking(ebay, [part('fender', { side: 'unknown' })]);
  expect(stated?.map(({ side, numbers }) => [side, numbers[0]?.number])).toEqual([
    ['left', '60261-TBA-A00'],
    ['right', '60211-TBA-A00'],
  ]);
});

test('what was answered is kept without who said it, and asked once', async () => {
  const ebay = await ebayStandIn();
  ebay.listed = () => said(COVER, 3);
  const first = await asking(ebay, [cover]);
  const asked = ebay.requests.length;
  expect(await asking(ebay, [cover])).toEqual(first);
  expect(ebay.requests).toHaveLength(asked);
  const { rows } = await pool.query<{ all: string }>(
    "SELECT coalesce(string_agg(answer::text, ' '), '') AS all FROM catalogue_answers WHERE adapter = 'ebay-sellers'",
  );
  expect(rows[0]?.all).toContain(COVER);
  expect(rows[0]?.all).not.toMatch(/amber|birch|cedar|ebayimg|by /);
});

test('nobody is asked of a part that is unlikely, or that a catalog has a number for', async () => {
  const ebay = await ebayStandIn();
  const hood: PartsCatalogue = {
    name: 'test',
    label: 'Test catalogue',
    supports: () => true,
    findParts: async () => ({
      kind: 'ok',
      parts: [
        {
          number: '60100-TBA-A00ZZ',
          name: 'Hood',
          group: 'Hood',
          side: null,
          position: null,
          quantity: 1,
          notes: null,
          price: null,
          currency: null,
          url: null,
          superseded_by: null,
          catalogue: 'test',
          source: 'Test catalogue',
          dated: null,
          fit: 'model_year',
          year_from: null,
          year_to: null,
        },
      ],
    }),
  };
  const crawled = await asking(ebay, [part('hood'), part('grille', { probability: 0.5 })], {}, [hood]);
  expect(crawled.parts).toHaveLength(1);
  expect(crawled.stated).toBeUndefined();
  expect(ebay.requests).toEqual([]);
});

test('nobody is asked while the operator has not turned it on', async () => {
  const ebay = await ebayStandIn();
  expect((await asking(ebay, [cover], { EBAY_CONSENSUS: 'off' })).stated).toBeUndefined();
  expect(ebay.requests).toEqual([]);
});

test('a model eBay does not list is not asked about', async () => {
  const ebay = await ebayStandIn();
  ebay.answer = (service) =>
    service === 'models' ? { status: 200, body: { compatibilityPropertyValues: [] } } : null;
  const crawled = await asking(ebay, [cover]);
  expect([crawled.stated, gapOf(crawled), ebay.asked('search')]).toEqual([[], [], []]);
});

test.each([12_503, 12_505, 12_506])(
  'error %i says that there is nothing to find, and is no gap',
  async (errorId) => {
    const ebay = await ebayStandIn();
    ebay.answer = (service) => (service === 'search' ? fault(400, errorId) : null);
    const crawled = await asking(ebay, [cover]);
    expect([crawled.stated, gapOf(crawled)]).toEqual([[], []]);
  },
);

test.each<[string, Service, ReturnType<typeof fault>]>([
  ['a search without words (12001)', 'search', fault(400, 12_001)],
  ['a search without a category (12504)', 'search', fault(400, 12_504)],
  ['a cut search', 'search', { status: 200, body: '{"itemSummaries": [{"it' }],
  ['items of another shape', 'search', { status: 200, body: { itemSummaries: [{ item: 1 }] } }],
  ['cut categories', 'categories', { status: 200, body: '{"categorySugg' }],
  ['cut models', 'models', { status: 200, body: '{"compat' }],
])('%s is a gap of that part alone', async (_, service, answer) => {
  const ebay = await ebayStandIn();
  const isCover = (url: URL) => service === 'models' || url.searchParams.get('q') === 'front bumper cover';
  let first = true;
  ebay.answer = (asked, url) => {
    if (asked !== service || !isCover(url) || !first) return null;
    first = false;
    return answer;
  };
  ebay.listed = () => said('60100-TBA-A00', 3);
  const crawled = await asking(ebay, [cover, part('hood', { probability: 0.8 })]);
  expect(crawled.stated).toMatchObject([{ category: 'hood' }]);
  expect(gapOf(crawled)).toEqual([
    { code: 'catalogue', catalogue: 'eBay sellers', why: 'bad_data', groups: { missed: 1, of: 2 } },
  ]);
});

test.each<[string, Service, ReturnType<typeof fault>, string]>([
  ['used up calls (429)', 'search', fault(429, 2001, { 'retry-after': '1800' }), 'quota'],
  ['a refused key', 'token', fault(401, 1001), 'denied'],
  ['a refused token (401)', 'search', fault(401, 1001), 'denied'],
])('%s ends the asking, and eBay is left alone for the next report', async (_, service, answer, why) => {
  const ebay = await ebayStandIn();
  ebay.answer = (asked) => (asked === service ? answer : null);
  const wanted = [cover, part('hood', { probability: 0.8 })];
  const fact = { code: 'catalogue', catalogue: 'eBay sellers', why, groups: { missed: 2, of: 2 } };
  expect(gapOf(await asking(ebay, wanted))).toEqual([fact]);
  const asked = ebay.requests.length;
  expect(gapOf(await asking(ebay, wanted))).toEqual([fact]);
  expect(ebay.requests).toHaveLength(asked);
});

test('an item that is gone or cut is left out', async () => {
  const ebay = await ebayStandIn();
  let items = 0;
  ebay.answer = (service) => {
    if (service !== 'item') return null;
    items += 1;
    if (items === 1) return fault(404, 11_001);
    return items === 2 ? { status: 200, body: '{"itemId": "v1|' } : null;
  };
  ebay.listed = () => said(COVER, 5);
  expect((await asking(ebay, [cover])).stated).toMatchObject([
    { of: 3, numbers: [{ number: COVER, sellers: 3 }] },
  ]);
});

test('the calls of a report end with what was found until then', async () => {
  const ebay = await ebayStandIn();
  ebay.listed = () => said(COVER, 3);
  const crawled = await asking(ebay, [cover, part('hood', { probability: 0.8 })], {
    EBAY_CONSENSUS_CALLS_PER_REPORT: '8',
  });
  expect(crawled.stated).toMatchObject([{ category: 'front_bumper_cover' }]);
  expect(gapOf(crawled)).toMatchObject([{ why: 'report_limit', groups: { missed: 1, of: 2 } }]);
  expect(ebay.requests).toHaveLength(8);
});

test('the calls of the day count for this too', async () => {
  const ebay = await ebayStandIn();
  expect(gapOf(await asking(ebay, [cover], { EBAY_CALLS_PER_DAY: '3' }))).toMatchObject([{ why: 'quota' }]);
  expect(ebay.requests).toHaveLength(3);
});
