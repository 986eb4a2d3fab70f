import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { CataloguePart } from '../../contract/schemas/part.ts';
import { catalogueAnswers, takeCatalogueCall } from '../../server/db/catalogue/catalogue-answers.ts';
import { createLog } from '../../server/log.ts';
import { partsCatalogsApi } from '../../server/parts-catalogues/parts-catalogs-com/api.ts';
import {
  carParametersSchema,
  carsByVinSchema,
  carsSchema,
  groupsSchema,
  modelsSchema,
  partsSchema,
  treeSchema,
} from '../../server/parts-catalogues/parts-catalogs-com/schema.ts';
import type { CatalogueAnswer, CatalogueVehicle } from '../../server/parts-catalogues/parts-catalogue.ts';
import { createTestDatabase } from './database.ts';
import { fetchFrom } from './local-site.ts';
import {
  KEY,
  type Override,
  partsCatalogsStandIn,
  refusal,
  type StandIn,
  VIN,
} from './parts-catalogs-stand-in.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(inject('databaseServer')) });
});
afterAll(() => pool.end());
beforeEach(async () => {
  await pool.query('DELETE FROM catalogue_answers');
  await pool.query('DELETE FROM rate_limits');
});

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
const masked = { ...car, vin: 'JTNKARJE0GJ******', vin_masked: true };
const FRONT = ['front_bumper_cover', 'front_bumper_reinforcement', 'hood', 'headlamp'];

type Given = {
  vehicle?: CatalogueVehicle;
  perDay?: number;
  key?: string;
  callMs?: number;
  totalMs?: number;
  want?: string[];
  lines?: string[];
  now?: () => Date;
};

async function find(site: StandIn, input: Given = {}): Promise<CatalogueAnswer> {
  const { vehicle = car, perDay = 1_000, want = FRONT } = input;
  const log = createLog('info', { write: (line: string) => input.lines?.push(line) });
  const fetch = fetchFrom(null, {
    apiOrigins: [site.origin],
    limits: { backOffMs: 1 },
    observe: (event) => log.info(event, 'fetch'),
  });
  const catalogue = partsCatalogsApi({
    fetch: fetch.fetch,
    baseUrl: site.base,
    key: input.key ?? KEY,
    kept: catalogueAnswers(pool, 'parts-catalogs-api'),
    takeCall: () => takeCatalogueCall(pool, 'parts-catalogs-api', perDay),
    now: input.now ?? (() => new Date()),
    ...(input.callMs !== undefined && { callMs: input.callMs }),
    ...(input.totalMs !== undefined && { totalMs: input.totalMs }),
  });
  return await catalogue.findParts(vehicle, { categories: want }, AbortSignal.timeout(60_000));
}

const partsOf = (answer: CatalogueAnswer): readonly CataloguePart[] =>
  answer.kind === 'ok' ? answer.parts : [];
const numbersOf = (answer: CatalogueAnswer) =>
  partsOf(answer)
    .map(({ number }) => number)
    .sort();
const FOUND = [
  '52021-02003',
  '52119-02001',
  '52119-02002',
  '52159-02004',
  '53301-02005',
  '81110-02007',
  '81150-02006',
];
const asked = (site: StandIn, address: string) => site.calls.filter((call) => call.path.endsWith(address));

