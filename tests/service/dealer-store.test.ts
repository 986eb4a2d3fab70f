import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { catalogueAnswers } from '../../server/db/catalogue/catalogue-answers.ts';
import { readDealerPagesHere } from '../../server/parts-catalogues/dealer-store/dealer-page.ts';
import { dealerStore } from '../../server/parts-catalogues/dealer-store/dealer-store.ts';
import type { CatalogueAnswer, CatalogueVehicle } from '../../server/parts-catalogues/parts-catalogue.ts';
import { createTestDatabase } from './database.ts';
import { fetchFrom, type LocalSite, startSite } from './local-site.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(inject('databaseServer')) });
});
afterAll(() => pool.end());
beforeEach(() => pool.query('DELETE FROM catalogue_answers'));

const VIN = 'JTNKARJE0GJ500001';
const car: CatalogueVehicle = {
  make: 'Toyota',
  make_key: 'toyota',
  model: 'Corolla',
  year: 2016,
  trim: null,
  body_class: 'sedan',
  vin: VIN,
  vin_masked: false,
};
const [COVER, HOOD] = ['52119-02001', '53301-02005'] as const;

const product = (
  number: string,
  offers: object | null = { '@type': 'Offer', price: '312.40', priceCurrency: 'USD' },
) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org/', '@type': 'Product', name: 'Bumper Cover', sku: number, mpn: number, ...(offers && { offers }) })}</script>`;
const html = (body: string) => `<!doctype html><html><body>${body}</body></html>`;
const link = (number: string) =>
  `<a href="/oem-parts/toyota-bumper-cover-${number.replace('-', '').toLowerCase()}">Bumper Cover</a>`;

type Pages = (url: URL, response: ServerResponse) => string | null;

/** A store in the real addresses' form: a search that lists, a part page that tells price and fit. */
const usual: Pages = (url) => {
  const found = [COVER, HOOD].find(
    (number) => url.search.includes(number) || url.pathname.endsWith(number.replace('-', '')),
  );
  if (!found) return html('No results');
  if (url.pathname === '/search') return html(link('99999-99999') + link(found));
  const fit = url.searchParams.get('vin') === VIN ? 'This part fits your vehicle' : '';
  return html(`${product(found)}<p>${fit}</p>`);
};
const store = (pages: Pages = usual): Promise<LocalSite> =>
  startSite((request, response) => {
    const page = pages(new URL(request.url ?? '', 'http://stand.in'), response);
    if (page === null) return;
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });

type Given = {
  numbers?: string[];
  vehicle?: CatalogueVehicle;
  paceMs?: number;
  mostNumbers?: number;
  totalMs?: number;
  now?: () => Date;
};

async function lookUp(site: LocalSite, input: Given = {}): Promise<CatalogueAnswer> {
  const fetch = fetchFrom(null, {
    extraHosts: ['toyota.oempartsonline.com'],
    sourceOrigins: { 'https://toyota.oempartsonline.com': site.origin },
    pace: { intervalMs: 0 },
  });
  const catalogue = dealerStore({
    fetch: fetch.fetch,
    pagesFor: () => readDealerPagesHere,
    kept: catalogueAnswers(pool, 'dealer-store'),
    now: input.now ?? (() => new Date('2026-11-20T10:00:00Z')),
    mostNumbers: input.mostNumbers ?? 5,
    paceMs: input.paceMs ?? 1,
    ...(input.totalMs !== undefined && { totalMs: input.totalMs }),
  });
  const answer = await catalogue.lookUpNumbers?.(
    input.vehicle ?? car,
    input.numbers ?? [COVER],
    AbortSignal.timeout(60_000),
  );
  return answer ?? { kind: 'not_found' };
}
const partsOf = (answer: CatalogueAnswer) => (answer.kind === 'ok' ? answer.parts : []);

