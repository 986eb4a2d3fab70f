import { expect, inject, test } from 'vitest';
import { scrapeAnswerSchema } from '../../contract/api/auction-answers.ts';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { vinReadWords } from '../../contract/report-view/head/photo-readings.ts';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { drawLabel } from '../../server/photo-reading/fixtures/draw-label.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';

const VIN = 'WBA3A5C58EF900001';
const OTHER = '1HGCM82633A004352';

/** The report of a car entered by hand with photos of its own. */
async function reportOf(vin: string, photos: Buffer[]): Promise<ReportModel> {
  const service = await startService(inject('databaseServer'));
  try {
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const entered = await service.call('POST', 'auction/enter_lot', {
      token,
      json: {
        vin,
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
  const model = await reportOf(VIN, [await drawLabel(OTHER, { seed: 3 })]);
  expect(model.photo_readings).toEqual([
    { of: 'vin', by: 'barcode', photo: 1, vin: OTHER, listing: 'other' },
  ]);
  expect(reservationsOf(model)[0]).toContain(`photo 1 carries the VIN ${OTHER}`);
  expect(model.vehicle.vin).toBe(VIN);
});

test('a label that carries the VIN is told beside it, and the end of a cut one by its photo alone', async () => {
  const label = await drawLabel(VIN, { format: 'QRCode', seed: 5 });
  const whole = await reportOf(VIN, [label]);
  expect(vinReadWords(whole)).toBe('read from photo 1 too');
  const cut = await reportOf(VIN.slice(0, 11), [label]);
  expect(vinReadWords(cut)).toBe(`photo 1 reads ${VIN}`);
  expect(cut.vehicle.vin_masked).toBe(true);
});
