import fs from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type SetupSource,
  setupSchema,
  type TestedSource,
} from '../../contract/api/operator/operator-answers.ts';
import { SETUP_SOURCES, type SetupSourceId } from '../../contract/operator/setup-sources.ts';
import { outcomeWords } from '../../contract/operator/setup-words.ts';
import { PROMPT_VERSION } from '../../server/damage-detectors/vision/prompt.ts';
import { detectionRates } from '../../server/estimate/evaluation/detection-rates.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { freshBeside } from './local-model-stand-ins.ts';
import { startSite } from './local-site.ts';
import { iaaiRecord, KEY as LOT_KEY, sourceStandIn } from './lot-source-stand-in.ts';
import { type OperatorService, startOperatorService } from './operator-service.ts';
import { KEY, type Override, partsCatalogsStandIn, refusal, VIN } from './parts-catalogs-stand-in.ts';
import { until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

/** A service whose operator is in, until the test ends. */
async function begin(environment: Record<string, string> = {}): Promise<OperatorService> {
  const service = await startOperatorService({ SECRETS_KEY, ...environment });
  onTestFinished(() => service.close());
  if (environment.SECRETS_KEY !== '') await service.enter();
  return service;
}
/** Another process of the same installation. */
async function beside(
  service: OperatorService,
  environment: Record<string, string> = {},
): Promise<OperatorService> {
  const other = await startOperatorService({
    SECRETS_KEY,
    DATABASE_URL: service.config.DATABASE_URL ?? '',
    ...environment,
  });
  onTestFinished(() => other.close());
  return other;
}
const catalogs = async (override?: Override) => {
  const site = await partsCatalogsStandIn(override === undefined ? {} : { override });
  return { site, environment: { PARTS_CATALOGS_URL: site.base } };
};

const read = async (service: OperatorService, source: SetupSourceId): Promise<SetupSource> => {
  const { json } = await service.call('GET', 'operator/setup', { token: service.token });
  const found = setupSchema.parse(json).sources.find((entry) => entry.source === source);
  if (found === undefined) throw new Error(`${source} is not listed`);
  return found;
};
const save = (service: OperatorService, source: SetupSourceId, values: Record<string, string>) =>
  service.call('PUT', `operator/sources/${source}/keys`, { token: service.token, json: { values } });
const forget = (service: OperatorService, source: SetupSourceId) =>
  service.call('DELETE', `operator/sources/${source}/keys`, { token: service.token });
const saveCatalogs = (service: OperatorService, key = KEY) =>
  save(service, 'parts_catalogs', { PARTS_CATALOGS_KEY: key });
const testOn = async (service: OperatorService, source: SetupSourceId, text?: string) => {
  const json = text === undefined ? {} : { text };
  const answer = await service.call('POST', `operator/sources/${source}/test`, {
    token: service.token,
    json,
  });
  return { ...answer, json: answer.json as TestedSource };
};
const labels = (service: OperatorService): string[] =>
  service.tools.catalogues.map(({ name }) => name).filter((name) => name === 'parts-catalogs-api');

describe('Setup', () => {
  test('lists every source, with where its keys come from and no more of them than their ends', async () => {
    const service = await begin({ PARTS_CATALOGS_KEY: KEY, EBAY_CALLS_PER_DAY: '200' });
    const { text, json } = await service.call('GET', 'operator/setup', { token: service.token });
    const { sources, can_change } = setupSchema.parse(json);
    expect([can_change, sources.map(({ source }) => source)]).toEqual([true, [...SETUP_SOURCES]]);
    expect(await read(service, 'parts_catalogs')).toMatchObject({
      on: true,
      from: 'environment',
      keys: [{ name: 'PARTS_CATALOGS_KEY', value: null, ending: 'test' }],
      stored: 'none',
      test: 'vin',
    });
    expect(await read(service, 'ebay')).toMatchObject({
      on: false,
      from: 'none',
      uses: [{ unit: 'calls', period: 'day', used: 0, cap: 200 }],
      test: null,
    });
    for (const secret of [KEY, SECRETS_KEY]) expect(text).not.toContain(secret);
  });

  test('decodes a VIN with nobody asked', async () => {
    const service = await begin();
    const { json } = await testOn(service, 'vin', '1HGCV1F38KA000042');
    expect(json.found).toMatchObject({ kind: 'vehicle', year: 2019, make: 'Honda', model: 'Accord' });
    expect((await testOn(service, 'vin', 'no vin')).status).toBe(400);
  });

  test('refuses a test of a source that is off, or that has none', async () => {
    const service = await begin();
    for (const source of ['ebay', 'mail'] as const)
      expect((await testOn(service, source, '5')).json).toMatchObject({ code: 'validation_error' });
  });

  test('without SECRETS_KEY shows what is on and changes nothing', async () => {
    const { site, environment } = await catalogs();
    const service = await begin({ ...environment, SECRETS_KEY: '' });
    await service.makeOperator();
    const { json } = await service.call('GET', 'operator/setup', { token: service.token });
    expect(setupSchema.parse(json).can_change).toBe(false);
    const refused = await saveCatalogs(service);
    expect([refused.status, refused.json.code]).toEqual([409, 'setup_read_only']);
    expect(site.calls).toEqual([]);
  });
});

describe('a key that is saved', () => {
  test('was tried by one call, is sealed, and serves in every process at once', async () => {
    const { site, environment } = await catalogs();
    const service = await begin(environment);
    const other = await beside(service, environment);
    expect([labels(service), labels(other)]).toEqual([[], []]);
    const saved = await saveCatalogs(service);
    expect(saved.json.source).toMatchObject({
      on: true,
      from: 'stored',
      keys: [{ value: null, ending: 'test' }],
      stored: 'in_force',
    });
    expect(site.calls.map(({ path }) => path)).toEqual(['/catalogs/']);
    expect(labels(service)).toHaveLength(1);
    await until('the other process has it', 20_000, async () => labels(other).length === 1);
    const { rows } = await service.tools.pool.query('SELECT sealed FROM stored_keys');
    expect(rows.map(({ sealed }) => sealed.includes(KEY))).toEqual([false]);
  });

  test('names the supported makes that its catalogs leave out', async () => {
    const { environment } = await catalogs();
    const { json } = await saveCatalogs(await begin(environment));
    expect(json.makes_left_out).toContain('Honda');
    expect(json.makes_left_out).not.toContain('Land Rover');
  });

  test('serves after a restart, too', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await saveCatalogs(service);
    expect(labels(await beside(service, environment))).toHaveLength(1);
  });

  test('ends a rest that the source was given for the key before', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await service.tools.pool.query(
      `INSERT INTO catalogue_answers VALUES ('parts-catalogs-api', 'rest', 'rest', '{}'), ('lots-apibara', 'rest', 'rest', '{}')`,
    );
    await saveCatalogs(service);
    const { rows } = await service.tools.pool.query('SELECT adapter FROM catalogue_answers');
    expect(rows).toEqual([{ adapter: 'lots-apibara' }]);
  });

  test('is deleted, and serves no more', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await saveCatalogs(service);
    const url = 'operator/sources/parts_catalogs/keys';
    const gone = await service.call('DELETE', url, { token: service.token });
    expect(gone.json).toMatchObject({ on: false, from: 'none', stored: 'none', stored_at: null });
    expect(labels(service)).toEqual([]);
    expect((await service.call('DELETE', url, { token: service.token })).status).toBe(404);
  });

  test('is noted with who saved and deleted it, and never with the key', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await saveCatalogs(service);
    await service.call('DELETE', 'operator/sources/parts_catalogs/keys', { token: service.token });
    const { rows } = await service.tools.pool.query(
      'SELECT actor, action, subject, details FROM audit_log ORDER BY id',
    );
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ['keys_saved', 'parts_catalogs'],
      ['keys_deleted', 'parts_catalogs'],
    ]);
    expect(rows.every(({ actor }) => /^operator:[0-9a-f-]{36}$/.test(actor))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(KEY);
  });

  test('gives way to one of the environment, which is not saved over', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await saveCatalogs(service);
    const other = await beside(service, { ...environment, PARTS_CATALOGS_KEY: 'OEM-API-of-the-environment' });
    await other.enter();
    expect(await read(other, 'parts_catalogs')).toMatchObject({
      from: 'environment',
      keys: [{ ending: 'ment' }],
      stored: 'behind_environment',
    });
    const refused = await saveCatalogs(other);
    expect([refused.status, refused.json.code]).toEqual([409, 'set_in_environment']);
  });

  test('is none where SECRETS_KEY is another one now', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await saveCatalogs(service);
    const other = await beside(service, {
      ...environment,
      SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    await other.enter();
    expect(await read(other, 'parts_catalogs')).toMatchObject({ on: false, stored: 'unreadable' });
  });

  test('is opened by the earlier of two keys', async () => {
    const { environment } = await catalogs();
    const service = await begin(environment);
    await saveCatalogs(service);
    const newer = `2:${Buffer.alloc(32, 9).toString('base64')},1:${SECRETS_KEY}`;
    expect(labels(await beside(service, { ...environment, SECRETS_KEY: newer }))).toHaveLength(1);
  });
});

