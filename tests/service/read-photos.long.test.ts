import { expect, inject, test } from 'vitest';
import { scrapeAnswerSchema } from '../../contract/api/auction-answers.ts';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import {
  odometerReadWords,
  unreadWords,
  vinReadWords,
} from '../../contract/report-view/head/photo-readings.ts';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { drawPhoto } from '../../server/images/fixtures/draw-photo.ts';
import { drawLabel } from '../../server/photo-reading/fixtures/draw-label.ts';
import { installEngine } from './install-engine.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';

const VIN = 'WBA3A5C58EF900001';
const OTHER = '1HGCM82633A004352';

/** The report of a car entered by hand with photos of its own. */
async function reportOf(
  entry: { vin: string; mileage?: number },
  photos: Buffer[],
  engine: string | null = null,
): Promise<ReportModel> {
  const service = await startService(inject('databaseServer'), {
    // Longer than any machine takes for these.
    environment: { TEXT_READER_WAIT_SECONDS: '180' },
  });
  try {
    if (engine !== null) await installEngine(service.dataDir, engine);
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const entered = await service.call('POST', 'auction/enter_lot', {
      token,
      json: {
        ...entry,
        primary_damage: 'Front end',
        photos: photos.map((photo) => photo.toString('base64')),
      },
    });
    expect(entered.status).toBe(200);
    const { lot_key } = scrapeAnswerSchema.parse(entered.json);
    const started = await service.call('POST', 'auction/process_report', {
      token,
      json: { auction_url: '', lot_key },
    });
    expect(started.status).toBe(200);
    const model = await until('the report is ready', 60_000, async () => {
      const answer = await service.call('GET', `reports/${String(started.json.report_id)}`, { token });
      const detail = reportDetailSchema.parse(answer.json);
      if (detail.task_status.endsWith('_failed')) throw new Error(detail.task_status);
      return detail.task_status === 'finished' && detail.report;
    });
    return model;
  } finally {
    await service.close();
  }
}

test('a label that carries another VIN is a red flag in the report, whose own VIN stays as entered', async () => {
  const model = await reportOf({ vin: VIN }, [await drawLabel(OTHER, { seed: 3 })]);
  expect(model.photo_readings).toEqual([
    { of: 'vin', by: 'barcode', photo: 1, vin: OTHER, listing: 'other' },
  ]);
  expect(reservationsOf(model).head[0]).toContain(`photo 1 carries the VIN ${OTHER}`);
  expect(model.vehicle.vin).toBe(VIN);
});

test('a label that carries the VIN is told beside it, and the end of a cut one by its photo alone', async () => {
  const label = await drawLabel(VIN, { format: 'QRCode', seed: 5 });
  const whole = await reportOf({ vin: VIN }, [label]);
  expect(vinReadWords(whole)).toBe('read from photo 1 too');
  const cut = await reportOf({ vin: VIN.slice(0, 11) }, [label]);
  expect(vinReadWords(cut)).toBe(`photo 1 reads ${VIN}`);
  expect(cut.vehicle.vin_masked).toBe(true);
});

const seen = drawPhoto({ width: 800, height: 600, seed: 7 }).jpeg().toBuffer();
const engineThatReads = (...texts: string[]): string =>
  `export const readText = async () => ${JSON.stringify(texts.map((text, at) => ({ text, mean: 0.9, box: [0.1, 0.1 + at / 5, 0.6, 0.14 + at / 5] })))};`;

test('a report made without the text reader says that VIN and odometer were not read', async () => {
  const model = await reportOf({ vin: VIN }, [await seen]);
  expect(model.photo_text).toBe('absent');
  expect(unreadWords(model)).toContain('no text reader installed');
});

test('with the text reader VIN and odometer stand beside those entered, and another odometer is a red flag', async () => {
  const engine = engineThatReads(`V.I.N.: ${VIN}`, 'ODO 087412 mi');
  const alike = await reportOf({ vin: VIN, mileage: 87_000 }, [await seen], engine);
  expect([vinReadWords(alike), odometerReadWords(alike), unreadWords(alike)]).toEqual([
    'read from photo 1 too',
    'read from photo 1 too',
    '',
  ]);
  const lower = await reportOf({ vin: VIN, mileage: 150_000 }, [await seen], engine);
  expect(reservationsOf(lower).head).toContain(
    'Red flag: the odometer on photo 1 reads 87,412 mi, its user entered 150,000 mi.',
  );
  expect(lower.lot.mileage).toBe(150_000);
});
