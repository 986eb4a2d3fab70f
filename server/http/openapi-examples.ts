import type { z } from 'zod';
import type * as calls from '../../contract/calls.ts';
import type * as account from '../../contract/schemas/account.ts';

const LINK = 'https://www.copart.com/lot/51234567';
const REPORT_ID = '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a11';
const TASK_ID = '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a12';

const lot: calls.ScrapeAnswer = {
  success: true,
  message: 'Auction data extracted',
  lot_key: 'copart:51234567',
  origin: 'fetched',
  read_at: '2026-05-04T12:00:00.000Z',
  site: 'copart',
  lot_number: '51234567',
  url: LINK,
  name: '2019 Toyota Camry LE',
  vin: '4T1B11HK5KU000000',
  vin_masked: false,
  year: 2019,
  make: 'Toyota',
  make_supported: true,
  model: 'Camry',
  trim: 'LE',
  body_style: 'Sedan',
  mileage: 61200,
  odometer: { value: 61200, unit: 'mi', brand: 'ACTUAL' },
  primary_damage: 'Front End',
  secondary_damage: null,
  loss_type: 'Collision',
  run_condition: 'runs_and_drives',
  keys: 'yes',
  airbags: 'intact',
  title: 'CA - Salvage Certificate',
  engine: '2.5L 4',
  drive: 'Front-wheel drive',
  transmission: 'Automatic',
  fuel: 'Gas',
  color: 'White',
  retail_value: 14500,
  seller_repair_cost: null,
  sale_date: null,
  location: 'CA - Sacramento',
  seller: null,
  listing_state: 'active',
  images: [],
};

const { success: _, message: __, lot_key, origin: ___, read_at: ____, ...facts } = lot;

const card: calls.ReportListItem = {
  report_id: REPORT_ID,
  task_id: TASK_ID,
  model_name: lot.name,
  vin: lot.vin,
  lot_number: lot.lot_number,
  make_name: lot.make,
  body_type: lot.body_style,
  mileage: lot.mileage,
  task_status: 'download_images',
  progress: 0.3,
  message: 'Fetching Data',
  error_code: null,
  date: '2026-05-04T12:00:05.000Z',
  total_cost: null,
  url: LINK,
  lot_key,
  diagram: null,
};

/** Examples of the main job by their schema's name in the OpenAPI file; car and numbers are made up. */
export const EXAMPLES = {
  TokenRequest: { username: 'nadia@example.test', password: 'tangerine velvet 81' } satisfies z.input<
    typeof account.tokenRequestSchema
  >,
  Tokens: {
    access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
    token_type: 'bearer',
    refresh_token: 'opaque',
  } satisfies account.TokenAnswer,
  ScrapeRequest: { auction_link: LINK } satisfies calls.ScrapeRequest,
  ScrapedLot: lot,
  ProcessReportRequest: {
    auction_url: LINK,
    lot_number: lot.lot_number,
    vin: lot.vin,
    make: lot.make,
    lot_key,
  } satisfies calls.ProcessReportRequest,
  StartedReport: {
    success: true,
    message: 'Report generation started',
    task_id: TASK_ID,
    report_id: REPORT_ID,
  } satisfies calls.ProcessReportAnswer,
  ReportListItem: card,
  ReportDetail: {
    ...card,
    report: null,
    partial: { lot: facts, vehicle: null, photos: [], steps_done: ['create_task', 'crawl_vehicle_data'] },
  } satisfies calls.ReportDetail,
  GenerateReportRequest: { report_id: REPORT_ID },
};
