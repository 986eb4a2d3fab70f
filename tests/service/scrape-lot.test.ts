import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { GiveUp } from '../../server/errors.ts';
import { readHere } from '../../server/lots/read-here.ts';
import { type ScrapeTools, scrapeLot } from '../../server/lots/scrape-lot.ts';
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
    reader: readHere,
    isSample: () => false,
    listPhotos: async (lot) => lot,
    async fetchPage({ url }) {
      asked.push(url);
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

test('a stored lot that is no car ends its report at once, so that it is not charged', async () => {
  const bike = { ...madeUpLot('entered:bike'), body_style: 'MOTORCYCLE' };
  await saveLot(database.pool, bike.lot_key, 'entered', bike);
  const run = { reportId: '', userId: null, url: '', createdAt: new Date(), fence: 0, status: '' };
  const crawl = crawlVehicleData(toolsWith(), { ...run, lotKey: bike.lot_key }, never);
  await expect(crawl).rejects.toBeInstanceOf(GiveUp);
  await expect(crawl).rejects.toMatchObject({ code: 'unsupported_make' });
});
