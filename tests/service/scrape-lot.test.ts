import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { GiveUp } from '../../server/errors.ts';
import { enterLot } from '../../server/lots/enter-lot.ts';
import { readHere } from '../../server/lots/read-here.ts';
import {
  keepEnteredLot,
  lotByKey,
  type ScrapeTools,
  scrapeLot,
  scrapeUserSuppliedPage,
} from '../../server/lots/scrape-lot.ts';
import { crawlVehicleData } from '../../server/pipeline/steps/crawl-vehicle-data.ts';
import { createTestDatabase } from './database.ts';
import { madeUpLot } from './seed.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
});
afterAll(() => database.close());

const never = new AbortController().signal;

/** A Copart that answers after a moment; what it was asked is kept. */
function toolsWith(answer = { status: 200, named: true }): ScrapeTools & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    pool: database.pool,
    readerFor: () => readHere,
    isSample: () => false,
    listPhotos: async (lot) => lot,
    async fetchPage({ url, onTurn }) {
      asked.push(url);
      onTurn?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
      const number = /solr\/(\d+)/.exec(url)?.[1];
      const lotDetails = { ln: Number(number), ld: '2018 TOYOTA CAMRY SE', lcy: 2018, mkn: 'TOYOTA' };
      const body = JSON.stringify({ returnCode: 1, data: { lotDetails: answer.named ? lotDetails : {} } });
      const page = { url, status: answer.status, content_type: 'application/json', body };
      return { pages: [page], rendered: false };
    },
  };
}
const details = (asked: string[]) => asked.filter((url) => !url.includes('lotImages'));

test('many who ask for one lot at once fetch it once', async () => {
  const tools = toolsWith();
  const lots = await Promise.all(
    Array.from({ length: 6 }, () => scrapeLot(tools, 'https://www.copart.com/lot/70000011', never)),
  );
  expect(new Set(lots.map((lot) => lot.lot_key)).size).toBe(1);
  expect(details(tools.asked)).toHaveLength(1);
});

test('one who goes away takes the lot from nobody', async () => {
  const tools = toolsWith();
  const gone = new AbortController();
  const first = scrapeLot(tools, 'https://www.copart.com/lot/70000012', gone.signal);
  const second = scrapeLot(tools, 'https://www.copart.com/lot/70000012', never);
  await expect.poll(() => tools.asked.length).toBeGreaterThan(0);
  gone.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect((await second).name).toBe('2018 TOYOTA CAMRY SE');
});

test('a failure is told to all, and the next one asks anew', async () => {
  const failing = toolsWith({ status: 200, named: false });
  const link = 'https://www.copart.com/lot/70000013';
  const both = await Promise.allSettled([scrapeLot(failing, link, never), scrapeLot(failing, link, never)]);
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect((await scrapeLot(toolsWith(), link, never)).name).toBe('2018 TOYOTA CAMRY SE');
});

test('a lot that two people requested at once is read again when the stored copy is out of date', async () => {
  const tools = toolsWith();
  const link = 'https://www.copart.com/lot/70000014';
  const key = 'copart:70000014';
  const read = (caller: string) => scrapeLot(tools, link, never, caller);
  const both = await Promise.all([read('user:1'), read('user:2')]);
  expect(both.map((lot) => lot.lot_key)).toEqual([key, key]);
  await database.pool.query("UPDATE lots SET read_at = read_at - interval '1 day' WHERE key = $1", [key]);
  const asked = details(tools.asked).length;
  await read('user:1');
  expect(details(tools.asked)).toHaveLength(asked + 1);
});

test('a stored lot that is no car ends its report at once, so that it is not charged', async () => {
  const bike = { ...madeUpLot('entered:bike'), body_style: 'MOTORCYCLE' };
  await saveLot(database.pool, bike.lot_key, 'entered', bike);
  const run = {
    reportId: '',
    userId: null,
    url: '',
    createdAt: new Date(),
    fence: 0,
    status: '',
    traceId: null,
    inOwnProcess: false,
  };
  const crawl = crawlVehicleData(toolsWith(), { ...run, lotKey: bike.lot_key }, never);
  await expect(crawl).rejects.toBeInstanceOf(GiveUp);
  await expect(crawl).rejects.toMatchObject({ code: 'unsupported_make' });
});

const IAAI_TEXT =
  '2020 Kia Soul LX\nStock #: 45600777\nPrimary Damage: Rear End\nOdometer: 31,000 mi\nKey: Present\n';

/** IAAI's photo service as it answers for a salvage id. */
const photoService =
  (asked: string[], status: number): ScrapeTools['fetchPage'] =>
  async ({ url }) => {
    asked.push(url);
    const keys = [1, 2].map((n) => ({ K: `46111777~SID~B1~S1~I${n}~RW2576~H1932~TH0`, W: 2576, H: 1932 }));
    const body = status === 200 ? JSON.stringify({ Videos: [], keys }) : 'no';
    return { pages: [{ url, status, content_type: 'application/json', body }], rendered: false };
  };

test.each([
  ['where it tells them', 200, 2],
  ['and goes without where it refuses', 403, 0],
])(
  'a lot handed over as text takes its photos from the site’s photo service, %s',
  async (_, status, count) => {
    const asked: string[] = [];
    const tools = toolsWith();
    const lot = await scrapeUserSuppliedPage(
      { ...tools, fetchPage: photoService(asked, status) },
      { link: 'https://www.iaai.com/VehicleDetail/46111777~US', pages: [IAAI_TEXT] },
    );
    expect(asked).toEqual(['https://vis.iaai.com/dimensions?imageKeys=46111777~SID']);
    expect(lot).toMatchObject({ lot_number: '45600777', origin: 'own_page' });
    expect(lot.images).toHaveLength(count);
  },
);

test('for a lot whose site has no such service nothing is asked', async () => {
  const tools = toolsWith();
  const text =
    '2018 KIA OPTIMA LX\nLot # 70000031\nOdometer: 45,276 mi\nPrimary damage: Hail\nHas key: Yes\n';
  const lot = await scrapeUserSuppliedPage(tools, { link: '', pages: [text] });
  expect([lot.lot_number, lot.images, tools.asked]).toEqual(['70000031', [], []]);
});

test('where all makes are taken, a stored lot of another make is answered as supported, and else as it was read', async () => {
  const tools = toolsWith();
  const { lot_key, make_supported } = await keepEnteredLot(
    tools,
    enterLot({ year: 2021, make: 'Tesla', model: 'Model 3' }),
  );
  expect(make_supported).toBe(false);
  expect((await lotByKey({ ...tools, allMakes: async () => true }, lot_key)).make_supported).toBe(true);
  expect((await lotByKey(tools, lot_key)).make_supported).toBe(false);
});
