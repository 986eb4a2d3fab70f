import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { deliverMail } from '../../server/mail/send-mail.ts';
import { noRoom } from '../../server/process/no-room.ts';
import { openSmallDisk, removeSmallDisks } from '../campaign/small-disk.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService, until } from './service.ts';

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-small-disk-'));
const disk = path.join(folder, 'disk');
const smallDisk = openSmallDisk(disk, 3);
const mounted = smallDisk !== null;
const why = mounted ? '' : ' (not run: only root on Linux may mount a small disk)';

let service: TestService | undefined;
beforeAll(async () => {
  if (!mounted) return;
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { DATA_DIR: disk, PREFETCH_PHOTOS: 'false' },
  });
});
afterAll(async () => {
  await service?.close();
  removeSmallDisks(folder);
  await fs.rm(folder, { recursive: true, force: true });
});
const running = (): TestService => service ?? expect.fail('no service');

const fill = (): void => smallDisk?.fill();
const makeRoom = (): void => smallDisk?.makeRoom();

const SENTENCE = /^LotLens has no room left to store this\. Please try again later/;

describe.skipIf(!mounted)(`on a full disk${why}`, () => {
  test('photos sent with a lot are answered with 503 and a sentence; with room again they are taken', async () => {
    const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const json = { year: 2019, make: 'Toyota', model: 'Camry', photos: [photo.toString('base64')] };
    fill();
    const refused = await running().call('POST', 'auction/enter_lot', { json });
    expect([refused.status, refused.json]).toMatchObject([503, { code: 'unavailable', success: false }]);
    expect(refused.json.message).toMatch(SENTENCE);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.text).not.toContain(disk);
    makeRoom();
    expect((await running().call('POST', 'auction/enter_lot', { json })).status).toBe(200);
  });

  test('a PDF is answered with 503 and a sentence; with room again it is made', async () => {
    const { userId, token } = await addSignedIn(running());
    const report_id = await addFinishedReport(running(), userId);
    fill();
    const refused = await running().call('POST', 'auction/generate_report', { json: { report_id }, token });
    expect(refused.status).toBe(503);
    expect(refused.json.message).toMatch(SENTENCE);
    makeRoom();
    const made = await running().call('POST', 'auction/generate_report', { json: { report_id }, token });
    expect([made.status, made.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  test('a mail waits whole until there is room', async () => {
    const { tools } = running();
    const register = {
      email: 'waits@example.com',
      password: 'a-long-enough-1',
      first_name: 'Ann',
      last_name: 'Other',
    };
    expect((await running().call('POST', 'auth/register', { json: register })).status).toBe(201);
    const mail = await until('the mail is queued', 60_000, async () => {
      const found = await tools.pool.query<{ id: string }>('SELECT id FROM mails WHERE sent_at IS NULL');
      return found.rows[0];
    });
    await fs.mkdir(path.join(disk, 'outbox'), { recursive: true });
    fill();
    await expect(deliverMail(tools.delivery, mail.id)).rejects.toThrow(/ENOSPC/);
    expect(await fs.readdir(path.join(disk, 'outbox'))).toEqual([]);
    makeRoom();
    await deliverMail(tools.delivery, mail.id);
    expect(await fs.readdir(path.join(disk, 'outbox'))).toEqual([`${mail.id}.eml`]);
  });
});

test.each([
  ['a full disk', { code: 'ENOSPC' }],
  ['a quota of the file system', { code: 'EDQUOT' }],
  ['PostgreSQL without disk', { code: '53100' }],
  ['PostgreSQL without memory', { code: '53200' }],
  ['an S3 server without room', { name: 'XMinioStorageFull' }],
  ['an S3 server that only has a status', { $metadata: { httpStatusCode: 507 } }],
])('%s is told apart, whatever it was wrapped in', (_, marks) => {
  const fault = Object.assign(new Error('at /some/path'), marks);
  for (const error of [fault, new Error('not stored', { cause: fault })])
    expect(noRoom(error)).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: expect.stringMatching(SENTENCE),
    });
  expect(noRoom(new Error('else', { cause: 'x' }))).toBeNull();
});
