import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { sourceOf, sourceWords } from '../../contract/report-view/words/sources.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import type { WorkCaller } from '../../server/concurrency/work-caller.ts';
import { readConfig } from '../../server/config.ts';
import {
  catalogueAnswers,
  takeCatalogueCall,
  takeMonthlyCall,
} from '../../server/db/catalogue/catalogue-answers.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { AppError } from '../../server/errors.ts';
import { createLog } from '../../server/log.ts';
import { apibara } from '../../server/lot-sources/apibara/apibara.ts';
import { auctionsApi } from '../../server/lot-sources/auctionsapi/auctionsapi.ts';
import { licensedLotFinder, restQuota } from '../../server/lot-sources/find-licensed-lot.ts';
import { configuredLotFinder } from '../../server/lot-sources/index.ts';
import type { LotSource } from '../../server/lot-sources/lot-source.ts';
import { readHere } from '../../server/lots/read-here.ts';
import { type ScrapeTools, scrapeLot } from '../../server/lots/scrape-lot.ts';
import { createTestDatabase } from './database.ts';
import { fetchFrom } from './local-site.ts';
import {
  type Asked,
  auctionsApiCar,
  copartRecord,
  iaaiRecord,
  KEY,
  type Reply,
  sourceStandIn,
} from './lot-source-stand-in.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['catalogue_answers', 'rate_limits', 'lots'])
    await database.pool.query(`DELETE FROM ${table}`);
});

const COPART = 'https://www.copart.com/lot/70000042';
const IAAI = 'https://www.iaai.com/VehicleDetail/41000042~US';
const never = new AbortController().signal;

type Given = { perMonth?: number; paceMs?: number; callMs?: number; now?: () => Date };
type Service = ScrapeTools & { lines: string[]; atSite: string[] };

/** The service with sites that refuse, and one source behind `origin`. */
function service(make: typeof apibara, origin: string, given: Given = {}): Service {
  const lines: string[] = [];
  const atSite: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const fetch = fetchFrom(null, { apiOrigins: [origin], observe: (event) => log.info(event, 'fetch') });
  const now = given.now ?? (() => new Date());
  const memoryOf = (name: string) => catalogueAnswers(database.pool, `lots-${name}`);
  const source: LotSource = make({
    fetch: fetch.fetch,
    baseUrl: `${origin}/v1`,
    key: KEY,
    takeCall: () => takeMonthlyCall(database.pool, 'lots-test', given.perMonth ?? 1000),
    spent: (ms) => restQuota({ now }, memoryOf(source.name), ms),
    now,
    paceMs: given.paceMs ?? 1,
    callMs: given.callMs ?? 5_000,
  });
  return {
    lines,
    atSite,
    pool: database.pool,
    readerFor: () => readHere,
    isSample: () => false,
    listPhotos: async (lot) => lot,
    findLicensed: licensedLotFinder({ sources: [source], memoryOf, log, now }),
    async fetchPage({ url }) {
      atSite.push(url);
      return {
        pages: [{ url, status: 403, content_type: 'text/html', body: 'Access denied' }],
        rendered: false,
      };
    },
  };
}

const own = (record: object): Reply => ({ body: { ok: true, data: record } });
const list = (...records: object[]): Reply => ({ body: { ok: true, data: records, meta: { per_page: 20 } } });
const isList = ({ path: at }: Asked): boolean => at === '/v1/vehicles';

async function failureOf(asked: Promise<StoredLot>): Promise<AppError> {
  const failure = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof AppError)) throw new Error(`no AppError: ${inspect(failure)}`);
  return failure;
}