describe('a key of parts-catalogs.com that it does not take', () => {
  const all =
    (reply: ReturnType<Override>): Override =>
    ({ path }) =>
      path === '/ip/' ? undefined : reply;
  test.each([
    ['key_refused', refusal(1001), null],
    ['address_refused', refusal(1003), '192.0.2.10'],
    ['quota', refusal(1004), null],
    ['plan_refused', refusal(1005), null],
    ['banned', refusal(1101), '192.0.2.10'],
    ['key_refused', { status: 401, json: {} }, null],
    ['fault', { status: 500, json: {} }, null],
    ['unreadable', { text: '[{"id":' }, null],
  ] as const)('is not saved, and it is said why: %s', async (outcome, reply, address) => {
    const { environment } = await catalogs(all(reply));
    const service = await begin(environment);
    const refused = await saveCatalogs(service);
    expect([refused.status, refused.json.code]).toEqual([422, 'key_refused']);
    expect(refused.json.details).toEqual({ outcome, address });
    expect(refused.json.message).toBe(outcomeWords('parts_catalogs', outcome, address));
    expect(await read(service, 'parts_catalogs')).toMatchObject({ on: false, stored: 'none' });
  });

  test('is not tried past the day’s cap of our own', async () => {
    const { site, environment } = await catalogs();
    const service = await begin({ ...environment, PARTS_CATALOGS_CALLS_PER_DAY: '1' });
    await saveCatalogs(service, 'wrong-key-0000');
    const refused = await saveCatalogs(service);
    expect(refused.json.details).toEqual({ outcome: 'own_cap', address: null });
    expect(site.calls).toHaveLength(1);
  });
});

