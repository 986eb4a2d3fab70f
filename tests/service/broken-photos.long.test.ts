import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { listPhotosOf, lotFolder, photoIdOf } from '../../server/lots/lot-photos.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { addSignedIn } from './finished-report.ts';
import { startSite } from './local-site.ts';
import { addReport, madeUpLot } from './seed.ts';
import { seeded } from './seeded.ts';
import { startService } from './service.ts';

const PHOTOS = 12;
/** What a photo server gives that is no photo of use, by turn. */
const BROKEN = [
  (photo: Buffer) => photo.subarray(0, 400),
  () => Buffer.from('<html>no longer here</html>'),
  () => Buffer.alloc(0),
];

let photos: Buffer[];
beforeAll(async () => {
  const random = seeded(12);
  photos = await Promise.all(
    Array.from({ length: PHOTOS }, () =>
      sharp(Buffer.from(Array.from({ length: 192 }, () => random.below(256))), {
        raw: { width: 8, height: 8, channels: 3 },
      })
        .resize(640, 480, { kernel: 'nearest', fit: 'fill' })
        .jpeg()
        .toBuffer(),
    ),
  );
});

/** A report of a lot with twelve photos, of which the server gives `broken` as something else; what its user reads then. */
async function reportOn(broken: number) {
  const site = await startSite((request, response) => {
    const number = Number(/(\d+)\.jpg/.exec(request.url ?? '')?.[1]);
    const photo = photos[number - 1] ?? Buffer.alloc(0);
    const spoil = BROKEN[number % BROKEN.length] ?? expect.fail();
    response.setHeader('content-type', 'image/jpeg').end(number > PHOTOS - broken ? spoil(photo) : photo);
  });
  const service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { SOURCE_ORIGINS: JSON.stringify({ 'https://cs.copart.com': site.origin }) },
  });
  onTestFinished(() => service.close());
  const { tools } = service;
  const key = `copart:${randomUUID()}`;
  const images = photos.map((_, index) => ({
    url: `https://cs.copart.com/v1/${index + 1}.jpg`,
    thumbnail: null,
    label: null,
    served_url: null,
    served_thumbnail: null,
  }));
  const lot = await saveLot(tools.pool, key, 'fetched', { ...madeUpLot(key), images });
  await listPhotosOf(tools.pool, lot);
  const user = await addSignedIn(service, 1);
  const id = await addReport(tools.pool, user.userId, lot);
  expect(await runReport(reportEngine(tools), id, AbortSignal.timeout(100_000))).toEqual({
    kind: 'finished',
  });
  const read = async () => (await service.call('GET', `reports/${id}`, user)).json.report as ReportModel;
  return { service, key, id, user, report: await read(), read };
}

describe('of twelve photos', () => {
  test('one that is broken is named, and the report goes on with the eleven others', async () => {
    const { report } = await reportOn(1);
    expect(report.photos.filter(({ url }) => url !== null)).toHaveLength(11);
    expect(report.photos.at(-1)?.problem).not.toBeNull();
    expect(report.gaps).toContainEqual(
      expect.objectContaining({ fact: { code: 'photos_missing', missing: 1, of: 12 } }),
    );
  });

  test('of which none is of use, the report rests on the listing and says so', async () => {
    const { report, service } = await reportOn(12);
    expect(report.photos.every(({ url }) => url === null)).toBe(true);
    expect(report.gaps).toContainEqual(
      expect.objectContaining({ fact: { code: 'photos_missing', missing: 12, of: 12 } }),
    );
    expect(report.estimate.lines.length).toBeGreaterThan(0);
    expect(await verifyLedger(service.tools.pool)).toEqual([]);
  });
});

test('files that are gone from the store are answered 404 or made anew, and nothing of the report is a 500', async () => {
  const { service, key, id, user, report, read } = await reportOn(0);
  const { store } = service.tools;
  const ids = report.photos.map(({ url }) => photoIdOf(url) ?? '');
  const pdf = () =>
    service.call('POST', 'auction/generate_report', { json: { report_id: id }, token: user.token });
  expect((await pdf()).status).toBe(200);
  const [printed = ''] = await store.list(`reports/${id}/`);
  await store.delete(printed);
  // Of one photo all, of another its thumbnail alone.
  await store.deletePrefix(`${lotFolder(key)}${ids[0]}/`);
  await store.delete(`${lotFolder(key)}${ids[1]}/thumbnail.jpg`);
  const statusOf = async (photo: string | undefined, size: string) =>
    (await service.app.inject({ url: `/api/v1/photos/${photo}/${size}.jpg` })).statusCode;
  expect(await Promise.all([statusOf(ids[0], 'full'), statusOf(ids[0], 'thumbnail')])).toEqual([404, 404]);
  expect(await Promise.all([statusOf(ids[1], 'full'), statusOf(ids[1], 'thumbnail')])).toEqual([200, 404]);
  expect(await read()).toEqual(report);
  const again = await pdf();
  expect([again.status, again.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  // A second report of the same lot, made without them.
  const second = await addReport(service.tools.pool, (await addSignedIn(service, 1)).userId, {
    ...madeUpLot(key),
  });
  expect(await runReport(reportEngine(service.tools), second, AbortSignal.timeout(100_000))).toEqual({
    kind: 'finished',
  });
});