describe('a lot whose site refuses', () => {
  test('is read from Apibara by the pasted link, with the key in a header', async () => {
    const site = await sourceStandIn(() => own(copartRecord()));
    const lot = await scrapeLot(service(apibara, site.origin), COPART, never);
    expect(lot).toMatchObject({
      origin: 'licensed',
      source: 'Apibara',
      lot_key: 'copart:70000042',
      url: COPART,
    });
    expect(site.asked).toHaveLength(1);
    expect(site.asked[0]).toMatchObject({ path: '/v1/vehicles/urltodetails' });
    expect(site.asked[0]?.query.get('url')).toBe(COPART);
    expect(site.asked[0]?.headers['x-api-key']).toBe(KEY);
  });

  test('has every fact where real records have it, and nothing of what the source guesses', async () => {
    const site = await sourceStandIn(() => own(iaaiRecord()));
    const lot = await scrapeLot(service(apibara, site.origin), IAAI, never);
    expect(lot).toMatchObject({
      site: 'iaai',
      lot_number: '40000042',
      url: IAAI,
      name: '2019 HONDA ACCORD SPORT',
      vin: '1HGCV1F30KA000042',
      vin_masked: false,
      year: 2019,
      make: 'Honda',
      make_supported: true,
      model: 'ACCORD',
      trim: 'SPORT',
      body_style: 'SEDAN',
      mileage: 51234,
      odometer: { value: 51234, unit: 'mi', brand: 'Not Actual' },
      primary_damage: 'Left Rear',
      secondary_damage: 'Left Side',
      loss_type: 'Collision',
      run_condition: null,
      keys: 'yes',
      airbags: 'deployed',
      title: 'SALVAGE (Illinois)',
      retail_value: 18500,
      seller_repair_cost: 7250,
      sale_date: '2026-12-03T14:30:00Z',
      location: 'Springfield (IL)',
      seller: null,
      listing_state: 'active',
      contradictions: [],
    });
    expect(lot.images.map(({ url }) => url)).toEqual(
      [1, 2].map((n) => `https://vis.iaai.com/resizer?imageKeys=41000042~SID~I${n}&width=845&height=633`),
    );
    expect(JSON.stringify(lot)).not.toMatch(/9000|555|evil|AUTOMOBILE/);
  });

  test('of Copart has no value, repair cost, body or pending title, and only photos of the site’s own hosts', async () => {
    const site = await sourceStandIn(() => own(copartRecord()));
    const lot = await scrapeLot(service(apibara, site.origin), COPART, never);
    expect(lot).toMatchObject({
      retail_value: null,
      seller_repair_cost: null,
      body_style: null,
      title: null,
      keys: null,
      airbags: null,
      seller: null,
      run_condition: 'runs_and_drives',
      odometer: { value: 51234, unit: 'mi', brand: null },
    });
    expect(lot.images.map(({ url }) => url)).toEqual([
      'https://cs.copart.com/v1/AUTH_svc.pdoc00001/lpp/0926/made-up_ful.jpg',
    ]);
  });

  test('tells both readings where the source and the site’s own block differ', async () => {
    const record = iaaiRecord();
    const differing = { ...record, condition: { ...record.condition, primary_damage: 'Front End' } };
    const site = await sourceStandIn(() => own(differing));
    const lot = await scrapeLot(service(apibara, site.origin), IAAI, never);
    expect(lot.contradictions).toEqual([{ fact: 'primary_damage', readings: ['Front End', 'Left Rear'] }]);
  });

  test('is a lot however little of the record is there', async () => {
    const bare = {
      platform: 'copart',
      lot_number: 70000042,
      title: '2019 HONDA ACCORD',
      odometer: 'n/a',
      media: 7,
    };
    const site = await sourceStandIn(() => own(bare));
    const lot = await scrapeLot(service(apibara, site.origin), COPART, never);
    expect(lot).toMatchObject({ year: 2019, make: 'Honda', model: 'ACCORD', mileage: null, images: [] });
  });

  test('is looked for among ended ones where its own call knows nothing', async () => {
    const ended = copartRecord({ auction: { state: 'finished', last_sold_status: 'Sold' } });
    const site = await sourceStandIn((asked) => (isList(asked) ? list(ended) : undefined));
    const lot = await scrapeLot(service(apibara, site.origin), COPART, never);
    expect(lot.listing_state).toBe('sold');
    expect(Object.fromEntries(site.asked[1]?.query ?? [])).toEqual({
      s: '70000042',
      platform: 'copart',
      lot_sub_status: 'Ended',
    });
  });

  test('of bid.cars is asked for by the number it has at its own auction', async () => {
    const site = await sourceStandIn(({ path: at }) =>
      at === '/v1/vehicles/70000042' ? own(copartRecord()) : undefined,
    );
    const lot = await scrapeLot(service(apibara, site.origin), 'https://bid.cars/en/lot/1-70000042', never);
    expect(lot).toMatchObject({
      site: 'bid.cars',
      lot_number: '70000042',
      lot_key: 'bid.cars:1-70000042',
      url: 'https://bid.cars/en/lot/1-70000042',
    });
  });

  test('is never another car: an answer about another lot is none', async () => {
    const site = await sourceStandIn((asked) =>
      isList(asked)
        ? list(copartRecord({ lot_number: '70000043' }))
        : own(copartRecord({ platform: 'iaai' })),
    );
    const failure = await failureOf(scrapeLot(service(apibara, site.origin), COPART, never));
    expect(failure.code).toBe('source_blocked');
    expect(failure.details.sources).toEqual([{ source: 'Apibara', outcome: 'unknown' }]);
  });

  test('that the source does not know keeps the site’s refusal, and is not said to be gone', async () => {
    const site = await sourceStandIn(() => undefined);
    const tools = service(apibara, site.origin);
    const failure = await failureOf(scrapeLot(tools, COPART, never));
    expect(failure.code).toBe('source_blocked');
    expect(failure.details.reason).toMatch(
      /^Copart refused to show this page\..* Apibara does not know this lot\.$/,
    );
    // Within the hour the source is not asked about it again.
    await failureOf(scrapeLot(tools, COPART, never));
    expect(site.asked).toHaveLength(2);
  });

  test('costs one lookup a day, while its site is asked each time', async () => {
    const site = await sourceStandIn(() => own(copartRecord()));
    const tools = service(apibara, site.origin);
    const first = await scrapeLot(tools, COPART, never);
    await database.pool.query(`UPDATE lots SET read_at = now() - interval '3 hours'`);
    expect((await scrapeLot(tools, COPART, never)).lot_key).toBe(first.lot_key);
    expect(site.asked).toHaveLength(1);
    expect(tools.atSite.filter((url) => !url.includes('lotImages'))).toHaveLength(2);
  });
});