describe('a car by its VIN', () => {
  it('gives the parts of the collision groups that are wanted, and asks for no others', async () => {
    const site = await partsCatalogsStandIn();
    expect(numbersOf(await find(site))).toEqual(FOUND);
    const groups = asked(site, '/parts2').map(({ query }) => query.get('groupId'));
    expect(groups.sort()).toEqual(['752', '817', '832', 'b-front', 'b-rear']);
    expect(asked(site, '/parts2').every(({ query }) => query.get('criteria') === '25@X<1>')).toBe(true);
  });

  it('gives each number its source, date, fit, drawing and the source’s own part id', async () => {
    const site = await partsCatalogsStandIn();
    const parts = partsOf(await find(site, { now: () => new Date('2026-11-20T23:00:00Z') }));
    expect(parts.find(({ number }) => number === '52021-02003')).toEqual({
      number: '52021-02003',
      name: 'REINFORCEMENT SUB-ASSY, FRONT BUMPER',
      group: 'Front bumper & Bumper stay',
      side: null,
      position: null,
      quantity: 1,
      notes: 'Production date: 20150820190711/2015-07/2019; Models: ZRE..TEST',
      price: null,
      currency: null,
      url: null,
      superseded_by: null,
      catalogue: 'parts-catalogs/toyota',
      source: 'parts-catalogs.com, Toyota catalog',
      dated: '2026-11-20',
      fit: 'exact_vin',
      year_from: 2015,
      year_to: 2019,
      name_id: '5101',
      image: 'https://img.parts-catalogs.test/toyota/52.png',
    });
  });

  it('takes the place’s name where a part has none, and leaves what decides to an option', async () => {
    const site = await partsCatalogsStandIn();
    const cover = partsOf(await find(site)).find(({ number }) => number === '52119-02002');
    expect(cover).toMatchObject({ name: 'COVER, FRONT BUMPER', fit: 'needs_option' });
    expect(cover?.notes).toContain('LESS FOG LAMP');
  });

  it('walks the groups where the catalogue has no tree', async () => {
    const site = await partsCatalogsStandIn({ tree: false });
    expect(numbersOf(await find(site))).toEqual(FOUND.filter((number) => !number.startsWith('811')));
    const groups = asked(site, '/groups2/').map(({ query }) => query.get('groupId'));
    expect(groups).not.toContain('9549');
  });

  it('walks the groups where the tree that was announced is missing', async () => {
    const override: Override = ({ path }) =>
      path.endsWith('groups-tree') ? { status: 404, json: {} } : undefined;
    expect(numbersOf(await find(await partsCatalogsStandIn({ override })))).toContain('52119-02001');
  });

  it('asks nothing for a second report of the same car, and only what is new for another want', async () => {
    const site = await partsCatalogsStandIn();
    expect(numbersOf(await find(site, { want: ['hood'] }))).toEqual(['53301-02005']);
    const before = site.calls.length;
    expect(numbersOf(await find(site, { want: ['hood'] }))).toEqual(['53301-02005']);
    expect(site.calls).toHaveLength(before);
    expect(numbersOf(await find(site, { want: ['hood', 'headlamp'] }))).toEqual([
      '53301-02005',
      '81110-02007',
      '81150-02006',
    ]);
    expect(asked(site, '/parts2').filter(({ query }) => query.get('groupId') === '817')).toHaveLength(1);
  });

  it('asks again once what is kept has grown old', async () => {
    const site = await partsCatalogsStandIn();
    await find(site, { want: ['hood'] });
    await pool.query(`UPDATE catalogue_answers SET kept_at = now() - interval '31 days'`);
    await find(site, { want: ['hood'] });
    expect(asked(site, '/parts2')).toHaveLength(2);
  });

  it('looks the car up anew, once, when its id expires on the way', async () => {
    let expired = false;
    const override: Override = ({ path, query }) => {
      if (path === '/catalogs/toyota/parts2' && query.get('groupId') === '817' && !expired) {
        expired = true;
        return { status: 404, json: { code: 404, errorCode: 0, message: 'expired' } };
      }
      if (path === '/catalogs/toyota/groups2/' && query.get('groupId') === '817')
        return { status: 404, json: {} };
      return undefined;
    };
    const site = await partsCatalogsStandIn({ override });
    expect(numbersOf(await find(site))).toEqual(FOUND);
    expect(asked(site, '/car/info')).toHaveLength(2);
  });
});

