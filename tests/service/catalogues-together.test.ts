import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import { readConfig } from '../../server/config.ts';
import { catalogueAnswers, takeCatalogueCall } from '../../server/db/catalogue/catalogue-answers.ts';
import { linesInDatabase } from '../../server/db/lots/host-pace.ts';
import { readDealerPagesHere } from '../../server/parts-catalogues/dealer-store/dealer-page.ts';
import { catalogueAddresses, partsCatalogues } from '../../server/parts-catalogues/index.ts';
import { crawlVehicleParts } from '../../server/pipeline/steps/crawl-vehicle-parts.ts';
import { mapWithNameIds } from '../../server/pipeline/steps/map-vehicle-parts.ts';
import { type HostLine, turnsBefore } from '../../server/web-fetch/host-line.ts';
import { createTestDatabase } from './database.ts';
import { fetchFrom, startSite } from './local-site.ts';
import { KEY, partsCatalogsStandIn, VIN } from './parts-catalogs-stand-in.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(inject('databaseServer')) });
});
afterAll(() => pool.end());

const vehicle: Vehicle = {
  year: 2016,
  make: 'Toyota',
  make_key: 'toyota',
  model: 'Corolla',
  trim: null,
  body_style: null,
  body_class: 'sedan',
  engine: null,
  drive: null,
  transmission: null,
  fuel: null,
  color: null,
  vin: VIN,
  vin_masked: false,
  decoded: null,
  disagreements: [],
};
const likely = (category: string, probability: number) => ({
  category,
  side: 'none' as const,
  position: 'front' as const,
  probability,
  reason: 'test',
});
const signal = AbortSignal.timeout(60_000);

/** Turns of the real lines, a hundred times as close together. */
const hundredTimesFaster = (line: HostLine): HostLine => ({
  ...line,
  join: (wait) => line.join({ ...wait, intervalMs: wait.intervalMs / 100 }),
});

/** Both outside catalogues as the configuration turns them on, over the guard and the database. */
async function configured(environment: Record<string, string> = {}) {
  const api = await partsCatalogsStandIn();
  const shop = await startSite((request, response) => {
    const url = new URL(request.url ?? '', 'http://stand.in');
    const product = {
      '@type': 'Product',
      name: 'Hood',
      sku: '53301-02005',
      offers: { price: 410, priceCurrency: 'USD' },
    };
    response.end(
      url.pathname === '/search'
        ? '<a href="/oem-parts/toyota-hood-5330102005">Hood</a>'
        : `<script type="application/ld+json">${JSON.stringify(product)}</script> Fits your vehicle`,
    );
  });
  const config = readConfig({
    NODE_ENV: 'test',
    PARTS_CATALOGS_KEY: KEY,
    PARTS_CATALOGS_URL: api.base,
    DEALER_STORE: 'true',
    ...environment,
  });
  const { apiOrigins, hosts } = catalogueAddresses(config);
  const fetch = fetchFrom(null, {
    apiOrigins,
    extraHosts: hosts,
    sourceOrigins: { 'https://toyota.oempartsonline.com': shop.origin },
    pace: { line: hundredTimesFaster(linesInDatabase(pool, turnsBefore)) },
  });
  const catalogues = partsCatalogues(config, {
    findStoredParts: async () => [],
    findStoredPrefixes: async () => [],
    keptAnswers: (adapter) => catalogueAnswers(pool, adapter),
    takeCall: (adapter, perDay) => takeCatalogueCall(pool, adapter, perDay),
    fetch: fetch.fetch,
    dealerPagesFor: () => readDealerPagesHere,
    now: () => new Date(),
  });
  return { api, shop, catalogues };
}

test('a likely damaged part has its number from the catalogue and its price from the shop, both named', async () => {
  const { shop, catalogues } = await configured();
  const plausible = { plausible: [likely('hood', 0.8), likely('front_bumper_cover', 0.2)] };
  const {
    parts,
    catalogues: names,
    gaps,
  } = await crawlVehicleParts({ catalogues, sellers: null }, vehicle, plausible, {
    signal,
    mayWait: () => true,
  });
  expect(gaps).toEqual([]);
  expect(names).toEqual(['parts-catalogs-api', 'dealer-store']);
  expect(parts.find(({ number }) => number === '53301-02005')).toMatchObject({
    catalogue: 'parts-catalogs/toyota',
    fit: 'exact_vin',
    price: 410,
    price_from: { source: 'Dealer store (Toyota)' },
  });
  // The cover is not likely enough to be worth a page.
  expect(shop.requests.map(({ url }) => url).join(' ')).not.toContain('52119');
});

test('a refused key is a gap, and no key and no shop leave imported files alone', async () => {
  await pool.query('DELETE FROM catalogue_answers');
  const plausible = { plausible: [likely('hood', 0.8)] };
  const { catalogues } = await configured({ PARTS_CATALOGS_KEY: 'another' });
  const crawled = await crawlVehicleParts({ catalogues, sellers: null }, vehicle, plausible, {
    signal,
    mayWait: () => true,
  });
  expect(crawled.gaps).toEqual([
    {
      step: 'crawl_vehicle_parts',
      code: 'catalogue_denied',
      fact: { code: 'catalogue', catalogue: 'parts-catalogs.com', why: 'denied' },
    },
  ]);
  const without = readConfig({ NODE_ENV: 'test' });
  expect(catalogueAddresses(without)).toEqual({ apiOrigins: [], hosts: [] });
});

test('what the names of five numbers say of a part id maps the sixth, whose name says nothing', async () => {
  const named = (number: string, name: string) => ({
    number,
    name,
    group: '',
    side: null,
    position: null,
    quantity: 1,
    notes: null,
    price: null,
    currency: null,
    url: null,
    superseded_by: null,
    catalogue: 'parts-catalogs/toyota',
    source: 'x',
    dated: '2026-11-20',
    fit: 'exact_vin' as const,
    year_from: null,
    year_to: null,
    name_id: '5102',
  });
  const five = [1, 2, 3, 4, 5].map((n) => named(`53301-0200${n}`, 'HOOD SUB-ASSY'));
  const mute = named('53301-02006', 'SET OF SOMETHING');
  const categories = async (parts: ReturnType<typeof named>[]) =>
    (await mapWithNameIds(pool, 'kia', parts)).parts.map(({ category }) => category);
  expect(await categories([mute])).toEqual([null]);
  expect(await categories(five)).toEqual(five.map(() => 'hood'));
  expect(await categories([mute])).toEqual(['hood']);
  // A number seen again is no further witness.
  const counted = await pool.query('SELECT count(*)::int AS n FROM catalogue_name_ids');
  expect(counted.rows).toEqual([{ n: 6 }]);
});