describe('a source that can’t tell', () => {
  test.each([
    [
      'a key it does not accept',
      { status: 401, body: { ok: false } },
      'denied',
      'does not accept our key',
      true,
    ],
    ['a plan without it', { status: 403, body: { ok: false } }, 'not_in_plan', 'plan', true],
    [
      'a question it would not take',
      { status: 422, body: { errors: {} } },
      'not_understood',
      'look this up',
      false,
    ],
    [
      'a month that is used up',
      { status: 429, body: { ok: false, limit: 100, used: 100, remaining: 0 } },
      'quota',
      'used up for this period',
      true,
    ],
    ['too many calls', { status: 429, headers: { 'retry-after': '30' } }, 'wait', 'asks us to wait', true],
    ['a fault of its own', { status: 500 }, 'fault', 'fault of its own', false],
    ['an answer that is cut', { body: '{"ok":true,"data":' }, 'bad_data', 'can’t read', false],
    ['a connection that breaks', 'drop', 'no_answer', 'did not answer', false],
    ['no answer in time', 'hang', 'no_answer', 'did not answer', false],
  ] satisfies [string, Reply, string, string, boolean][])(
    '%s is said so, and is no refusal of the site’s',
    async (_, reply, outcome, words, rests) => {
      const site = await sourceStandIn(() => reply);
      const tools = service(apibara, site.origin, reply === 'hang' ? { callMs: 300 } : {});
      const failure = await failureOf(scrapeLot(tools, COPART, never));
      expect(failure.code).toBe('source_blocked');
      expect(failure.details.sources).toEqual([{ source: 'Apibara', outcome }]);
      expect(failure.details.reason).toContain(words);
      const before = site.asked.length;
      await failureOf(scrapeLot(tools, 'https://www.copart.com/lot/70000044', never));
      expect(site.asked.length > before).toBe(!rests);
    },
  );

  test('is asked again when the wait it named is over', async () => {
    let status = 429;
    const site = await sourceStandIn(() =>
      status === 429 ? { status, headers: { 'retry-after': '30' } } : own(copartRecord()),
    );
    let time = Date.parse('2026-11-22T12:00:00Z');
    const tools = service(apibara, site.origin, { now: () => new Date(time) });
    await failureOf(scrapeLot(tools, COPART, never));
    status = 200;
    time += 31_000;
    expect((await scrapeLot(tools, COPART, never)).origin).toBe('licensed');
  });

  test('whose answer says that none is left rests until its period ends', async () => {
    const headers = { 'x-subscription-remaining': '0', 'x-subscription-period-end': '2026-12-01T00:00:00Z' };
    const site = await sourceStandIn(() => ({ body: { ok: true, data: copartRecord() }, headers }));
    let time = Date.parse('2026-11-22T12:00:00Z');
    const tools = service(apibara, site.origin, { now: () => new Date(time) });
    expect((await scrapeLot(tools, COPART, never)).origin).toBe('licensed');
    const other = 'https://www.copart.com/lot/70000044';
    expect((await failureOf(scrapeLot(tools, other, never))).details.sources).toEqual([
      { source: 'Apibara', outcome: 'quota' },
    ]);
    time = Date.parse('2026-12-01T00:00:01Z');
    await failureOf(scrapeLot(tools, other, never));
    expect(site.asked.length).toBeGreaterThan(1);
  });

  test('is left alone past our own cap, which all processes share', async () => {
    const site = await sourceStandIn(() => undefined);
    const [one, other] = [1, 2].map(() => service(apibara, site.origin, { perMonth: 3 }));
    if (!one || !other) throw new Error('two services');
    for (const [tools, number] of [
      [one, 50],
      [other, 51],
      [one, 52],
    ] as const)
      await failureOf(scrapeLot(tools, `https://www.copart.com/lot/700000${number}`, never));
    expect(site.asked).toHaveLength(3);
  });

  test('gets its calls spaced', async () => {
    const site = await sourceStandIn(() => undefined);
    // Long enough that one which was slower to connect takes little of it.
    await failureOf(scrapeLot(service(apibara, site.origin, { paceMs: 2_500 }), COPART, never));
    const [first, second] = site.asked.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(2_300);
  });
});