describe('a car without a usable VIN', () => {
  it('is looked up by model and year when its VIN is masked, and said to fit only those', async () => {
    const site = await partsCatalogsStandIn({ tree: false });
    const parts = partsOf(await find(site, { vehicle: masked }));
    expect(new Set(parts.map(({ fit }) => fit))).toEqual(new Set(['model_year']));
    expect(asked(site, '/car/info')).toHaveLength(0);
    expect(asked(site, '/cars2/')[0]?.query.get('parameter')).toBe('y16,us');
  });

  it('is looked up by model and year when its VIN is not known there', async () => {
    const site = await partsCatalogsStandIn();
    const parts = partsOf(await find(site, { vehicle: { ...car, vin: 'JTNKARJE0GJ599999' } }));
    expect(parts.map(({ fit }) => fit)).not.toContain('exact_vin');
    expect(parts.length).toBeGreaterThan(0);
  });

  it('has numbers of one of several versions only under that condition', async () => {
    const override: Override = ({ path }) =>
      path.endsWith('/cars2/')
        ? {
            json: [
              { id: 'car-0', name: 'Corolla S' },
              { id: 'car-0', name: 'Corolla LE' },
            ],
          }
        : undefined;
    const site = await partsCatalogsStandIn({ override });
    const [part] = partsOf(await find(site, { vehicle: { ...masked, trim: 'LE' }, want: ['hood'] }));
    expect(part).toMatchObject({ fit: 'needs_option' });
    expect(part?.notes).toContain('of Corolla LE, one of several versions');
  });

  it('is not found when neither VIN nor model and year are', async () => {
    const site = await partsCatalogsStandIn();
    expect(await find(site, { vehicle: { ...masked, year: 1999 } })).toEqual({ kind: 'not_found' });
    expect(await find(site, { vehicle: { ...masked, model: 'Starship' } })).toEqual({ kind: 'not_found' });
    expect(await find(site, { vehicle: { ...masked, model: null } })).toEqual({ kind: 'not_found' });
  });
});