test('a test VIN tells the car that parts-catalogs.com has, its groups and some of its numbers', async () => {
  const { environment } = await catalogs();
  const service = await begin({ ...environment, PARTS_CATALOGS_KEY: KEY });
  const { json } = await testOn(service, 'parts_catalogs', VIN);
  expect(json).toMatchObject({ outcome: 'ok', found: { kind: 'numbers', car: 'Corolla', by_vin: true } });
  // Bumpers, hood, headlights, suspension; no crankshaft.
  expect(json.found).toMatchObject({ groups: 4 });
  expect(JSON.stringify(json.found)).toContain('52119-02001');
  expect((await read(service, 'parts_catalogs')).uses[0]?.used).toBeGreaterThan(0);
  const unknown = await testOn(service, 'parts_catalogs', '1HGCV1F30KA000042');
  expect(unknown.json).toEqual({ outcome: 'nothing_found', address: null, found: null });
});

const EBAY = { EBAY_CLIENT_ID: 'made-up-id-0001', EBAY_CLIENT_SECRET: 'made-up-secret-0001' };
const ebay = (token: number) =>
  startSite((request, response: ServerResponse) => {
    const isToken = request.url?.startsWith('/identity/') === true;
    response.writeHead(isToken ? token : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isToken
          ? { access_token: 'token-1', expires_in: 7200 }
          : {
              total: 1,
              itemSummaries: [
                {
                  itemId: 'v1|1|0',
                  title: 'Front bumper cover 52119-02001',
                  price: { value: '149.90', currency: 'USD' },
                  buyingOptions: ['FIXED_PRICE'],
                },
              ],
            },
      ),
    );
  });

