import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { scrapeAnswerSchema } from '../../contract/api/auction-answers.ts';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { whyNoNumber } from '../../contract/report-view/number-side.ts';
import { whyOf } from '../../contract/report-view/words/line-reason.ts';
import { NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from './service.ts';

const BMW = 'https://bid.cars/en/lot/1-90000001';
const QX60 = 'https://www.copart.com/lot/90000002';
const Q50 = 'https://www.iaai.com/VehicleDetail/90000003~US';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'));
  token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
});
afterAll(() => service.close());

const scrape = (auction_link: string, page?: string | string[]) =>
  service.call('POST', 'auction/scrape', {
    json: page === undefined ? { auction_link } : { auction_link, page },
  });

async function finished(reportId: string) {
  return await until('the report ends', 200_000, async () => {
    const detail = reportDetailSchema.parse(
      (await service.call('GET', `reports/${reportId}`, { token })).json,
    );
    return (detail.task_status === 'finished' || detail.task_status.endsWith('_failed')) && detail;
  });
}

const start = (auction_url: string, more: Record<string, unknown> = {}) =>
  service.call('POST', 'auction/process_report', { token, json: { auction_url, ...more } });

describe('reading a lot', () => {
  test('a visitor gets a sample lot with the facts of the listing', async () => {
    const answer = await scrape(BMW);
    expect(answer.status).toBe(200);
    const lot = scrapeAnswerSchema.parse(answer.json);
    expect(lot).toMatchObject({
      success: true,
      make: 'BMW',
      make_supported: true,
      vin_masked: false,
      origin: 'sample',
      lot_number: '90000001',
    });
    expect(lot.images.length).toBeGreaterThanOrEqual(6);
  });

  test('every listed photo is served from our own origin', async () => {
    const lot = scrapeAnswerSchema.parse((await scrape(QX60)).json);
    const path = lot.images[0]?.served_thumbnail ?? '';
    const photo = await service.app.inject({ url: path });
    expect(photo.statusCode).toBe(200);
    expect(photo.headers['content-type']).toBe('image/jpeg');
    expect(photo.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test.each([
    ['https://www.copart.com/lot/90000005', 'lot_not_found'],
    ['https://www.copart.com/lot/90000006', 'source_blocked'],
  ])('%s says that no data could be extracted, with code %s', async (link, code) => {
    const answer = await scrape(link);
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      success: false,
      message: NO_DATA_MESSAGE,
      detail: NO_DATA_MESSAGE,
      code,
    });
  });

  test('an address of another site is unsupported', async () => {
    const answer = await scrape('https://example.com/lot/1');
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ success: false, code: 'unsupported_url' });
  });

  test('an unknown field is refused', async () => {
    const answer = await service.call('POST', 'auction/scrape', { json: { auction_link: BMW, admin: true } });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'validation_error' });
  });

  test("a user's own page gives a lot under a key of its own, not what others get for the link", async () => {
    const page = await service.tools.fetch.fetch({ url: Q50, kind: 'page' });
    const html = page.body
      .toString('utf8')
      .replaceAll('Left Front', 'Right Front')
      .replaceAll('LEFT FRONT', 'RIGHT FRONT');
    const own = scrapeAnswerSchema.parse((await scrape(Q50, html)).json);
    expect(own.origin).toBe('own_page');
    const others = scrapeAnswerSchema.parse((await scrape(Q50)).json);
    expect(others.origin).toBe('sample');
    expect(others.lot_key).not.toBe(own.lot_key);
    expect(others.primary_damage?.toLowerCase()).toBe('left front');
    expect(own.primary_damage?.toLowerCase()).toBe('right front');
  });
});