describe('a VIN or number alone', () => {
  test('is a lot of the site that the source names, under that site’s link', async () => {
    const site = await sourceStandIn(({ path: at }) =>
      at === '/v1/vehicles/40000042' || at === '/v1/vehicles/1HGCV1F30KA000042'
        ? own(iaaiRecord())
        : undefined,
    );
    const tools = service(apibara, site.origin);
    const byNumber = await scrapeLot(tools, ' 40000042 ', never);
    expect(byNumber).toMatchObject({
      lot_key: 'iaai:41000042',
      url: IAAI,
      source: 'Apibara',
      origin: 'licensed',
    });
    expect((await scrapeLot(tools, '1hgcv1f30ka000042', never)).lot_key).toBe('iaai:41000042');
    // The second was here already.
    expect(site.asked).toHaveLength(1);
    expect(tools.atSite).toEqual([]);
  });

  test('that two ask for at once is looked up once, and so is what one asks for later', async () => {
    const site = await sourceStandIn(() => own(iaaiRecord()));
    const tools = service(apibara, site.origin);
    const ask = (vin: string, caller: WorkCaller) => scrapeLot(tools, vin, never, caller);
    const [one, other] = await Promise.all([
      ask('1HGCV1F30KA000042', 'visitor 192.0.2.1'),
      ask(' 1hgcv1f30ka000042', 'visitor 192.0.2.2'),
    ]);
    expect(one.lot_key).toBe('iaai:41000042');
    expect(other).toEqual(one);
    expect((await ask('1HGCV1F30KA000042', 'visitor 192.0.2.3')).lot_key).toBe(one.lot_key);
    expect(site.asked).toHaveLength(1);
  });

  test('that its first asker no longer waits for is still told to the second', async () => {
    const site = await sourceStandIn(() => own(iaaiRecord()));
    const tools = service(apibara, site.origin);
    const gone = new AbortController();
    const first = scrapeLot(tools, '1HGCV1F30KA000042', gone.signal);
    const second = scrapeLot(tools, '1HGCV1F30KA000042', never);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect((await second).lot_key).toBe('iaai:41000042');
    expect(site.asked).toHaveLength(1);
  });

  test('that could not be looked up may be asked for again', async () => {
    const replies: Reply[] = [{ status: 500 }];
    const site = await sourceStandIn(() => replies.pop() ?? own(iaaiRecord()));
    const tools = service(apibara, site.origin);
    await Promise.all([1, 2].map(() => failureOf(scrapeLot(tools, '1HGCV1F30KA000042', never))));
    expect(site.asked).toHaveLength(1);
    expect((await scrapeLot(tools, '1HGCV1F30KA000042', never)).lot_key).toBe('iaai:41000042');
  });

  test('that is one at two sites is asked back for its site', async () => {
    const site = await sourceStandIn((asked) =>
      isList(asked) ? list(copartRecord({ lot_number: '40000042' }), iaaiRecord()) : undefined,
    );
    const failure = await failureOf(scrapeLot(service(apibara, site.origin), '40000042', never));
    expect(failure.code).toBe('several_lots');
    expect(failure.details.reason).toContain('https://www.copart.com/lot/40000042');
    expect(failure.details.reason).toContain(IAAI);
  });

  test('that no source knows names the pages to open', async () => {
    const site = await sourceStandIn(() => undefined);
    const failure = await failureOf(scrapeLot(service(apibara, site.origin), '40000042', never));
    expect(failure.code).toBe('lot_not_found');
    expect(failure.details.reason).toMatch(/Apibara does not know this lot.*copart\.com\/lot\/40000042/);
  });

  test('without a source names the pages to open in plain words', async () => {
    const site = await sourceStandIn(() => undefined);
    const tools = { ...service(apibara, site.origin), findLicensed: null };
    const number = await failureOf(scrapeLot(tools, '40000042', never));
    expect(number).toMatchObject({ code: 'unsupported_url' });
    for (const place of [
      'https://www.copart.com/lot/40000042',
      'https://www.iaai.com/Search?searchkeyword=40000042',
      'https://bid.cars/en/lot/1-40000042',
      'https://bid.cars/en/lot/0-40000042',
    ])
      expect(number.message).toContain(place);
    const vin = await failureOf(scrapeLot(tools, '1HGCV1F30KA000042', never));
    expect(vin.message).toMatch(/is a VIN.*SearchVIN=1HGCV1F30KA000042/);
    expect(site.asked).toHaveLength(0);
  });
});