describe('a number looked up at a dealer store', () => {
  it('brings price, date, address and the fit by VIN', async () => {
    const site = await store();
    expect(partsOf(await lookUp(site))).toMatchObject([
      {
        number: COVER,
        price: 312.4,
        currency: 'USD',
        url: 'https://toyota.oempartsonline.com/oem-parts/toyota-bumper-cover-5211902001',
        dated: '2026-11-20',
        source: 'Dealer store (Toyota)',
        fit: 'exact_vin',
        fits_vin: true,
      },
    ]);
    expect(site.requests.map(({ url }) => url)).toEqual([
      `/search?search_str=${COVER}`,
      `/oem-parts/toyota-bumper-cover-5211902001?vin=${VIN}`,
    ]);
  });

  it('says when it does not fit the VIN', async () => {
    const site = await store((url) =>
      url.pathname === '/search'
        ? html(link(COVER))
        : html(`${product(COVER)} This part does not fit your vehicle`),
    );
    expect(partsOf(await lookUp(site))).toMatchObject([{ fit: 'unknown', fits_vin: false }]);
  });

  it('shows no VIN of a masked one and says nothing of fit', async () => {
    const site = await store();
    const parts = partsOf(
      await lookUp(site, { vehicle: { ...car, vin: 'JTNKARJE0GJ******', vin_masked: true } }),
    );
    expect(parts).toMatchObject([{ fit: 'unknown', fits_vin: null, price: 312.4 }]);
    expect(site.requests.map(({ url }) => url).join(' ')).not.toContain('vin=');
  });

  it('takes the sale price where the product has no offer, never the list price', async () => {
    const prices =
      '<span class="price-section-price price-section-retail">$999.00</span><b class="product-sale-price">$1,204.50</b>';
    const site = await store((url) =>
      url.pathname === '/search' ? html(link(COVER)) : html(product(COVER, null) + prices),
    );
    expect(partsOf(await lookUp(site))).toMatchObject([{ price: 1204.5 }]);
  });

  it('is not there when the page is of another number, whatever its address says', async () => {
    const site = await store((url) =>
      html(url.pathname === '/search' ? link(COVER) : product('52119-02999')),
    );
    expect(await lookUp(site)).toEqual({ kind: 'not_found' });
  });

  it('trusts the number on the page where the address has lost its zeros', async () => {
    const number = '04711-02001';
    const site = await store((url) =>
      html(
        url.pathname === '/search' ? '<a href="/oem-parts/toyota-cover-471102001">x</a>' : product(number),
      ),
    );
    expect(partsOf(await lookUp(site, { numbers: [number] }))).toMatchObject([{ number }]);
  });

  it('is not asked again within 30 days, found or not', async () => {
    const site = await store();
    await lookUp(site, { numbers: [COVER, '11111-11111'] });
    const before = site.requests.length;
    expect(partsOf(await lookUp(site, { numbers: [COVER, '11111-11111'] }))).toHaveLength(1);
    expect(site.requests).toHaveLength(before);
  });
});

describe('the store is not pressed', () => {
  it('keeps its pace between all pages', async () => {
    const started = performance.now();
    await lookUp(await store(), { numbers: [COVER, HOOD], paceMs: 150 });
    // Four pages, three gaps.
    expect(performance.now() - started).toBeGreaterThanOrEqual(440);
  });

  it('is asked for so many numbers and no more', async () => {
    const site = await store();
    await lookUp(site, { numbers: [COVER, HOOD, '52159-02004'], mostNumbers: 1 });
    expect(site.requests.every(({ url }) => !url?.includes(HOOD))).toBe(true);
  });

  it.each([
    [403, 'blocked', 'refused us'],
    [429, 'quota', 'asks us to come less often'],
  ] as const)('is asked nothing more after %i, for hours', async (status, kind, message) => {
    const site = await store((_, response) => {
      response.statusCode = status;
      return html('no');
    });
    const refused = await lookUp(site, { numbers: [COVER, HOOD] });
    expect(refused).toMatchObject({ kind, message: expect.stringContaining(message) });
    expect(await lookUp(site)).toMatchObject({ kind });
    const after5h = () => new Date('2026-11-20T15:00:00Z');
    const after7h = () => new Date('2026-11-20T17:00:00Z');
    await lookUp(site, { now: after5h });
    expect(site.requests).toHaveLength(1);
    await lookUp(site, { now: after7h });
    expect(site.requests).toHaveLength(2);
  });

  it('keeps what was found before it refused', async () => {
    const site = await store((url, response) => {
      if (!url.search.includes(HOOD)) return usual(url, response);
      response.statusCode = 403;
      return html('no');
    });
    expect(await lookUp(site, { numbers: [COVER, HOOD] })).toMatchObject({
      kind: 'ok',
      parts: [{ number: COVER }],
      gap: { kind: 'blocked' },
    });
  });

  it('ends in time when a page hangs', async () => {
    const site = await store(() => null);
    expect(await lookUp(site, { totalMs: 400 })).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('took too long'),
    });
  });
});

describe('a page that is no part', () => {
  it.each([
    ['broken JSON-LD', '<script type="application/ld+json">{"@type":"Prod</script>'],
    ['a list of products', product(COVER) + product(HOOD)],
    ['no JSON-LD', '<h1>52119-02001</h1>'],
    [
      'a product without a number',
      '<script type="application/ld+json">{"@type":"Product","name":"x"}</script>',
    ],
  ])('%s gives nothing', async (_, body) => {
    const site = await store((url) => html(url.pathname === '/search' ? link(COVER) : body));
    expect(await lookUp(site)).toEqual({ kind: 'not_found' });
  });
});