describe('eBay', () => {
  test('has its two IDs tried by a token alone, and then answers a number', async () => {
    const site = await ebay(200);
    const service = await begin({ EBAY_API_URL: site.origin });
    expect((await save(service, 'ebay', EBAY)).status).toBe(200);
    expect(site.requests.map(({ url }) => url)).toEqual(['/identity/v1/oauth2/token']);
    expect(service.tools.offers.sources.map(({ name }) => name)).toEqual(['ebay-browse']);
    const { json } = await testOn(service, 'ebay', '52119-02001');
    expect(json.found).toEqual({ kind: 'offers', count: 1, low: 149.9, high: 149.9 });
  });

  test('refuses IDs that are none, and one of the two alone', async () => {
    const site = await ebay(401);
    const service = await begin({ EBAY_API_URL: site.origin });
    expect((await save(service, 'ebay', EBAY)).json.details).toEqual({
      outcome: 'key_refused',
      address: null,
    });
    const { EBAY_CLIENT_ID } = EBAY;
    const half = await save(service, 'ebay', { EBAY_CLIENT_ID });
    expect([half.status, half.json.details]).toEqual([400, { field: 'values.EBAY_CLIENT_SECRET' }]);
    const other = await save(service, 'ebay', { ...EBAY, SECRETS_KEY });
    expect(other.status).toBe(400);
  });
});

describe('a source of lots', () => {
  test('takes a key that it answers, and is tested on a VIN', async () => {
    const site = await sourceStandIn(({ path, headers }) => {
      if (headers['x-api-key'] !== LOT_KEY) return { status: 401 };
      return path.endsWith('/vehicles/1HGCV1F30KA000042')
        ? { body: { ok: true, data: iaaiRecord() } }
        : undefined;
    });
    const service = await begin({ APIBARA_URL: `${site.origin}/v1` });
    expect((await save(service, 'apibara', { APIBARA_KEY: 'another-key-0000' })).json.details).toMatchObject({
      outcome: 'key_refused',
    });
    expect((await save(service, 'apibara', { APIBARA_KEY: LOT_KEY })).status).toBe(200);
    expect(service.tools.lots.findLicensed).not.toBeNull();
    const { json } = await testOn(service, 'apibara', '1HGCV1F30KA000042');
    expect(json.found).toMatchObject({ kind: 'lots', lots: [{ site: 'iaai', lot_number: '40000042' }] });
  });
});

const MODEL = { VISION_PROVIDER: 'openai', VISION_MODEL: 'eye-1', VISION_API_KEY: 'key-of-a-model-1' };

const NOTHING_FOUND = [{ lot: 'a', truth: [], truly_whole: [], found: [], named_whole: [], photos: 1 }];

/** As it is where no provider is set, on a machine without a model server; the model's service stands at `origin`. */
async function lookingFor(origin: string): Promise<Record<string, string>> {
  const { SOURCE_ORIGINS = '{}', ...fresh } = await freshBeside({});
  const local = JSON.parse(SOURCE_ORIGINS) as object;
  return { ...fresh, SOURCE_ORIGINS: JSON.stringify({ ...local, 'https://api.openai.com': origin }) };
}

