import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { OffersAnswer } from '../../contract/schemas/offers.ts';
import { keepSwitch } from '../../server/db/ops/switches.ts';
import { ebayBrowse } from '../../server/suppliers/ebay-browse.ts';
import { ebayClient } from '../../server/suppliers/ebay-client.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { fetchFrom, type LocalSite, startSite } from './local-site.ts';
import { startService, type TestService } from './service.ts';

const NUMBER = '52119-02001';
const never = () => new AbortController().signal;

const summary = (changes: object = {}) => ({
  itemId: 'v1|110000000001|0',
  legacyItemId: '110000000001',
  title: `Front bumper cover ${NUMBER}`,
  price: { value: '149.90', currency: 'USD' },
  condition: 'New',
  conditionId: '1000',
  buyingOptions: ['FIXED_PRICE'],
  shippingOptions: [{ shippingCostType: 'FIXED', shippingCost: { value: '20.00', currency: 'USD' } }],
  seller: { username: 'made-up-seller', feedbackPercentage: '99.1', feedbackScore: 12 },
  itemLocation: { postalCode: '606**', country: 'US' },
  itemWebUrl: 'https://www.ebay.com/itm/110000000001',
  ...changes,
});
const found = (...itemSummaries: object[]) => ({
  href: 'x',
  total: itemSummaries.length,
  limit: 50,
  offset: 0,
  itemSummaries,
});

type Answer = { status?: number; body: object | string; headers?: Record<string, string> } | 'hang';
type Search = (number: string, bearer: string) => Answer;

