import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Preflight, scrapeAnswerSchema } from '../../contract/api/auction-answers.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { visitorCaller } from '../../server/accounts/limits.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { createPreflight } from '../../server/reports/preflight.ts';
import { addSignedIn } from './finished-report.ts';
import { madeUpLot } from './seed.ts';
import { readReportOf, startService, type TestService, until } from './service.ts';

const BMW = 'https://bid.cars/en/lot/1-90000001';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {});
});
afterAll(() => service.close());

const read = async (lotKey: string): Promise<Preflight> => {
  const answer = await service.call('GET', `auction/preflight?lot_key=${encodeURIComponent(lotKey)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Preflight;
};
const scrape = async () => {
  const answer = await service.call('POST', 'auction/scrape', { json: { auction_link: BMW } });
  expect(answer.status, answer.text).toBe(200);
  return scrapeAnswerSchema.parse(answer.json);
};

test('a sample lot’s preflight tells its photos, its catalog and its range from the listing', async () => {
  const lot = await scrape();
  const settled = await until('photos and range', 90_000, async () => {
    const now = await read(lot.lot_key);
    return now.estimate !== null && now.photos.held === now.photos.listed ? now : null;
  });
  expect(settled).toMatchObject({
    photos: { listed: 8, held: 8, refused: 0 },
    vision_model: false,
    catalogue: 'held',
  });
  const { low, likely, high, width } = settled.estimate ?? { low: 0, likely: 0, high: 0, width: 0 };
  expect(low).toBeGreaterThan(1000);
  expect(likely).toBeGreaterThan(low);
  expect(high).toBeGreaterThan(likely);
  expect(width).toBeCloseTo(high - low, 2);
  // Known by now: the lot's answer has it, as soon as the machine gives it 50 ms.
  const told = await until('a lot with its preflight', 90_000, async () => {
    const { preflight } = await scrape();
    return preflight?.estimate ? preflight : null;
  });
  expect(told).toEqual(settled);
});

test('a lot entered by hand without photos, of a car no file has, would show neither photos nor numbers', async () => {
  const answer = await service.call('POST', 'auction/enter_lot', {
    json: { year: 2019, make: 'Mazda', model: 'CX-9', primary_damage: 'Rear end' },
  });
  const lot = scrapeAnswerSchema.parse(answer.json);
  expect(await read(lot.lot_key)).toMatchObject({
    photos: { listed: 0, held: 0, refused: 0 },
    catalogue: 'none',
  });
});

test('photos sent along are held', async () => {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  const answer = await service.call('POST', 'auction/enter_lot', {
    json: { year: 2019, make: 'Mazda', model: 'CX-9', photos: [photo.toString('base64')] },
  });
  const lot = scrapeAnswerSchema.parse(answer.json);
  expect((await read(lot.lot_key)).photos).toEqual({ listed: 1, held: 1, refused: 0 });
});

test('the range is by the rates that the reader’s reports start with', async () => {
  const { lot_key } = await scrape();
  const likely = async (token?: string): Promise<number> =>
    until('a range', 90_000, async () => {
      const answer = await service.call('GET', `auction/preflight?lot_key=${encodeURIComponent(lot_key)}`, {
        ...(token ? { token } : {}),
      });
      return (answer.json as Preflight).estimate?.likely ?? null;
    });
  const account = await addSignedIn(service);
  const asVisitor = await likely();
  expect(await likely(account.token)).toBe(asVisitor);
  await service.call('PATCH', 'users/me/preferences', {
    token: account.token,
    json: {
      rates: {
        body: 150,
        refinish: 150,
        mechanical: 170,
        structural: 160,
        frame: 160,
        glass: 150,
        diagnostic: 170,
        materials: 60,
      },
    },
  });
  expect(await likely(account.token)).toBeGreaterThan(asVisitor * 1.1);
  expect(await likely()).toBe(asVisitor);
});

test('preflight and report of the same evidence say the same range', async () => {
  const account = await addSignedIn(service);
  const answer = await service.call('POST', 'auction/enter_lot', {
    token: account.token,
    json: { year: 2018, make: 'Mazda', model: 'CX-9', primary_damage: 'Front end', airbags: 'intact' },
  });
  const { lot_key } = scrapeAnswerSchema.parse(answer.json);
  const before = await until('a range', 90_000, async () => {
    const told = await service.call('GET', `auction/preflight?lot_key=${encodeURIComponent(lot_key)}`, {
      token: account.token,
    });
    return (told.json as Preflight).estimate;
  });
  const started = await service.call('POST', 'auction/process_report', {
    token: account.token,
    json: { auction_url: '', lot_key },
  });
  expect(started.status, started.text).toBeLessThan(300);
  const report = await until('the report is ready', 90_000, async () => {
    const detail = await readReportOf(service, account.token, String(started.json.report_id));
    return detail?.task_status === 'finished' && detail.report;
  });
  const { low, likely, high } = reportModelSchema.parse(report).estimate.total;
  expect({ low, likely, high }).toEqual({ low: before.low, likely: before.likely, high: before.high });
});

test('of a lot nobody has read there is none', async () => {
  const answer = await service.call('GET', 'auction/preflight?lot_key=copart%3A1');
  expect([answer.status, answer.json.code]).toEqual([422, 'lot_not_found']);
});

const lot: StoredLot = madeUpLot();
const VISITOR = { userId: null, caller: visitorCaller('192.0.2.1') };

test('a preflight that fails is none, and the lot is read all the same', async () => {
  const broken = createPreflight({
    ...service.tools,
    catalogues: service.tools.catalogues.map((catalogue) => ({
      ...catalogue,
      holds: () => Promise.reject(new Error('the disk is full')),
    })),
  });
  expect(await broken(lot, 5_000, VISITOR)).toBeNull();
});

test('a catalog that has to be asked is not asked', async () => {
  const keyed = {
    name: 'keyed',
    label: 'Keyed',
    supports: () => true,
    findParts: () => Promise.reject(new Error('asked')),
  };
  const readPreflight = createPreflight({ ...service.tools, catalogues: [keyed] });
  expect(await readPreflight(lot, 5_000, VISITOR)).toMatchObject({ catalogue: 'on_request' });
});

test('what is not there in time is left out; of everything else it is told', async () => {
  const { promise: never } = Promise.withResolvers<null>();
  const readPreflight = createPreflight({
    ...service.tools,
    estimating: { for: () => ({ ...service.tools.estimating.for(SERVICE), listedRange: () => never }) },
  });
  expect(await readPreflight(lot, 5_000, VISITOR)).toMatchObject({ estimate: null, vision_model: false });
});

test('a lot’s answer waits no longer than it was told to', async () => {
  const { promise: never } = Promise.withResolvers<boolean>();
  const slow = createPreflight({
    ...service.tools,
    catalogues: service.tools.catalogues.map((catalogue) => ({ ...catalogue, holds: () => never })),
  });
  expect(await slow(lot, 50, VISITOR)).toBeNull();
});
