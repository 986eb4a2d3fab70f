import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { copartLotDetails } from '../../../samples/copart-json.ts';
import { SAMPLE_LISTINGS } from '../../../samples/sample-lots.ts';
import { catalogueAnswers } from '../../../server/db/catalogue/catalogue-answers.ts';
import { readDealerPagesHere } from '../../../server/parts-catalogues/dealer-store/dealer-page.ts';
import { dealerStore } from '../../../server/parts-catalogues/dealer-store/dealer-store.ts';
import { SUPPLIERS } from '../../../server/suppliers/index.ts';
import { createPageRenderer } from '../../../server/web-fetch/browser.ts';
import { fetchFrom, PAGE, startSite, startTrap } from '../local-site.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from '../service.ts';
import { canaryUrls } from './attacks.ts';

/** The other doors by which an address from outside comes in: pages, what a browser loads for them, dealers, suppliers. */
let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'));
});
afterAll(() => service.close());

const toLoopback = async () => ['127.0.0.1'];

describe('a page a user hands over', () => {
  const OWN = { ...SAMPLE_LISTINGS['90000002'], number: '70000002', stockNumber: '70000002' };
  /** The lot's own JSON, whose photos lie at these addresses. */
  const handOver = (addresses: readonly string[]) => {
    const page = copartLotDetails(OWN) as { data: Record<string, unknown> };
    page.data.imagesList = {
      content: addresses.map((fullUrl, index) => ({
        imageTypeEnum: 'IMAGE',
        imageSeqNumber: index + 1,
        fullUrl,
        thumbnailUrl: fullUrl,
        highResUrl: fullUrl,
      })),
    };
    return service.call('POST', 'auction/scrape', {
      json: { auction_link: 'https://www.copart.com/lot/70000002', page: JSON.stringify(page) },
    });
  };

  test('lists no photo it names outside the photo hosts, and what it lists reaches nothing', async () => {
    const canary = await startTrap();
    const named = canaryUrls(canary.port);
    for (let from = 0; from < named.length; from += 40) {
      const read = await handOver(named.slice(from, from + 40));
      expect(read.status).toBe(200);
      for (const image of read.json.images as { served_url: string | null }[]) {
        if (image.served_url === null) continue;
        const photo = await service.call('GET', image.served_url.replace('/api/v1/', ''));
        expect(photo.status).toBe(404);
      }
      // Scraping counts calls; this campaign is one caller.
      await service.tools.pool.query('TRUNCATE rate_limits');
    }
    expect(canary.hits()).toBe(0);
  });

  test('makes a report that says which photos are missing', async () => {
    const canary = await startTrap();
    const read = await handOver([
      `https://cs.copart.com:${canary.port}/v1/AUTH_svc.pdoc00001/lpp/1126/0001_ful.jpg`,
      `https://cs.copart.com@127.0.0.1:${canary.port}/v1/AUTH_svc.pdoc00001/lpp/1126/0002_ful.jpg`,
    ]);
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const lot = read.json as Record<string, string>;
    const started = await service.call('POST', 'auction/process_report', {
      token,
      json: {
        auction_url: lot.url,
        lot_number: lot.lot_number,
        vin: lot.vin,
        make: lot.make,
        lot_key: lot.lot_key,
      },
    });
    expect(started.status).toBe(200);
    const done = await until('the report is made', 60_000, async () => {
      const { json } = await service.call('GET', `reports/${String(started.json.report_id)}`, { token });
      return json.report as {
        gaps: { step: string; code: string }[];
        photos: { url: string | null }[];
      } | null;
    });
    expect(done.photos.every(({ url }) => url === null)).toBe(true);
    expect(done.gaps).toContainEqual(expect.objectContaining({ step: 'download_images' }));
    expect(canary.hits()).toBe(0);
  }, 90_000);
});