describe('auctionsapi.com', () => {
  test('is searched, and its traps tell nothing', async () => {
    const site = await sourceStandIn(() => ({ body: { data: [auctionsApiCar()] } }));
    const lot = await scrapeLot(service(auctionsApi, site.origin), '30000042', never);
    expect(lot).toMatchObject({
      source: 'auctionsapi.com',
      lot_key: 'iaai:31000042',
      make: 'Ford',
      model: 'Escape',
      trim: 'SE',
      mileage: 80_778,
      primary_damage: 'Front End',
      secondary_damage: null,
      run_condition: 'runs_and_drives',
      retail_value: 9000,
      location: 'Mascotte, FL',
    });
  });

  test('of a trailer, which has no make, tells no car', async () => {
    const site = await sourceStandIn(() => ({
      body: { data: [auctionsApiCar({}, { manufacturer: null })] },
    }));
    expect((await failureOf(scrapeLot(service(auctionsApi, site.origin), '30000042', never))).code).toBe(
      'lot_not_found',
    );
  });

  test('has its key in the query, and nowhere else: no log, error, trace or stored row holds it', async () => {
    const replies: Reply[] = [
      { body: { data: [auctionsApiCar({ images: { big: [`https://vis.iaai.com/x?api_key=${KEY}`] } })] } },
      { status: 401, body: { message: `bad key ${KEY}` } },
      { status: 302, headers: { location: `https://elsewhere.example/?api_key=${KEY}` } },
      { status: 500, body: KEY },
      { body: `{"data": "${KEY}` },
      'drop',
      'hang',
    ];
    const told: string[] = [];
    for (const reply of replies) {
      await database.pool.query('DELETE FROM catalogue_answers');
      await database.pool.query('DELETE FROM lots');
      const site = await sourceStandIn(() => reply);
      const tools = service(auctionsApi, site.origin, { callMs: 300 });
      const ended = await scrapeLot(tools, '30000042', never).then(
        (lot) => lot,
        (error: unknown) => error,
      );
      expect(site.asked[0]?.query.get('api_key')).toBe(KEY);
      told.push(inspect(ended, { depth: 20, showHidden: true }), ...tools.lines);
      for (const table of ['lots', 'catalogue_answers', 'rate_limits', 'host_pace', 'host_waits'])
        told.push(JSON.stringify((await database.pool.query(`SELECT * FROM ${table}`)).rows));
    }
    expect(told.join('\n')).toContain('/v1/search');
    expect(told.filter((text) => text.includes(KEY))).toEqual([]);
  });
});

