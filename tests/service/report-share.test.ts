import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportShareSchema } from '../../contract/calls.ts';
import { dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { tokenHash } from '../../server/accounts/tokens.ts';
import { loggablePath } from '../../server/log.ts';
import { previewShared } from '../../server/reports/share-report.ts';
import { addFinishedReport, addSignedIn, makeSampleReport } from './finished-report.ts';
import { lastingHeaders } from './lasting-headers.ts';
import { addReport } from './seed.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function sharing() {
  const owner = await addSignedIn(service);
  const id = await addFinishedReport(service, owner.userId);
  const ask = async (method: 'GET' | 'POST' | 'DELETE') =>
    await service.call(method, `reports/${id}/share`, { token: owner.token });
  const pathOf = async (method: 'GET' | 'POST' | 'DELETE') =>
    reportShareSchema.parse((await ask(method)).json).path;
  return { owner, id, ask, pathOf };
}
const tokenIn = (path: string | null): string => path?.replace('/shared/', '') ?? '';

describe('sharing a report', () => {
  test('is off until the owner shares, then has one link that stays the same', async () => {
    const { pathOf } = await sharing();
    expect(await pathOf('GET')).toBeNull();
    const first = await pathOf('POST');
    expect(first).toMatch(/^\/shared\/[\w-]{43}$/);
    expect([await pathOf('POST'), await pathOf('GET')]).toEqual([first, first]);
  });

  test('shows the whole report to anybody with the link, without its id or anything of its owner', async () => {
    const { owner, id, pathOf } = await sharing();
    const answer = await service.call('GET', `shared/${tokenIn(await pathOf('POST'))}`);
    expect(answer.status).toBe(200);
    expect(reportModelSchema.parse(answer.json).estimate.lines.length).toBeGreaterThan(50);
    const user = await service.tools.pool.query<{ email: string; last_name: string }>(
      'SELECT email FROM users WHERE id = $1',
      [owner.userId],
    );
    for (const secret of [id, owner.userId, user.rows[0]?.email ?? 'none'])
      expect(answer.text).not.toContain(secret);
    expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
  });

  test('names the shop of who shares it, once one is set', async () => {
    const { owner, pathOf } = await sharing();
    const path = `shared/${tokenIn(await pathOf('POST'))}`;
    expect((await service.call('GET', path)).json).toMatchObject({ shared_by: null });
    await service.call('PATCH', 'users/me/preferences', {
      token: owner.token,
      json: { shop_name: 'Kline & Sons' },
    });
    expect((await service.call('GET', path)).json).toMatchObject({ shared_by: 'Kline & Sons' });
    expect(await previewShared(service.tools.pool, path.replace('shared/', ''))).toMatchObject({
      description: expect.stringContaining('Shared by Kline & Sons.'),
    });
  });

  test('ends at once when revoked, with the same bytes as a link that never was', async () => {
    const { pathOf } = await sharing();
    const token = tokenIn(await pathOf('POST'));
    expect(await pathOf('DELETE')).toBeNull();
    for (const end of ['', '/pdf']) {
      const answers = await Promise.all(
        [token, 'A'.repeat(43), 'x', '%00', 'é', "' OR 1=1"].map(async (input) => {
          const { status, text, headers } = await service.call(
            'GET',
            `shared/${encodeURIComponent(input)}${end}`,
          );
          return { status, text, headers: lastingHeaders(headers) };
        }),
      );
      expect(answers[0]?.status).toBe(404);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    const again = tokenIn(await pathOf('POST'));
    expect(again).not.toBe(token);
    expect((await service.call('GET', `shared/${again}`)).status).toBe(200);
    expect((await service.call('GET', `shared/${token}`)).status).toBe(404);
  });

  test('stores the hash of the token and nowhere the token', async () => {
    const { id, pathOf } = await sharing();
    const token = tokenIn(await pathOf('POST'));
    const row = await service.tools.pool.query('SELECT * FROM report_shares WHERE report_id = $1', [id]);
    expect(row.rows[0].hash).toEqual(tokenHash(token));
    expect(JSON.stringify(row.rows[0])).not.toContain(token);
    expect(row.rows[0].salt.toString('base64url')).not.toBe(token);
  });

  test('has to wait for a report that is not finished', async () => {
    const owner = await addSignedIn(service);
    const id = await addReport(service.tools.pool, owner.userId);
    const answer = await service.call('POST', `reports/${id}/share`, { token: owner.token });
    expect([answer.status, answer.json.code]).toEqual([409, 'report_not_ready']);
  });

  test('is the business of nobody but the owner', async () => {
    const { id, pathOf } = await sharing();
    const link = await pathOf('POST');
    const stranger = await addSignedIn(service);
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await service.call(method, `reports/${id}/share`, { token: stranger.token })).status).toBe(404);
    expect(await pathOf('GET')).toBe(link);
  });

  test('a token never reaches a log', () => {
    expect(loggablePath(`/api/v1/shared/${'t'.repeat(43)}/pdf?x=1`)).toBe('/api/v1/shared/[redacted]/pdf');
  });
});

