import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SwitchName } from '../../../contract/operator/switches.ts';
import { readQuota } from '../../../server/db/accounts/quota.ts';
import { catalogueAnswers } from '../../../server/db/catalogue/catalogue-answers.ts';
import { saveLot } from '../../../server/db/lots/lots.ts';
import { isSwitchedOn, keepSwitch } from '../../../server/db/ops/switches.ts';
import { lotReadingsByDay } from '../../../server/db/ops/use-by-day.ts';
import { readHere } from '../../../server/lots/read-here.ts';
import { type ScrapeTools, scrapeLot, scrapeUserSuppliedPage } from '../../../server/lots/scrape-lot.ts';
import { startLotWhenOn } from '../../../server/reports/board/start-waiting-lot.ts';
import { SECRETS_KEY } from '../../secrets-key.ts';
import { type OperatorService, startOperatorService } from '../operator-service.ts';
import { madeUpLot } from '../seed.ts';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  await service.enter();
});
afterAll(() => service.close());
afterEach(() => service.tools.pool.query('DELETE FROM switches'));

const turn = (name: SwitchName, on: boolean) =>
  service.call('PUT', `operator/switches/${name}`, { token: service.token, json: { on } });
const register = (email: string) =>
  service.call('POST', 'auth/register', {
    json: { email, password: 'a-long-good-one-71', first_name: 'A', last_name: 'B' },
  });

test('a switch that is turned off says by whom, and is noted once', async () => {
  await turn('sign_ups', false);
  const again = await turn('sign_ups', false);
  expect(again.json).toMatchObject({
    name: 'sign_ups',
    on: false,
    changed_by: expect.stringMatching(/^operator:/),
  });
  const { rows } = await service.tools.pool.query(
    "SELECT subject, details FROM audit_log WHERE action = 'switch_turned'",
  );
  expect(rows).toEqual([{ subject: 'sign_ups', details: { on: false } }]);
  const { text } = await service.call('GET', 'operator/switches', { token: service.token });
  const all = JSON.parse(text) as { on: boolean }[];
  expect(all.map(({ on }) => on)).toEqual([false, true, true, true, true, false]);
});

test('nobody signs up while sign-ups are off, and everybody after', async () => {
  await turn('sign_ups', false);
  const refused = await register('late@example.test');
  expect([refused.status, refused.json.code]).toEqual([503, 'unavailable']);
  expect(refused.json.message).toMatch(/^New accounts can’t be opened/);
  await turn('sign_ups', true);
  expect((await register('late@example.test')).status).toBe(201);
});

test('no report starts while they are off, and nothing is charged', async () => {
  const { pool } = service.tools;
  const lot = madeUpLot();
  await saveLot(pool, lot.lot_key, 'fetched', lot);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users LIMIT 1');
  const userId = rows[0]?.id ?? '';
  const before = (await readQuota(pool, userId)).available_reports;
  const json = { auction_url: lot.url, lot_key: lot.lot_key };
  const start = () => service.call('POST', 'auction/process_report', { token: service.token, json });
  await turn('new_reports', false);
  const refused = await start();
  expect([refused.status, refused.json.code]).toEqual([503, 'unavailable']);
  expect((await readQuota(pool, userId)).available_reports).toBe(before);
  await turn('new_reports', true);
  expect((await start()).status).toBe(200);
});

test('a lot on a board waits while new reports are off, and uses up no try', async () => {
  await keepSwitch(service.tools.pool, { name: 'new_reports', on: false, actor: 'test' });
  const sent: unknown[] = [];
  const queue = { send: async (...job: unknown[]) => void sent.push(job) };
  const job = { waiting_lot_id: '00000000-0000-4000-8000-000000000000' };
  await startLotWhenOn({ ...service.tools.requests, queue }, job);
  expect(sent).toEqual([['start-lot', job, { afterSeconds: 30 }]]);
});

/** A Copart that always knows the lot; what it was asked is kept. */
function copart(): ScrapeTools & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    pool: service.tools.pool,
    readerFor: () => readHere,
    isSample: () => false,
    listPhotos: async (lot) => lot,
    async fetchPage({ url }) {
      asked.push(url);
      const lotDetails = {
        ln: Number(/solr\/(\d+)/.exec(url)?.[1]),
        ld: '2018 TOYOTA CAMRY SE',
        lcy: 2018,
        mkn: 'TOYOTA',
      };
      const body = JSON.stringify({ returnCode: 1, data: { lotDetails } });
      return { pages: [{ url, status: 200, content_type: 'application/json', body }], rendered: false };
    },
  };
}
const LINK = 'https://www.copart.com/lot/70000021';
const never = new AbortController().signal;