const BROWSER = '/usr/bin/chromium';
describe.skipIf(!existsSync(BROWSER))('a page in a real browser', () => {
  test.each([
    ['script', (url: string) => `<script src="${url}"></script>`],
    ['style', (url: string) => `<link rel=stylesheet href="${url}">`],
    ['frame', (url: string) => `<iframe src="${url}"></iframe>`],
    ['picture', (url: string) => `<img src="${url}" srcset="${url} 2x">`],
    ['call', (url: string) => `<script>fetch(${JSON.stringify(url)}).catch(() => {})</script>`],
  ])('loads no %s from a hostile address, asked for or redirected to', async (_, tagOf) => {
    const canary = await startTrap();
    const urls = canaryUrls(canary.port)
      .filter((url) => url !== '' && url.length < 1000 && !/["<>\n]/.test(url))
      .slice(0, 40);
    const site = await startSite((request: IncomingMessage, response: ServerResponse) => {
      const at = /^\/r\/(\d+)/.exec(request.url ?? '')?.[1];
      if (at !== undefined) {
        response.writeHead(302, { location: encodeURI(urls[Number(at)] ?? '/') }).end();
        return;
      }
      const tags = urls.flatMap((url, index) => [tagOf(url), tagOf(`/r/${index}`)]);
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/lot/90000002' ? `${tags.join('')}<p>still here` : '');
    });
    const renderer = createPageRenderer({
      browserPath: BROWSER,
      userAgent: 'LotLens/test',
      guardedFetch: fetchFrom(site, { network: { resolve: toLoopback, connectPort: canary.port } }),
      totalMs: 60_000,
    });
    onTestFinished(() => renderer.close());
    expect((await renderer.renderPage({ url: PAGE })).html).toContain('still here');
    expect(canary.hits()).toBe(0);
  });
});

describe('a dealer’s store', () => {
  const HOST = 'toyota.oempartsonline.com';
  const NUMBER = '52119-02001';
  const SLUG = '/oem-parts/toyota-bumper-cover-5211902001';
  const lookUp = async (
    canary: { port: number },
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ) => {
    const site = await startSite(answer);
    const guarded = fetchFrom(null, {
      extraHosts: [HOST],
      sourceOrigins: { [`https://${HOST}`]: site.origin },
      network: { resolve: toLoopback, connectPort: canary.port },
    });
    await service.tools.pool.query('DELETE FROM catalogue_answers');
    const store = dealerStore({
      fetch: guarded.fetch,
      pagesFor: () => readDealerPagesHere,
      kept: catalogueAnswers(service.tools.pool, 'dealer-store'),
      now: () => new Date('2026-11-20T10:00:00Z'),
      mostNumbers: 1,
      paceMs: 1,
      totalMs: 10_000,
    });
    const vehicle = {
      make: 'Toyota',
      make_key: 'toyota' as const,
      model: 'Corolla',
      year: 2016,
      trim: null,
      body_class: 'sedan' as const,
      vin: 'JTNKARJE0GJ500001',
      vin_masked: false,
    };
    return await store.lookUpNumbers?.(vehicle, [NUMBER], AbortSignal.timeout(20_000));
  };
  const places = (port: number) => [
    `http://127.0.0.1:${port}${SLUG}`,
    `https://127.0.0.1:${port}${SLUG}`,
    `//127.0.0.1:${port}${SLUG}`,
    `https://${HOST}:${port}${SLUG}`,
    `https://${HOST}@127.0.0.1:${port}${SLUG}`,
    `https://${HOST}.evil.test${SLUG}`,
    `https://[::ffff:127.0.0.1]:${port}${SLUG}`,
    `https://2130706433:${port}${SLUG}`,
    `file:///etc/passwd${SLUG}`,
  ];
  test.each(places(9).map((place, index) => [place, index] as const))(
    'that links to %s gains nothing',
    async (_, index) => {
      const canary = await startTrap();
      const answer = await lookUp(canary, (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<a href="${places(canary.port)[index]}">Bumper Cover</a>`);
      });
      expect(answer?.kind).not.toBe('ok');
      expect(canary.hits()).toBe(0);
    },
  );
  test.each(places(9).map((place, index) => [place, index] as const))(
    'that redirects to %s gains nothing',
    async (_, index) => {
      const canary = await startTrap();
      const answer = await lookUp(canary, (_request, response) =>
        response.writeHead(302, { location: places(canary.port)[index] }).end(),
      );
      expect(answer?.kind).not.toBe('ok');
      expect(canary.hits()).toBe(0);
    },
  );
});

describe('the way out to a supplier', () => {
  const hosts = new Set(
    SUPPLIERS.flatMap(({ template, item_template }) => [template, item_template ?? template]).map(
      (text) => new URL(text.replaceAll(/\{\w+\}/g, 'x')).hostname,
    ),
  );
  const texts = [
    ...canaryUrls(9).filter((text) => text.length > 0 && text.length <= 300),
    '/../../@127.0.0.1/',
    '\r\nLocation: http://127.0.0.1/',
    '{make}{q}{item}',
    '?x=1&url=http://127.0.0.1#',
  ];
  test.each(SUPPLIERS.map(({ name }) => name))(
    '%s: no word, number or make leads to another host',
    async (name) => {
      for (const text of texts) {
        for (const query of [{ words: text }, { number: text.slice(0, 60), make: 'toyota' }]) {
          const answer = await service.app.inject({
            method: 'GET',
            url: `/api/v1/suppliers/out/${encodeURIComponent(name)}?${new URLSearchParams(query)}`,
          });
          if (answer.statusCode === 302) {
            const to = new URL(String(answer.headers.location));
            expect(to.protocol).toBe('https:');
            expect(
              [...hosts].some((host) => to.hostname === host || to.hostname.endsWith(host.slice(1))),
            ).toBe(true);
            expect(to.username + to.password + to.port).toBe('');
          } else expect([400, 404]).toContain(answer.statusCode);
        }
      }
    },
  );

  test('a supplier that is an address, and an item that is none, lead nowhere', async () => {
    for (const id of ['http://127.0.0.1/', '//127.0.0.1', '__proto__', 'constructor', '..%2f..'])
      expect((await service.call('GET', `suppliers/out/${encodeURIComponent(id)}?words=x`)).status).toBe(404);
    for (const item of ['1/../..', '1@127.0.0.1', 'http://127.0.0.1', '１２', '-1'])
      expect((await service.call('GET', `suppliers/out/eBay?${new URLSearchParams({ item })}`)).status).toBe(
        400,
      );
  });
});