describe('what goes wrong', () => {
  it.each([
    [1001, 'denied', 'does not accept our key'],
    [1003, 'denied', 'does not accept our address: it has to be on the list of the key'],
    [1004, 'quota', 'the quota of our key is used up'],
    [1005, 'denied', 'our key does not include this catalog'],
    [1101, 'blocked', 'has banned our address'],
  ] as const)(
    'is said in plain words for error %i, and the source is left alone',
    async (code, kind, message) => {
      const site = await partsCatalogsStandIn({ override: () => refusal(code) });
      expect(await find(site)).toEqual({ kind, message, retry_after_ms: null });
      const again = await find(site);
      expect(again).toMatchObject({ kind, message });
      expect(site.calls).toHaveLength(1);
    },
  );

  it('asks again when the time to leave it alone is over', async () => {
    const site = await partsCatalogsStandIn({
      override: () => (site.calls.length === 1 ? refusal(1004) : undefined),
    });
    expect(await find(site)).toMatchObject({ kind: 'quota' });
    const later = await find(site, { now: () => new Date(Date.now() + 16 * 60_000) });
    expect(numbersOf(later)).toEqual(FOUND);
  });

  it('keeps what was read when the quota ends on the way, and says how much is missing', async () => {
    // The one group is read by one call, the others by several: which ends first is anybody's guess.
    const override: Override = ({ path, query }) =>
      path.endsWith('/parts2') && query.get('groupId') !== '817' ? refusal(1004) : undefined;
    const answer = await find(await partsCatalogsStandIn({ override }));
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    expect(numbersOf(answer)).toEqual(['53301-02005']);
    expect(answer.gap).toMatchObject({ kind: 'quota', left: { groups: { missed: 2, of: 3 } } });
    expect(answer.gap?.message).toBe('the quota of our key is used up');
  });

  it('stops at the cap of calls we set ourselves', async () => {
    const site = await partsCatalogsStandIn();
    const answer = await find(site, { perDay: 3, want: ['hood', 'headlamp'] });
    expect(site.calls).toHaveLength(3);
    expect(answer).toMatchObject({ kind: 'ok', gap: { kind: 'quota' } });
  });

  it('counts the calls of all processes against one cap', async () => {
    const other = new pg.Pool(pool.options);
    try {
      const taken = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          takeCatalogueCall(index % 2 === 0 ? pool : other, 'parts-catalogs-api', 7),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(7);
    } finally {
      await other.end();
    }
    const site = await partsCatalogsStandIn();
    expect(await find(site, { perDay: 7 })).toMatchObject({ kind: 'quota' });
    expect(site.calls).toHaveLength(0);
  });

  it.each([429, 500, 503])('asks no oftener than it counts when answered with %i', async (status) => {
    const site = await partsCatalogsStandIn({ override: () => ({ status, json: {} }) });
    await find(site, { perDay: 2 });
    expect(site.calls.length).toBeLessThanOrEqual(2);
  });

  it('goes on with the other groups when one fails', async () => {
    const broken =
      (group: string, reply: object): Override =>
      ({ path, query }) =>
        path.endsWith('/parts2') && query.get('groupId') === group ? reply : undefined;
    for (const reply of [
      { status: 500, json: {} },
      { text: '{"partGroups":[{"na' },
      { json: { partGroups: 7 } },
    ]) {
      await pool.query('DELETE FROM catalogue_answers');
      const answer = await find(await partsCatalogsStandIn({ override: broken('817', reply) }));
      expect(numbersOf(answer)).toEqual(FOUND.filter((number) => number !== '53301-02005'));
      expect(answer).toMatchObject({ gap: { left: { groups: { missed: 1, of: 3 } } } });
    }
  });

  it.each([
    ['500', { status: 500, text: 'oops' }, 'network', 'failed with status 500'],
    ['cut JSON', { text: '[{"title":' }, 'bad_data', 'answered something we cannot read'],
    ['another schema', { json: { cars: [] } }, 'bad_data', 'answered something we cannot read'],
  ] as const)('is no “not found” when the car is answered with %s', async (_, reply, kind, message) => {
    const site = await partsCatalogsStandIn({ override: () => reply });
    expect(await find(site)).toMatchObject({ kind, message });
  });

  it('is no “not found” when the car is not answered at all', async () => {
    const site = await partsCatalogsStandIn({ override: () => ({ hang: true }) });
    expect(await find(site, { callMs: 300 })).toMatchObject({ kind: 'network', message: 'did not answer' });
  });

  it('ends in time when drawings hang, with what came before', async () => {
    const override: Override = ({ path, query }) =>
      path.endsWith('/parts2') && query.get('groupId') !== '817' ? { hang: true } : undefined;
    const started = performance.now();
    const answer = await find(await partsCatalogsStandIn({ override }), { totalMs: 3_000 });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(numbersOf(answer)).toEqual(['53301-02005']);
    expect(answer).toMatchObject({ gap: { kind: 'network' } });
  });

  it('hands the wish to wait on', async () => {
    const override: Override = () => ({ status: 429, json: {}, headers: { 'retry-after': '120' } });
    expect(await find(await partsCatalogsStandIn({ override }))).toEqual({
      kind: 'quota',
      message: 'asks us to wait',
      retry_after_ms: 120_000,
    });
  });

  it('never writes the key, the VIN or the source’s own words to log or answer', async () => {
    const lines: string[] = [];
    const site = await partsCatalogsStandIn();
    const answers = [
      await find(site, { lines }),
      await find(site, { lines, key: 'wrong', vehicle: { ...car, vin: 'JTNKARJE0GJ599998' } }),
    ];
    expect(site.calls[0]?.headers.authorization).toBe(KEY);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(/OEM-API|JTNKARJE/);
    expect(JSON.stringify(answers)).not.toMatch(/OEM-API|secret words/);
  });
});

/** Shapes of the real API, kept outside the project beside the captures. */
const captures = process.env.LOTLENS_CAPTURES ?? '';
const samplesFile = path.join(captures, '..', 'data', 'parts-catalogs-samples.json');
const samplesText = captures === '' ? null : readIfThere(samplesFile);
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

describe.skipIf(samplesText === null)('the real shapes (LOTLENS_CAPTURES)', () => {
  const base = '/catalogs/{catalogId}';
  it.each([
    ['/car/info', carsByVinSchema],
    [`${base}/models/`, modelsSchema],
    [`${base}/cars2/`, carsSchema],
    [`${base}/cars-parameters/`, carParametersSchema],
    [`${base}/groups2/`, groupsSchema],
    [`${base}/groups-tree`, treeSchema],
    [`${base}/parts2`, partsSchema],
  ])('%s is read', (address, schema: z.ZodType) => {
    const samples = z
      .record(z.string(), z.object({ output: z.unknown() }))
      .parse(JSON.parse(samplesText ?? '{}'));
    const parsed = schema.safeParse(samples[address]?.output);
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(JSON.stringify(parsed.data).length).toBeGreaterThan(100);
  });
});
