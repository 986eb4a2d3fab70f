import type { IncomingMessage } from 'node:http';
import { type LocalSite, startSite } from './local-site.ts';

/** Stand-ins for services with licensed lot data: their documented addresses and shapes, with cars of our own. */

export const KEY = 'secret-key-of-a-test-0042';

/** A car of IAAI as Apibara tells it. */
export const iaaiRecord = (more: object = {}) => ({
  slug_vin: '2019-honda-accord-sport-1HGCV1F30KA000042',
  vin: '1HGCV1F30KA000042',
  platform: 'iaai',
  platform_id: 2,
  lot_number: '40000042',
  title: '2019 HONDA ACCORD SPORT',
  year: 2019,
  make: 'HONDA',
  model: 'ACCORD',
  type: 'AUTOMOBILE',
  auction: {
    state: 'open',
    formatted: 'Dec 03, 2026 17:30',
    auction_at: '2026-12-03T14:30:00+00:00',
    last_sold_status: null,
    sold_buy_now: false,
  },
  pricing: { current_bid_usd: 900, last_sold_price_usd: 0, estimated_cost: { from: 100, to: 9000 } },
  location: { display: 'Springfield (IL)', send_from: 'NY', state: null },
  seller: { name: '******', type: 'unknown' },
  condition: {
    run_condition: { value: 'STATIONARY / NO INFORMATION', label: 'Stationary / no information' },
    has_key: true,
    loss: null,
    primary_damage: 'Left Rear',
    secondary_damage: 'Left Side',
  },
  odometer: { mi: 51234, km: 82453 },
  vehicle_specs: {
    exterior_color: 'Blue',
    engine: { raw: '1.5L I-4 DI, DOHC, turbo', size_l: '1.5' },
    transmission: 'Automatic',
    fuel_type: 'Gasoline',
    drive_type: 'Front Wheel Drive',
    body_style: 'Sedan/Hatchback',
    airbags: 'Deployed',
  },
  sale_document: { name: 'SALVAGE', is_pending: false, sale_document_group: 'warning' },
  media: {
    thumbs_count: 2,
    thumbs: [1, 2].map(
      (n) => `https://vis.iaai.com/resizer?imageKeys=41000042~SID~I${n}&width=400&height=300`,
    ),
    items: [
      {
        type: 'image',
        thumb: 'https://vis.iaai.com/resizer?imageKeys=41000042~SID~I1&width=400&height=300',
        large: 'https://vis.iaai.com/resizer?imageKeys=41000042~SID~I1&width=845&height=633',
      },
      { type: 'video', large: 'https://evil.example/video.mp4' },
    ],
  },
  details: {
    vehicle_information: {
      Odometer: '51,234 mi (Not Actual)',
      Loss: 'Collision',
      TitleSaleDoc: 'SALVAGE (Illinois)',
      PrimaryDamage: 'Left Rear',
      StartCode: 'Stationary',
      VINMask: '1HGCV1F30KA****** (OK)',
    },
    vehicle_description: { Series: 'SPORT', BodyStyle: 'SEDAN' },
    sale_information: { ActualCashValue: '$18,500 USD', EstimatedRepairCost: '$7,250 USD' },
    attributes: { Id: '41000042~US', SalvageId: '41000042', BranchPhone: '(555) 010-0042' },
  },
  ...more,
});

/** A lot of Copart as Apibara tells it: without IAAI's block. */
export const copartRecord = (more: object = {}) => ({
  ...iaaiRecord(),
  platform: 'copart',
  lot_number: '70000042',
  location: { display: 'Sacramento (CA)', state: null },
  seller: { name: 'unknown', type: 'unknown' },
  condition: {
    run_condition: { value: 'RUNS AND DRIVES' },
    has_key: null,
    primary_damage: 'Rear end',
    secondary_damage: null,
  },
  vehicle_specs: { body_style: null, airbags: null, engine: { raw: '1.5L 4' } },
  sale_document: { name: 'CA - SALVAGE CERTIFICATE', is_pending: true },
  media: {
    thumbs: [],
    items: [
      {
        type: 'image',
        thumb: 'https://cs.copart.com/v1/AUTH_svc.pdoc00001/lpp/0926/made-up_thb.jpg',
        large: 'https://cs.copart.com/v1/AUTH_svc.pdoc00001/lpp/0926/made-up_ful.jpg',
      },
      { type: 'image', thumb: 'https://apibara.tech/image-proxy?key=secret', large: null },
    ],
  },
  details: null,
  ...more,
});

/** A car of auctionsapi.com with one lot. */
export const auctionsApiCar = (lot: object = {}, more: object = {}) => ({
  id: 1,
  year: 2017,
  title: '2017 Ford Escape SE',
  vin: '1FMCU0GD5HUA00042',
  manufacturer: { id: 48, name: 'Ford' },
  model: { id: 300, name: 'Escape' },
  body_type: { name: 'suv' },
  color: { name: 'white' },
  vehicle_type: { name: 'automobile' },
  fuel: { name: 'gasoline' },
  lots: [
    {
      lot: '30000042',
      domain: { name: 'iaai_com' },
      external_id: '31000042~US',
      odometer: { km: 130_000, mi: 80_778, status: { name: 'actual' } },
      damage: { main: { name: 'Front End' }, second: { name: 'Do0232' } },
      keys_available: true,
      airbags: { name: 'intact' },
      condition: { name: 'run_and_drives' },
      actual_cash_value: 9000,
      images: {
        normal: [
          'https://vis.iaai.com/resizer?imageKeys=31000042~SID~B1~S0~I1~RW2592~H1944~TH0&width=845&height=633',
        ],
        big: [`https://api.auctionsapi.com/photo?api_key=${KEY}`],
      },
      location: { city: { name: 'mascotte' }, state: { code: 'fl' } },
      ...lot,
    },
  ],
  ...more,
});

export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'hang' | 'drop';
export type Asked = { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; at: number };

/** Answers by what was asked; keeps the questions. Undefined: 404 as Apibara words it. */
export async function sourceStandIn(
  answer: (asked: Asked) => Reply | undefined,
): Promise<LocalSite & { asked: Asked[] }> {
  const asked: Asked[] = [];
  const site = await startSite((request, response) => {
    const url = new URL(request.url ?? '', 'http://stand.in');
    const question = {
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      at: Date.now(),
    };
    asked.push(question);
    const reply = answer(question) ?? { status: 404, body: { ok: false, message: 'Vehicle not found.' } };
    if (reply === 'hang') return;
    if (reply === 'drop') {
      response.destroy();
      return;
    }
    const { status = 200, body = {}, headers = {} } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { ...site, asked };
}
