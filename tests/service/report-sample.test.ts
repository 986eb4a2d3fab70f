import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { makeSampleReport } from '../../server/reports/make-sample-report.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { sampleInputs } from '../fixtures/sample-inputs.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  // As in production, where no sample lot is answered.
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { NODE_ENV: 'production', SAMPLES: 'off' },
  });
});
afterAll(() => service.close());

/** Times and days of the making; everything else must be the same. */
const untimed = (made: unknown): unknown =>
  JSON.parse(JSON.stringify(made).replaceAll(/"\d{4}-\d\d-\d\d(T[\d:.]+Z)?"/g, '"a time"'));

describe('the sample report', () => {
  test('is what the pipeline makes of the sample lot today: else run npm run build-sample-report', async () => {
    const sampled = await startService(inject('databaseServer'), { worker: false });
    try {
      const made = { model: await readSampleReport(), inputs: sampleInputs() };
      expect(untimed(await makeSampleReport(sampled.tools))).toEqual(untimed(made));
    } finally {
      await sampled.close();
    }
  });

  test('is served to anybody in production, marked as a sample, and is a whole report', async () => {
    const answer = await service.call('GET', 'sample_report');
    expect(answer.status).toBe(200);
    const model = reportModelSchema.parse(answer.json);
    expect(model.sample).toBe(true);
    expect(model.photos).toHaveLength(8);
    expect(model.estimate.lines.filter((line) => line.oem_numbers.length > 0).length).toBeGreaterThan(5);
  });

  test('comes zipped where the browser takes it, and is not sent again unchanged', async () => {
    const ask = (headers: Record<string, string>) =>
      service.app.inject({ url: '/api/v1/sample_report', headers });
    const zipped = await ask({ 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(await readSampleReport());
    const again = await ask({ 'if-none-match': String(zipped.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  test('shows only photos that are really served, in both sizes', async () => {
    const { photos } = await readSampleReport();
    for (const address of photos.flatMap(({ url, thumbnail }) => [url, thumbnail])) {
      const photo = await service.app.inject({ url: address ?? 'none' });
      expect([address, photo.statusCode, photo.headers['content-type']]).toEqual([
        address,
        200,
        'image/jpeg',
      ]);
    }
  });

  test.each(['90000002-front', '..%2f..%2fpackage', '__proto__', '90000001-'])(
    'serves no other file: %s',
    async (name) => {
      expect((await service.call('GET', `sample_report/photos/${name}/full.jpg`)).status).toBe(404);
    },
  );

  test('is a PDF with its photos inside', async () => {
    const answer = await service.call('GET', 'sample_report/pdf');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="2014-BMW-3-Series-90000001.pdf"',
    );
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.bytes.length).toBeGreaterThan(100_000);
  });
});