describe('a vision model', () => {
  test('is tried by one question, tested on a sample photo, and serves in every process at once', async () => {
    const { site, asked } = await startStandIn(
      'openai',
      scripted({ findings: [{ photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 }] }),
    );
    const environment = await lookingFor(site.origin);
    const service = await begin(environment);
    const other = await beside(service, environment);
    const eyes = ({ tools: { detector } }: Pick<OperatorService, 'tools'>) => [
      detector.id,
      detector.examines_photos,
    ];
    expect([eyes(service), eyes(other)]).toEqual([
      ['searched', false],
      ['searched', false],
    ]);
    const saved = await save(service, 'vision', MODEL);
    expect(saved.json.source).toMatchObject({
      on: true,
      detail: 'openai: eye-1',
      stored: 'in_force',
    });
    expect(eyes(service)).toEqual(['vision', true]);
    await until('the other process has it', 20_000, async () => eyes(other)[0] === 'vision');
    expect(asked.map(({ images }) => images.length)).toEqual([0]);
    const { json } = await testOn(service, 'vision');
    expect(json.found).toMatchObject({ kind: 'damage', model: 'eye-1' });
    expect(JSON.stringify(json.found)).toContain('Front bumper cover');
    expect((await read(service, 'vision')).uses[0]?.used).toBeGreaterThan(0);
    expect((await forget(service, 'vision')).status).toBe(200);
    expect(eyes(service)).toEqual(['searched', false]);
    await until('the other process is without it', 20_000, async () => eyes(other)[0] === 'searched');
  });

  test('is told with the rates it is weighed by, where they are of it', async () => {
    const { site } = await startStandIn('openai', scripted({}));
    const file = path.join(await temporaryFolder(), 'rates.json');
    const about = { source: 'made up', prompt_version: PROMPT_VERSION, dated: '2026-11-20' };
    const write = (model: string) =>
      fs.writeFile(file, JSON.stringify(detectionRates(NOTHING_FOUND, { ...about, model })));
    const ratesBy = async (model: string) => {
      await write(model);
      const service = await begin({ ...(await lookingFor(site.origin)), ...MODEL, VISION_RATES: file });
      return (await read(service, 'vision')).rates;
    };
    const told = { prompt_version: PROMPT_VERSION, dated: '2026-11-20', lots: 1, labels: 0 };
    expect(await ratesBy('eye-1')).toEqual({
      in_use: true,
      file: { ...told, model: 'eye-1', form: 'first_values' },
    });
    expect(await ratesBy('ear-1')).toMatchObject({ in_use: false, file: { model: 'ear-1' } });
  });

  test('that nobody measured is weighed by first values, and no model by nothing', async () => {
    const { site } = await startStandIn('openai', scripted({}));
    const without = await begin(await lookingFor(site.origin));
    expect((await read(without, 'vision')).rates).toBeNull();
    expect((await save(without, 'vision', MODEL)).json.source).toMatchObject({
      rates: { in_use: false, file: null },
    });
  });

  test.each([
    [401, 'key_refused'],
    [404, 'model_unknown'],
    [400, 'not_understood'],
  ])('that answers %i is not saved: %s', async (status, outcome) => {
    const { site } = await startStandIn('openai', () => ({ status }));
    const service = await begin(await lookingFor(site.origin));
    const refused = await save(service, 'vision', MODEL);
    expect([refused.status, refused.json.details]).toEqual([422, { outcome, address: null }]);
  });

  test('of a provider without an address of its own is left to the environment', async () => {
    const service = await begin(await freshBeside({}));
    const refused = await save(service, 'vision', { ...MODEL, VISION_PROVIDER: 'openai_compatible' });
    expect([refused.status, refused.json.details]).toEqual([400, { field: 'values.VISION_PROVIDER' }]);
  });
});