describe('the sources that a configuration names', () => {
  const tools = {
    fetch: fetchNothing,
    memoryOf: (name: string) => catalogueAnswers(database.pool, name),
    takeCall: () => takeCatalogueCall(database.pool, 'x', 1),
    log: createLog('silent'),
    now: () => new Date(),
  };
  test('are none without a key', () => {
    expect(configuredLotFinder(readConfig({}), tools)).toBeNull();
    expect(
      configuredLotFinder(readConfig({ LOT_SOURCES: 'auctionsapi', APIBARA_KEY: KEY }), tools),
    ).toBeNull();
  });
  test('are those with one', () => {
    expect(configuredLotFinder(readConfig({ APIBARA_KEY: KEY }), tools)).not.toBeNull();
  });
  test('must be known by name', () => {
    expect(() => readConfig({ LOT_SOURCES: 'apibara,nobody' })).toThrow(/LOT_SOURCES/);
  });
});

test('the service asks the configured source where the site refuses, and a report’s sources name it', async () => {
  const site = await sourceStandIn(({ path: at }) =>
    at.startsWith('/v1/') ? own(copartRecord()) : { status: 403, body: 'Access denied' },
  );
  const running = await startService(inject('databaseServer'), {
    environment: {
      APIBARA_KEY: KEY,
      APIBARA_URL: `${site.origin}/v1`,
      SOURCE_ORIGINS: JSON.stringify({
        'https://www.copart.com': site.origin,
        'https://cs.copart.com': site.origin,
      }),
    },
  });
  try {
    const read = await running.call('POST', 'auction/scrape', { json: { auction_link: COPART } });
    expect(read).toMatchObject({
      status: 200,
      json: { origin: 'licensed', source: 'Apibara', lot_number: '70000042' },
    });
    expect(read.text).not.toContain(KEY);
    const token = await running.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const started = await running.call('POST', 'auction/process_report', {
      token,
      json: { auction_url: COPART, lot_key: read.json.lot_key },
    });
    expect(started.status, started.text).toBe(200);
    const report = await until('the finished report', 200_000, async () => {
      const answer = await running.call('GET', `reports/${started.json.report_id}`, { token });
      return answer.json.report ? answer : null;
    });
    const { report: model } = report.json as { report: ReportModel };
    expect(model).toMatchObject({ lot_origin: 'licensed', lot: { source: 'Apibara' } });
    const note = sourceOf('lot', model.sources);
    expect(note && sourceWords(note, model).source).toBe(
      `Apibara, licensed data of the copart lot ${COPART}`,
    );
  } finally {
    await running.close();
  }
});

