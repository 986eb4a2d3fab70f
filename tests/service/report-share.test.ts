import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { reportShareSchema } from '../../contract/calls.ts';
import { dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { PHOTO_SIZES } from '../../contract/facts/photo-sizes.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { hashPassword } from '../../server/accounts/session/passwords.ts';
import { tokenHash } from '../../server/accounts/tokens.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { loggablePath } from '../../server/log.ts';
import { previewShared } from '../../server/reports/share-report.ts';
import { addFinishedReport, addSampleReport, addSignedIn } from './finished-report.ts';
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

  test('has no photo whose address has no id', async () => {
    const { pathOf } = await sharing();
    const token = tokenIn(await pathOf('POST'));
    expect((await service.call('GET', `shared/${token}/photos/1/full.jpg`)).status).toBe(404);
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
    const id = await addSampleReport(service, owner.userId);
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

  /** A shared report with the addresses of its photos by the link, in every size, and its owner's own. */
  async function sharedAddresses() {
    const shared = await sharedWithPhotos();
    const { owner, id, share, read } = shared;
    const { path } = answerOf(await share());
    const addresses = ({ json }: { json: unknown }) =>
      reportModelSchema.parse(json).photos.flatMap(({ url }) => (url === null ? [] : [url]));
    const answer = await read(path);
    const detail = reportDetailSchema.parse(
      (await service.call('GET', `reports/${id}`, { token: owner.token })).json,
    );
    const byLink = addresses(answer).flatMap((url) =>
      PHOTO_SIZES.map((size) => url.replace('full.jpg', `${size}.jpg`)),
    );
    expect(byLink.length).toBeGreaterThan(10);
    return { ...shared, path, byLink, byId: addresses({ json: detail.report }), text: answer.text };
  }
  const statusesOf = async (addresses: readonly string[], headers: Record<string, string> = {}) => [
    ...new Set(
      await Promise.all(
        addresses.map(async (url) => (await service.app.inject({ method: 'GET', url, headers })).statusCode),
      ),
    ),
  ];

  test('have addresses of the link alone', async () => {
    const { path, byLink, byId, text } = await sharedAddresses();
    expect(byLink.filter((url) => !url.startsWith(`/api/v1${path}/photos/`))).toEqual([]);
    expect(text).not.toMatch(/\/api\/v1\/photos\//);
    expect(byId.filter((url) => text.includes(url.split('/')[4] ?? url))).toEqual([]);
    expect(await statusesOf(byLink)).toEqual([200]);
  });

  test('can’t be read by address once the link is revoked', async () => {
    const { owner, id, byLink, byId } = await sharedAddresses();
    await service.call('DELETE', `reports/${id}/share`, { token: owner.token });
    expect(await statusesOf(byLink)).toEqual([404]);
    expect(await statusesOf(byId)).toEqual([200]);
  });

  test('can’t be read by address while they are left out', async () => {
    const { share, byLink } = await sharedAddresses();
    await share({ photos: false });
    expect(await statusesOf(byLink)).toEqual([404]);
    await share({ photos: true });
    expect(await statusesOf(byLink)).toEqual([200]);
  });

  test('can’t be read by the address of an earlier link', async () => {
    const { owner, id, share, read, byLink } = await sharedAddresses();
    await service.call('DELETE', `reports/${id}/share`, { token: owner.token });
    const { path } = answerOf(await share());
    expect(await statusesOf(byLink)).toEqual([404]);
    const { photos } = reportModelSchema.parse((await read(path)).json);
    expect(await statusesOf(photos.flatMap(({ url }) => url ?? []))).toEqual([200]);
  });

  test('can’t be read by address once the report is deleted', async () => {
    const { owner, id, byLink } = await sharedAddresses();
    const json = { report_ids: [id] };
    expect((await service.call('DELETE', 'selected_reports', { token: owner.token, json })).status).toBe(200);
    expect(await statusesOf(byLink)).toEqual([404]);
  });

  test('can’t be read by address once the account is deleted', async () => {
    const { owner, byLink } = await sharedAddresses();
    await service.tools.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
      owner.userId,
      await hashPassword('tangerine velvet 81', SERVICE),
    ]);
    const json = { password: 'tangerine velvet 81' };
    expect((await service.call('DELETE', 'users/me', { token: owner.token, json })).status).toBe(200);
    expect(await statusesOf(byLink)).toEqual([404]);
  });

  test('are asked for before each use, and known to be gone', async () => {
    const { owner, id, byLink } = await sharedAddresses();
    const [url = ''] = byLink;
    const { headers } = await service.app.inject({ method: 'GET', url });
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    });
    const again = { 'if-none-match': String(headers.etag) };
    expect(await statusesOf([url], again)).toEqual([304]);
    await service.call('DELETE', `reports/${id}/share`, { token: owner.token });
    expect(await statusesOf([url], again)).toEqual([404]);
  });

  test('that are not there, or never were, are the same not_found', async () => {
    const { path, share } = await sharedAddresses();
    await share({ photos: true });
    const other = await sharedAddresses();
    await other.share({ photos: false });
    const answers = await Promise.all(
      [
        `${path}/photos/999/full.jpg`,
        `${path}/photos/x/full.jpg`,
        `${other.path}/photos/1/full.jpg`,
        '/shared/x/photos/1/full.jpg',
      ].map(async (url) => {
        const { statusCode, body } = await service.app.inject({ method: 'GET', url: `/api/v1${url}` });
        return { statusCode, body };
      }),
    );
    expect(answers[0]?.statusCode).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('are those of the newest version', async () => {
    const { id, byLink } = await sharedAddresses();
    await service.tools.pool.query(
      `UPDATE reports SET edited_model = jsonb_set(coalesce(edited_model, model), '{photos}', '[]') WHERE id = $1`,
      [id],
    );
    expect(await statusesOf(byLink)).toEqual([404]);
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