describe('the photos of a shared report', () => {
  async function sharedWithPhotos() {
    const owner = await addSignedIn(service);
    const id = await makeSampleReport(service, owner.userId);
    const share = async (json?: object, token = owner.token) =>
      await service.call('POST', `reports/${id}/share`, { token, ...(json && { json }) });
    const read = async (path: string | null, end = '') =>
      await service.call('GET', `shared/${tokenIn(path)}${end}`);
    return { owner, id, share, read };
  }
  const answerOf = ({ json }: { json: unknown }) => reportShareSchema.parse(json);

  test('are shown unless the owner leaves them out, and then neither ours nor the auction’s are', async () => {
    const { share, read } = await sharedWithPhotos();
    const { path } = answerOf(await share());
    const shown = reportModelSchema.parse((await read(path)).json);
    const addresses = [
      ...shown.photos.flatMap(({ url, thumbnail, source_url }) => [url, thumbnail, source_url]),
      ...shown.lot.images.flatMap(({ url, thumbnail, served_url }) => [url, thumbnail, served_url]),
    ].filter((address) => address !== null);
    expect(addresses.length).toBeGreaterThan(10);
    expect(answerOf(await share({ photos: false }))).toMatchObject({ path, photos: false });
    const { json, text } = await read(path);
    expect(reportModelSchema.parse(json)).toMatchObject({ photos: [], photos_not_shared: true });
    expect(addresses.filter((address) => text.includes(address))).toEqual([]);
    expect(JSON.stringify(await previewShared(service.tools.pool, tokenIn(path)))).not.toMatch(/photo/i);
    expect(answerOf(await share())).toMatchObject({ path, photos: false });
    expect(answerOf(await share({ photos: true }))).toMatchObject({ path, photos: true });
    expect(reportModelSchema.parse((await read(path)).json).photos).toEqual(shown.photos);
  });

  test('are in no PDF of a report that is shared without them', async () => {
    const { share, read } = await sharedWithPhotos();
    const { path } = answerOf(await share({ photos: false }));
    const without = await read(path, '/pdf');
    await share({ photos: true });
    const whole = await read(path, '/pdf');
    const hasPhotos = ({ bytes }: { bytes: Buffer }) => bytes.includes('/DCTDecode');
    expect([without, whole].map(hasPhotos)).toEqual([false, true]);
  });

  test('are left out or shown by nobody but the owner', async () => {
    const { share, read } = await sharedWithPhotos();
    const { path } = answerOf(await share());
    const stranger = await addSignedIn(service);
    expect((await share({ photos: false }, stranger.token)).status).toBe(404);
    expect(reportModelSchema.parse((await read(path)).json).photos.length).toBeGreaterThan(0);
  });

  test('take a plain yes or no', async () => {
    const { share } = await sharedWithPhotos();
    expect((await share({ photos: 'no' })).json.code).toBe('validation_error');
  });
});

describe('the deal of a shared report', () => {
  async function sharedWithDeal() {
    const { owner, id } = await sharing();
    const set = { destination: 'PL', rows: { ocean: 1234.5 } };
    await service.call('PUT', `reports/${id}/deal`, { token: owner.token, json: set });
    const share = async (json?: object, token = owner.token) =>
      await service.call('POST', `reports/${id}/share`, { token, ...(json && { json }) });
    const read = async (path: string | null, end = '') =>
      await service.call('GET', `shared/${tokenIn(path)}${end}`);
    const answer = reportShareSchema.parse((await share()).json);
    return { owner, id, share, read, ...answer };
  }

  test('is hidden until its owner shows it', async () => {
    const { share, read, path, deal } = await sharedWithDeal();
    expect(deal).toBe(false);
    expect((await read(path)).json).toMatchObject({ deal_shared: false });
    const hidden = await read(path, '/deal');
    expect([hidden.status, hidden.json.code]).toEqual([404, 'not_found']);
    expect(reportShareSchema.parse((await share({ photos: false })).json)).toMatchObject({
      photos: false,
      deal: false,
    });
    expect((await read(path, '/deal')).status).toBe(404);
  });

  test('is its owner’s own once it is shown, without what they set, and hidden again when they say so', async () => {
    const { owner, id, share, read, path } = await sharedWithDeal();
    expect(reportShareSchema.parse((await share({ deal: true })).json)).toMatchObject({
      path,
      photos: true,
      deal: true,
    });
    const own = dealSheetSchema.parse(
      (await service.call('GET', `reports/${id}/deal`, { token: owner.token })).json,
    );
    const shown = await read(path, '/deal');
    expect(dealSheetSchema.parse(shown.json)).toEqual({
      ...own,
      report_id: 'shared',
      settings: {},
      defaults: {},
    });
    expect(own.rows.find(({ id: row }) => row === 'ocean')?.usd).toBe(1234.5);
    expect(shown.headers['x-robots-tag']).toBe('noindex, nofollow');
    await share({ deal: false });
    expect((await read(path, '/deal')).status).toBe(404);
  });

  test('is in its PDF as it is on its page', async () => {
    const { share, read, path } = await sharedWithDeal();
    const without = await read(path, '/pdf');
    await share({ deal: true });
    const whole = await read(path, '/pdf');
    await share({ deal: false });
    expect(whole.bytes.equals(without.bytes)).toBe(false);
    expect((await read(path, '/pdf')).bytes.equals(without.bytes)).toBe(true);
  });

  test('is shown by nobody but the owner', async () => {
    const { share, read, path } = await sharedWithDeal();
    const stranger = await addSignedIn(service);
    expect((await share({ deal: true }, stranger.token)).status).toBe(404);
    expect((await read(path, '/deal')).status).toBe(404);
  });
});

describe("the owner's PDF", () => {
  test('is another file once the report is shared, for its code leads to the shared page', async () => {
    const { owner, id, pathOf } = await sharing();
    const print = async () =>
      await service.call('POST', 'auction/generate_report', { token: owner.token, json: { report_id: id } });
    const before = await print();
    const token = tokenIn(await pathOf('POST'));
    const after = await print();
    const shared = await service.call('GET', `shared/${token}/pdf`);
    expect(shared.headers['content-disposition']).toBe(
      'attachment; filename="2014-BMW-3-Series-90000001.pdf"',
    );
    expect(after.bytes.equals(before.bytes)).toBe(false);
    // The owner's copy names its owner; the one anybody gets does not.
    expect(after.bytes.equals(shared.bytes)).toBe(false);
  });
});