function fetchNothing(): never {
  throw new Error('nothing is asked');
}

/** Records of the services themselves, where they lie beside the captures. */
const recorded = path.join(process.env.LOTLENS_CAPTURES ?? '/nowhere', '..', 'data', 'lot-api-samples');
const files = fs.existsSync(recorded)
  ? fs.readdirSync(recorded).filter((file) => file.endsWith('.json'))
  : [];

describe.runIf(files.length > 0)('records of the services themselves', () => {
  const bodyOf = (start: string): string =>
    fs.readFileSync(path.join(recorded, files.find((file) => file.startsWith(start)) ?? ''), 'utf8');

  test('an ended lot of IAAI', async () => {
    const site = await sourceStandIn(() => ({ body: bodyOf('iaai-ended') }));
    expect(await scrapeLot(service(apibara, site.origin), '43475591', never)).toMatchObject({
      lot_key: 'iaai:43970528',
      name: '2018 AUDI S5 3.0T PREMIUM PLUS',
      make: 'Audi',
      model: 'S5',
      trim: '3.0T PREMIUM PLUS',
      vin: 'WAUC4CF57JA035732',
      mileage: 91351,
      odometer: { value: 91351, unit: 'mi', brand: null },
      primary_damage: 'Front end',
      secondary_damage: 'Right Side',
      loss_type: null,
      run_condition: 'runs_and_drives',
      keys: 'yes',
      airbags: 'intact',
      title: 'CLEAR',
      retail_value: null,
      seller_repair_cost: null,
      sale_date: '2026-05-06T14:30:00Z',
      seller: 'Progressive Casualty Insurance',
      // Sold on approval: the seller may still say no.
      listing_state: 'ended',
      market: {
        currency: 'USD',
        current_bid: 2050,
        buy_now: 11_500,
        final_bid: 8750,
        sale_state: 'on_approval',
        sale_at: '2026-05-06T14:30:00Z',
        sold_by: null,
        site_price_band: null,
      },
    });
  });

  test('the head of a list’s row', async () => {
    const site = await sourceStandIn((asked) => (isList(asked) ? { body: bodyOf('iaai-open') } : undefined));
    const lot = await scrapeLot(service(apibara, site.origin), '45704693', never);
    expect(lot).toMatchObject({
      name: '2018 AUDI A5 2.0T PREMIUM',
      keys: null,
      primary_damage: null,
      images: [],
    });
    expect(lot.url).toBe('https://www.iaai.com/Search?searchkeyword=45704693');
  });

  test('the refusal of a month that is used up', async () => {
    const site = await sourceStandIn(() => ({ status: 429, body: bodyOf('error-429') }));
    const failure = await failureOf(scrapeLot(service(apibara, site.origin), COPART, never));
    expect(failure.details.sources).toEqual([{ source: 'Apibara', outcome: 'quota' }]);
    expect(site.asked).toHaveLength(1);
  });

  test('a car of auctionsapi.com', async () => {
    const site = await sourceStandIn(() => ({ body: bodyOf('auctionsapi') }));
    const lot = await scrapeLot(service(auctionsApi, site.origin), '36334050', never);
    expect(lot).toMatchObject({
      make: 'Ford',
      model: 'Explorer',
      trim: 'Sport',
      mileage: 257500,
      primary_damage: 'Roof',
    });
    expect(lot.images).toHaveLength(11);
  });
});