test('no site is asked while its pages are off; a page of the user’s own is read all the same', async () => {
  await turn('site_pages', false);
  const tools = copart();
  await expect(scrapeLot(tools, LINK, never)).rejects.toMatchObject({
    code: 'source_blocked',
    details: { reason: expect.stringMatching(/^We do not read pages of Copart ourselves/) },
  });
  const own = {
    link: LINK,
    pages: ['2018 TOYOTA CAMRY SE\nLot number: 70000021\nPrimary damage: Front end\nOdometer: 31,000 mi'],
  };
  await scrapeUserSuppliedPage(tools, own);
  expect(tools.asked).toEqual([]);
  await turn('site_pages', true);
  expect((await scrapeLot(tools, LINK, never)).name).toBe('2018 TOYOTA CAMRY SE');
});

test('a lot that its site showed, and one that it refused, are counted', async () => {
  const { pool } = service.tools;
  await pool.query('DELETE FROM lot_readings');
  await scrapeLot(copart(), LINK.replace('21', '22'), never);
  const refusing: ScrapeTools = {
    ...copart(),
    fetchPage: async ({ url }) => ({
      pages: [{ url, status: 403, content_type: 'text/html', body: 'no' }],
      rendered: false,
    }),
  };
  await expect(scrapeLot(refusing, LINK.replace('21', '23'), never)).rejects.toThrow();
  const counted = await lotReadingsByDay(pool);
  expect(counted.map(({ site, outcome, lots }) => [site, outcome, lots])).toEqual([
    ['copart', 'read', 1],
    ['copart', 'source_blocked', 1],
  ]);
});

test('no photo is looked at by a model while that is off, and by the same one after', async () => {
  const model = { VISION_PROVIDER: 'openai', VISION_MODEL: 'eye-1', VISION_API_KEY: 'key-of-a-model-1' };
  const watching = await startOperatorService({ SECRETS_KEY, ...model });
  try {
    const { pool, detector } = watching.tools;
    const name = detector.name;
    expect(detector.examines_photos).toBe(true);
    await keepSwitch(pool, { name: 'photo_review', on: false, actor: 'test' });
    await expect.poll(() => detector.examines_photos).toBe(false);
    await keepSwitch(pool, { name: 'photo_review', on: true, actor: 'test' });
    await expect.poll(() => detector.name).toBe(name);
  } finally {
    await watching.close();
  }
});

test('sources that were left alone while they were off are asked at once when they are on again', async () => {
  const { pool } = service.tools;
  await turn('paid_catalogs', false);
  for (const adapter of ['parts-catalogs-api', 'ebay-sellers', 'lots-apibara'])
    await catalogueAnswers(pool, adapter).keep('rest', 'rest', { until: '2099-01-01T00:00:00.000Z' });
  await turn('paid_catalogs', true);
  const { rows } = await pool.query("SELECT adapter FROM catalogue_answers WHERE vehicle = 'rest'");
  expect(rows).toEqual([{ adapter: 'lots-apibara' }]);
});

test('a command turns a switch, and the running service follows', async () => {
  const { pool } = service.tools;
  await keepSwitch(pool, { name: 'paid_catalogs', on: false, actor: 'cli:root' });
  expect(await isSwitchedOn(pool, 'paid_catalogs')).toBe(false);
});

test('all makes are off until an operator turns them on, and lots follow at once', async () => {
  const jeep = () =>
    service.call('POST', 'auction/enter_lot', { json: { year: 2019, make: 'Jeep', model: 'Wrangler' } });
  expect(await isSwitchedOn(service.tools.pool, 'all_makes')).toBe(false);
  const before = (await jeep()).json;
  expect(before).toMatchObject({ make_supported: false });
  expect(before.supported_makes).toContain('Volvo');
  expect(before.supported_makes).not.toContain('Jeep');
  expect((await turn('all_makes', true)).status).toBe(200);
  expect((await jeep()).json).toMatchObject({ make_supported: true });
});