/** eBay's two services as documented: a token for client credentials, a search for a bearer. */
function ebay(search: Search, token: () => Answer = () => ({ body: grant('token-1') })): Promise<LocalSite> {
  return startSite((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://stand.in');
    const answer =
      url.pathname === '/identity/v1/oauth2/token'
        ? token()
        : search(url.searchParams.get('q') ?? '', request.headers.authorization ?? '');
    if (answer === 'hang') return;
    const { status = 200, body, headers = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}
const grant = (access_token: string) => ({
  access_token,
  expires_in: 7200,
  token_type: 'Application Access Token',
});
const fault = (errorId: number, message: string) => ({
  errors: [{ errorId, domain: 'API_BROWSE', category: 'REQUEST', message }],
});

function source(
  site: LocalSite,
  more: { takeCall?: () => Promise<boolean>; callMs?: number; now?: () => Date } = {},
) {
  const fetch = fetchFrom(null, { apiOrigins: [site.origin] });
  return ebayBrowse(
    ebayClient({
      fetch: fetch.fetch,
      baseUrl: site.origin,
      clientId: 'made-up-id',
      clientSecret: 'made-up-secret',
      takeCall: async () => true,
      now: () => new Date('2026-11-20T10:00:00Z'),
      ...more,
    }),
  );
}

describe('the eBay source', () => {
  test('asks with a token of its keys and reads what is offered under the number, the cheapest first', async () => {
    const site = await ebay(() => ({
      body: found(
        summary(),
        summary({
          itemId: 'v1|2|0',
          legacyItemId: '2',
          price: { value: '90.00', currency: 'USD' },
          conditionId: '3000',
        }),
        summary({ title: 'Front bumper cover for another car' }),
      ),
    }));
    const answer = await source(site).findOffers(NUMBER, never());
    expect(answer).toMatchObject({
      kind: 'ok',
      offers: [
        { price: 90, condition: 'used' },
        { price: 149.9, shipping: 20 },
      ],
    });
    const [token, search] = site.requests;
    expect(token?.headers.authorization).toBe(
      `Basic ${Buffer.from('made-up-id:made-up-secret').toString('base64')}`,
    );
    expect(search?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-ebay-c-marketplace-id': 'EBAY_US',
    });
    expect(new URL(search?.url ?? '', site.origin).searchParams.get('q')).toBe('5211902001');
  });

  test('keeps its token, and takes a new one when the old is refused', async () => {
    let tokens = 0;
    const site = await ebay(
      (_, bearer) =>
        bearer === 'Bearer token-1' && tokens === 1 && site.requests.length > 3
          ? { status: 401, body: fault(1001, 'Invalid access token') }
          : { body: found() },
      () => {
        tokens += 1;
        return { body: grant(`token-${tokens}`) };
      },
    );
    const asked = source(site);
    for (const _ of [1, 2, 3])
      expect(await asked.findOffers(NUMBER, never())).toEqual({ kind: 'ok', offers: [] });
    expect(tokens).toBe(2);
  });

  test('has nothing where the search has no hits', async () => {
    const site = await ebay(() => ({ body: { href: 'x', total: 0, limit: 50, offset: 0 } }));
    expect(await source(site).findOffers(NUMBER, never())).toEqual({ kind: 'ok', offers: [] });
  });

  test.each<[string, Answer, RegExp, boolean]>([
    [
      'used up calls',
      { status: 429, body: fault(2001, 'Too many requests'), headers: { 'retry-after': '7200' } },
      /used up|wait/,
      true,
    ],
    ['a server that is down', { status: 500, body: fault(11000, 'Internal error') }, /out of order/, false],
    ['a refused search', { status: 400, body: fault(12001, 'bad filter') }, /error 12001/, false],
    ['a cut answer', { body: '{"total": 3, "itemSumm' }, /cannot read/, false],
    ['another shape', { body: { total: 1, itemSummaries: [{ item: 1 }] } }, /cannot read/, false],
    ['no answer', 'hang', /did not answer/, false],
  ])('says that nobody knows after %s', async (_, answer, message, rests) => {
    const site = await ebay(() => answer);
    const said = await source(site, { callMs: 400 }).findOffers(NUMBER, never());
    expect(said).toMatchObject({ kind: 'could_not', message: expect.stringMatching(message) });
    expect(said.kind === 'could_not' && said.rest_ms !== null).toBe(rests);
  });

  test('says when its keys are refused', async () => {
    const site = await ebay(
      () => ({ body: found() }),
      () => ({
        status: 401,
        body: { error: 'invalid_client', error_description: 'client authentication failed' },
      }),
    );
    expect(await source(site).findOffers(NUMBER, never())).toMatchObject({
      kind: 'could_not',
      message: 'eBay does not accept our key',
    });
  });

  test('asks nothing past the calls of the day', async () => {
    const site = await ebay(() => ({ body: found() }));
    const said = await source(site, { takeCall: async () => false }).findOffers(NUMBER, never());
    expect(said).toMatchObject({ kind: 'could_not', message: expect.stringMatching(/a day are used up/) });
    expect(site.requests).toHaveLength(0);
  });
});

describe('offers of a report', () => {
  let service: TestService;
  let token: string;
  let userId: string;
  let site: { origin: string; close(): void };
  let answers: Search;
  let searches = 0;
  beforeAll(async () => {
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://stand.in');
      const isToken = url.pathname.endsWith('/token');
      if (!isToken) searches += 1;
      const answer = isToken ? { body: grant('t') } : answers(url.searchParams.get('q') ?? '', '');
      if (answer === 'hang') return;
      response.writeHead(('status' in answer && answer.status) || 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    site = { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
    service = await startService(inject('databaseServer'), {
      worker: false,
      environment: {
        EBAY_CLIENT_ID: 'made-up-id',
        EBAY_CLIENT_SECRET: 'made-up-secret',
        EBAY_API_URL: site.origin,
      },
    });
    ({ token, userId } = await addSignedIn(service, 50));
  });
  afterAll(async () => {
    await service.close();
    site.close();
  });
  beforeEach(async () => {
    searches = 0;
    answers = (number) => ({ body: found(summary({ title: `Part ${number}` })) });
    await service.tools.pool.query('TRUNCATE catalogue_answers, rate_limits');
  });

  const offers = async (method: 'GET' | 'POST', id: string) => {
    const answer = await service.call(method, `reports/${id}/offers`, { token });
    return { status: answer.status, ...(answer.json as OffersAnswer) };
  };

  test('are asked once, kept, and shown again without asking', async () => {
    const id = await addFinishedReport(service, userId);
    expect((await offers('GET', id)).numbers).toEqual([]);
    const first = await offers('POST', id);
    expect(first.sources).toEqual([{ name: 'ebay-browse', label: 'eBay' }]);
    expect(first.numbers.length).toBeGreaterThan(3);
    expect(first.numbers.every(({ status }) => status === 'found')).toBe(true);
    const asked = searches;
    expect(asked).toBe(first.numbers.length);
    await offers('POST', id);
    expect((await offers('GET', id)).numbers).toHaveLength(first.numbers.length);
    expect(searches).toBe(asked);
  });

  test('that nobody could tell leave what was known, and are asked again', async () => {
    const id = await addFinishedReport(service, userId);
    answers = () => ({ status: 500, body: fault(11000, 'down') });
    const failed = await offers('POST', id);
    expect(failed.numbers.every(({ status, message }) => status === 'could_not' && message !== null)).toBe(
      true,
    );
    expect((await offers('GET', id)).numbers).toEqual([]);
    answers = () => ({ body: found() });
    expect((await offers('POST', id)).numbers.every(({ status }) => status === 'none')).toBe(true);
  });

  test('stop at the first word that we have called enough', async () => {
    const id = await addFinishedReport(service, userId);
    answers = () => ({ status: 403, body: fault(1100, 'Access denied') });
    const refused = await offers('POST', id);
    expect(refused.numbers.every(({ status }) => status === 'could_not')).toBe(true);
    expect(searches).toBeLessThanOrEqual(4);
  });

  test('ask nobody while operators have paid sources turned off', async () => {
    const id = await addFinishedReport(service, userId);
    await keepSwitch(service.tools.pool, { name: 'paid_catalogs', on: false, actor: 'test' });
    const off = await offers('POST', id);
    expect([searches, off.numbers.every(({ status }) => status === 'could_not')]).toEqual([0, true]);
    await keepSwitch(service.tools.pool, { name: 'paid_catalogs', on: true, actor: 'test' });
    await offers('POST', id);
    expect(searches).toBeGreaterThan(0);
  });

  test('of somebody else are not found', async () => {
    const id = await addFinishedReport(service, (await addSignedIn(service)).userId);
    for (const method of ['GET', 'POST'] as const) expect((await offers(method, id)).status).toBe(404);
  });

  test('stand beside the parts to order, in the basket that is asked for', async () => {
    const id = await addFinishedReport(service, userId);
    const sheet = async (basket: string) =>
      (await service.call('GET', `reports/${id}/export?format=parts&basket=${basket}`, { token })).text;
    expect(await sheet('used_first')).not.toContain('eBay');
    answers = (number) => ({
      body: found(summary({ title: number, conditionId: '3000', price: { value: '1.99', currency: 'USD' } })),
    });
    await offers('POST', id);
    expect(await sheet('used_first')).toContain('eBay');
    expect(await sheet('oem')).not.toContain('eBay');
  });
});
