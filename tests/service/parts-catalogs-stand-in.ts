import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalSite, startSite } from './local-site.ts';

/** A stand-in for the parts-catalogs API v1: its addresses, its shapes and its errors, with values of our own. */
export const VIN = 'JTNKARJE0GJ500001';
export const KEY = 'OEM-API-00000000-test';

export type Reply = {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  hang?: boolean;
};
/** Called before the usual answer; what it gives is sent instead. */
export type Override = (call: Call) => Reply | undefined;
export type Call = {
  path: string;
  query: URLSearchParams;
  count: number;
  headers: IncomingMessage['headers'];
};

export type StandIn = LocalSite & { calls: Call[]; base: string };

const node = (id: string, name: string, ...subGroups: object[]) => ({ id, name, parentId: null, subGroups });
export const TREE = [
  node('547', 'Maintenance parts', node('1120', 'Lamps')),
  node('549', 'Engine', node('624', 'Crankshaft')),
  node(
    '551',
    'Body, car glass',
    node('752', 'Bumper: front, rear'),
    node('817', 'Hood'),
    node('792', 'Exterior lighting system', node('832', 'Headlight')),
  ),
  node('554', 'Suspension, chassis', node('958', 'Suspension arms, tie rods, components')),
];

const group = (id: string, name: string, has: 'parts' | 'groups') => ({
  id,
  name,
  parentId: null,
  img: null,
  description: null,
  hasSubgroups: has === 'groups',
  hasParts: has === 'parts',
});
const GROUPS: Record<string, object[]> = {
  '': [group('9549', 'Engine', 'groups'), group('9551', 'Body, car glass', 'groups')],
  '9551': [group('752', 'Bumper: front, rear', 'groups'), group('817', 'Hood', 'parts')],
  '752': [
    group('b-front', 'Front bumper & Bumper stay', 'parts'),
    group('b-rear', 'Rear bumper & Bumper stay', 'parts'),
  ],
};

const part = (number: string, more: object = {}) => ({
  id: number.replace('-', ''),
  number,
  nameId: '5100',
  name: null,
  notice: null,
  description: 'Production date: 20150820190711/2015-07/2019\nModels: ZRE..TEST\nQTY: 01',
  positionNumber: '52119',
  url: `/price-search/search.html?article=${number}`,
  ...more,
});
const place = (name: string, ...parts: object[]) => ({
  number: null,
  positionNumber: '52119',
  name,
  description: null,
  parts,
});
const drawing = (...partGroups: object[]) => ({
  img: '//img.parts-catalogs.test/toyota/52.png',
  imgDescription: null,
  brand: 'Toyota',
  partGroups,
  positions: [],
});

export const DRAWINGS: Record<string, object> = {
  'b-front': drawing(
    place(
      'COVER, FRONT BUMPER',
      part('52119-02001', { notice: 'W/FOG LAMP' }),
      part('52119-02002', { notice: 'LESS FOG LAMP' }),
    ),
    place(
      'REINFORCEMENT SUB-ASSY, FRONT BUMPER',
      part('52021-02003', { nameId: '5101', name: 'REINFORCEMENT SUB-ASSY, FRONT BUMPER' }),
    ),
    place('Std Parts', part('', { number: null, name: '** Std Part' })),
  ),
  'b-rear': drawing(place('COVER, REAR BUMPER', part('52159-02004'))),
  '817': drawing(place('HOOD SUB-ASSY', part('53301-02005', { nameId: '5102' }))),
  '832': drawing(
    place('HEADLAMP ASSY, LH', part('81150-02006')),
    place('HEADLAMP ASSY, RH', part('81110-02007')),
  ),
};

export const refusal = (errorCode: number, status = 403): Reply => ({
  status,
  json: { code: status, errorCode, message: 'secret words of theirs' },
});

/** `carId` changes with every lookup, as ids that expire do; drawings answer only for the newest. */
export async function partsCatalogsStandIn(
  options: { tree?: boolean; override?: Override } = {},
): Promise<StandIn> {
  const calls: Call[] = [];
  let lookups = 0;
  const site = await startSite((request, response) => {
    const url = new URL(request.url ?? '', 'http://stand.in');
    const path = url.pathname.replace('/v1', '');
    const call: Call = {
      path,
      query: url.searchParams,
      count: calls.filter((entry) => entry.path === path).length,
      headers: request.headers,
    };
    calls.push(call);
    const given = options.override?.(call);
    if (given) return send(response, given);
    if (request.headers.authorization !== KEY) return send(response, refusal(1001));
    return send(response, usual(call, options.tree !== false));
  });
  const usual = ({ path, query }: Call, tree: boolean): Reply => {
    if (path === '/ip/') return { json: { ip: '192.0.2.10' } };
    if (path === '/catalogs/')
      return {
        json: ['toyota', 'lexus', 'land-rover'].map((id) => ({
          id,
          name: id,
          modelsCount: 2,
          actuality: '2026',
        })),
      };
    if (path === '/car/info') {
      if (query.get('q') !== VIN || query.get('catalogs') !== 'toyota') return { json: [] };
      lookups += 1;
      return {
        json: [
          {
            title: 'Corolla',
            catalogId: 'toyota',
            brand: 'Toyota',
            modelId: 'm1',
            carId: `car-${lookups}`,
            criteria: '25@X<1>',
            vin: VIN,
            frame: '',
            modelName: 'Corolla',
            description: '',
            optionCodes: [],
            parameters: [],
            groupsTreeAvailable: tree,
          },
        ],
      };
    }
    if (path === '/catalogs/toyota/models/')
      return {
        json: [
          { id: 'm0', name: 'Camry', img: null },
          { id: 'm1', name: 'Auris / Corolla', img: null },
        ],
      };
    if (path === '/catalogs/toyota/cars-parameters/')
      return {
        json: [
          { key: 'year', name: 'Year', sortOrder: 1, values: [{ idx: 'y16', value: '2016' }] },
          {
            key: 'sales_region',
            name: 'Region',
            sortOrder: 2,
            values: [
              { idx: 'jp', value: 'Japan' },
              { idx: 'us', value: 'USA' },
            ],
          },
        ],
      };
    if (path === '/catalogs/toyota/cars2/') {
      lookups += 1;
      return {
        json: [
          {
            id: `car-${lookups}`,
            name: 'Corolla LE',
            description: '',
            modelId: 'm1',
            modelName: 'Corolla',
            modelImg: null,
            catalogId: 'toyota',
            parameters: [],
          },
        ],
      };
    }
    if (query.get('carId') !== `car-${lookups}`)
      return { status: 404, json: { code: 404, errorCode: 0, message: 'car not found' } };
    if (path === '/catalogs/toyota/groups-tree') return tree ? { json: TREE } : { status: 404, json: {} };
    const id = query.get('groupId') ?? '';
    if (path === '/catalogs/toyota/groups2/') return { json: GROUPS[id] ?? [] };
    if (path === '/catalogs/toyota/parts2')
      return DRAWINGS[id]
        ? { json: DRAWINGS[id] }
        : { status: 400, json: { code: 400, errorCode: 0, message: 'group has no parts' } };
    return { status: 404, json: {} };
  };
  return Object.assign(site, { calls, base: `${site.origin}/v1` });
}

function send(response: ServerResponse, { status = 200, json, text, headers = {}, hang }: Reply): void {
  if (hang) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text ?? JSON.stringify(json));
}