describe('from lot to report', () => {
  test.each([
    ['the BMW', BMW],
    ['the Infiniti QX60', QX60],
    ['the Infiniti Q50', Q50],
  ])('%s becomes a report with real OEM numbers, a range and a PDF', async (_, link) => {
    await scrape(link);
    const before = (await service.call('GET', 'users/quota', { token })).json;
    const started = await start(link);
    expect(started.status).toBe(200);
    expect(started.json).toMatchObject({ success: true });
    const detail = await finished(String(started.json.report_id));
    expect(detail.task_status).toBe('finished');
    const model = reportModelSchema.parse(detail.report);
    const { repair } = model.headline;
    expect(repair.low).toBeLessThanOrEqual(repair.likely);
    expect(repair.likely).toBeLessThanOrEqual(repair.high);
    expect(detail.total_cost).toBe(repair.likely);
    const numbers = model.estimate.lines.flatMap((line) => line.oem_numbers);
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.every((number) => number.format_ok && number.source !== '')).toBe(true);
    expect(model.sample).toBe(true);
    expect(model.photos.filter((photo) => photo.url !== null).length).toBeGreaterThanOrEqual(6);
    const after = (await service.call('GET', 'users/quota', { token })).json;
    expect(after).toMatchObject({
      available_reports: Number(before.available_reports) - 1,
      in_progress_reports: 0,
    });
    const pdf = await service.call('POST', 'auction/generate_report', {
      token,
      json: { report_id: detail.report_id },
    });
    expect(pdf.status).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(String(pdf.headers['content-disposition'])).toMatch(
      /^attachment; filename="\d{4}-[\w-]+-\d+\.pdf"$/,
    );
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.bytes.length).toBeLessThan(2 * 1024 * 1024);
  });

  test('a line without a number says why, and every line says where it comes from', async () => {
    const started = await start(QX60);
    const detail = await finished(String(started.json.report_id));
    for (const line of detail.report?.estimate.lines ?? []) {
      expect(whyOf(line)).not.toBe('');
      if (line.operation === 'replace' && line.category !== null && line.oem_numbers.length === 0)
        expect(whyNoNumber(line)).toBeTruthy();
    }
  });

  test('the same lot while one is in progress answers with the same ids and charges nothing', async () => {
    const before = (await service.call('GET', 'users/quota', { token })).json;
    const [first, second] = await Promise.all([start(BMW), start(BMW)]);
    expect(second.json.report_id).toBe(first.json.report_id);
    expect(second.json.task_id).toBe(first.json.task_id);
    await finished(String(first.json.report_id));
    const after = (await service.call('GET', 'users/quota', { token })).json;
    expect(after.available_reports).toBe(Number(before.available_reports) - 1);
  });

  test('what the client says about the lot is not believed', async () => {
    const started = await start(QX60, { make: 'BMW', vin: 'WBA00000000000000', lot_number: '1' });
    const detail = await finished(String(started.json.report_id));
    expect(detail).toMatchObject({ make_name: 'Infiniti', lot_number: '90000002' });
  });

  test('an unsupported make is refused by the server too', async () => {
    const answer = await start('https://www.copart.com/lot/90000004');
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      success: false,
      code: 'unsupported_make',
      message: 'This make is not supported at this time.',
    });
  });

  test('a visitor can start nothing', async () => {
    const answer = await service.call('POST', 'auction/process_report', { json: { auction_url: BMW } });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ success: false, code: 'invalid_token' });
  });

  test("somebody else's report is the same 404 as an unknown one", async () => {
    const unknown = await service.call('GET', 'reports/00000000-0000-4000-8000-000000000000', { token });
    const malformed = await service.call('GET', 'reports/nonsense', { token });
    expect(unknown.status).toBe(404);
    expect(malformed.text).toBe(unknown.text);
  });

  test('the list holds the reports, newest first, with the fields of the specification', async () => {
    const list = (await service.call('GET', 'users/get_reports', { token })).json as unknown as Record<
      string,
      unknown
    >[];
    expect(list.length).toBeGreaterThan(0);
    expect(Object.keys(list[0] ?? {})).toEqual(
      expect.arrayContaining([
        'report_id',
        'task_id',
        'model_name',
        'vin',
        'lot_number',
        'make_name',
        'body_type',
        'mileage',
        'task_status',
        'date',
        'total_cost',
      ]),
    );
    const dates = list.map((item) => String(item.date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('the ledger is sound after all of this', async () => {
    expect(await verifyLedger(service.tools.pool)).toEqual([]);
  });
});

describe('the rest of the surface', () => {
  test('the OpenAPI document names every call of the specification', async () => {
    const answer = await service.app.inject({ url: '/api/openapi.json' });
    const paths = Object.keys((answer.json() as { paths: object }).paths);
    for (const path of [
      'auth/token',
      'auth/register',
      'auth/forgot-password',
      'auth/reset-password',
      'auth/verify-email',
      'auth/resend-verification',
      'auth/change-password',
      'users/me',
      'users/quota',
      'users/get_reports',
      'auction/scrape',
      'auction/process_report',
      'auction/generate_report',
    ]) {
      expect(paths).toContain(`/api/v1/${path}`);
    }
  });

  test('live and ready answer', async () => {
    expect((await service.app.inject({ url: '/health/live' })).statusCode).toBe(200);
    expect((await service.app.inject({ url: '/health/ready' })).statusCode).toBe(200);
  });

  test('ready waits until the service has started', async () => {
    service.tools.readiness.starting = true;
    const early = await service.app.inject({ url: '/health/ready' });
    service.tools.readiness.starting = false;
    expect([early.statusCode, early.json().message]).toEqual([503, 'The service is starting.']);
  });
});
