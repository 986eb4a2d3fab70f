import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { partnerFeedSchema, stockListSchema } from '../../../contract/partners/feed.ts';
import type { Partner } from '../../../contract/partners/partner.ts';
import { issueAccessToken } from '../../../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../../../server/accounts/tokens.ts';
import { insertSession } from '../../../server/db/accounts/sessions.ts';
import { inTransaction } from '../../../server/db/client.ts';
import { deleteSpentRows } from '../../../server/db/ops/retention.ts';
import { closePartnerOf } from '../../../server/db/partners/partners.ts';
import { noteMet } from '../../../server/partners/stock/note-met.ts';
import { queueDueFeeds, readFeedAddress } from '../../../server/partners/stock/take-feed.ts';
import { addReport, addUser } from '../seed.ts';
import { startService, type TestService } from '../service.ts';
import { RECEIVER_ORIGIN, startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { addPartner } from './add-partner.ts';

let service: TestService;
let shop: WebhookReceiver;
beforeAll(async () => {
  shop = await startReceiver();
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { SOURCE_ORIGINS: JSON.stringify({ [RECEIVER_ORIGIN]: shop.origin }) },
  });
});
afterAll(async () => {
  await service.close();
  await shop.close();
});

const ADDRESS = `${RECEIVER_ORIGIN}/feed.tsv?key=secret`;
const HEADER = 'id\ttitle\tlink\tprice\tavailability\tbrand\tmpn';
const row = (
  id: string,
  more: { price?: string; mpn?: string; availability?: string; link?: string } = {},
): string =>
  [
    id,
    `Part ${id}`,
    more.link ?? `https://shop.example/${id}`,
    more.price ?? '90.00 USD',
    more.availability ?? 'in_stock',
    'Infiniti',
    more.mpn ?? '26060-4HB0A',
  ].join('\t');
const feedOf = (...rows: string[]): string => [HEADER, ...rows].join('\n');
const many = (count: number): string => feedOf(...Array.from({ length: count }, (_, at) => row(`M-${at}`)));

type Retailer = { partner: Partner; userId: string; token: string };
async function retailer(): Promise<Retailer> {
  const { pool, accessSecret } = service.tools;
  const userId = await addUser(pool, 0);
  const session = await insertSession(pool, {
    userId,
    userAgent: null,
    address: null,
    refreshHash: tokenHash(newToken()),
  });
  const token = await issueAccessToken(accessSecret, { userId, sessionId: session.id }, new Date());
  const website = 'https://shop.example';
  return { partner: await addPartner(pool, undefined, { userId, website }), userId, token };
}
const send = (token: string, text: string, name = 'feed.tsv') =>
  service.call('POST', 'partners/me/feed', {
    token,
    json: { file_name: name, content: Buffer.from(text).toString('base64') },
  });
const feedSeen = async (token: string) =>
  partnerFeedSchema.parse((await service.call('GET', 'partners/me/feed', { token })).json);
const stockSeen = async (token: string, query = '') =>
  stockListSchema.parse((await service.call('GET', `partners/me/stock${query}`, { token })).json);
const setAddress = (token: string, url: string | null) =>
  service.call('PUT', 'partners/me/feed/address', { token, json: { url } });
const readIt = ({ partner }: Retailer, byDay = false) =>
  readFeedAddress(
    service.tools.stock,
    { partner_id: partner.partner_id, by_day: byDay },
    AbortSignal.timeout(30_000),
  );
const shopAnswers = (body: string, status = 200, headers: Record<string, string> = {}) =>
  shop.answers.push({ status, body, headers });

test('a file takes the place of the stock, and its bad rows are told by number and reason', async () => {
  const { token } = await retailer();
  expect((await send(token, feedOf(row('old')))).status).toBe(200);
  const sent = await send(
    token,
    feedOf(row('A'), row('B', { price: 'ask' }), row('C', { availability: 'out_of_stock' })),
  );
  expect(sent.json).toMatchObject({
    outcome: 'taken',
    file_name: 'feed.tsv',
    rows_good: 1,
    rows_bad: 1,
    rows_left_out: 1,
    bad_rows: [{ row: 3, item: 'B', reason: 'price' }],
    stock: 1,
  });
  const { items } = await stockSeen(token);
  expect(items).toMatchObject([{ item: 'A', make: 'infiniti', price: 90, number: '26060-4HB0A' }]);
});

test('hands over all rejected rows as CSV, and counts them by reason', async () => {
  const { token } = await retailer();
  const bad = Array.from({ length: 250 }, (_, at) => row(`B-${at}`, { price: 'ask' }));
  const sent = await send(token, feedOf(row('A'), ...bad, row('C', { availability: 'soso' })));
  const feed = partnerFeedSchema.parse(sent.json);
  expect([feed.bad_rows.length, feed.bad_reasons]).toEqual([
    200,
    [
      { reason: 'price', rows: 250 },
      { reason: 'availability', rows: 1 },
    ],
  ]);
  const csv = await service.call('GET', 'partners/me/feed/rejected_rows/csv', { token });
  const lines = csv.bytes.toString().trim().split('\r\n');
  expect([csv.status, lines.length, lines[0], lines.at(-1)]).toEqual([
    200,
    252,
    'row,item,reason,what_to_do',
    expect.stringContaining('253,C,availability,'),
  ]);
});

test('rejects a row whose link leads to another site', async () => {
  const { token } = await retailer();
  const links = [
    'https://shop.example/a',
    'https://www.shop.example/b',
    'https://shop.example.evil.example/c',
    'https://shop.example@evil.example/d',
    'https://shop.example:8443/e',
  ];
  const sent = await send(token, feedOf(...links.map((link, index) => row(`L-${index}`, { link }))));
  expect(sent.json).toMatchObject({ outcome: 'taken', rows_good: 2, rows_bad: 3 });
  expect(partnerFeedSchema.parse(sent.json).bad_rows).toEqual([
    { row: 4, item: 'L-2', reason: 'other_site' },
    { row: 5, item: 'L-3', reason: 'other_site' },
    { row: 6, item: 'L-4', reason: 'other_site' },
  ]);
});

test('a partner without an approved website has its feed refused', async () => {
  const one = await retailer();
  await service.tools.pool.query('UPDATE partners SET approved_website = NULL WHERE id = $1', [
    one.partner.partner_id,
  ]);
  expect((await send(one.token, feedOf(row('A')))).json).toMatchObject({
    outcome: 'refused',
    problem: 'no_website',
    stock: 0,
  });
});

test('a website that was changed after its approval does not count', async () => {
  const one = await retailer();
  const { company, contact_name, phone, states, makes } = one.partner;
  const profile = { company, contact_name, phone, states, makes, website: 'https://evil.example' };
  const edited = await service.call('PUT', 'partners/me', { token: one.token, json: profile });
  expect(edited.json).toMatchObject({
    website: 'https://evil.example',
    approved_website: 'https://shop.example',
  });
  const sent = await send(one.token, feedOf(row('A'), row('B', { link: 'https://evil.example/b' })));
  expect(sent.json).toMatchObject({ rows_good: 1, bad_rows: [{ item: 'B', reason: 'other_site' }] });
});

test('the daily reading rejects links to another site too', async () => {
  const one = await retailer();
  await setAddress(one.token, ADDRESS);
  shopAnswers(feedOf(row('A'), row('B', { link: 'https://evil.example/b' })));
  await readIt(one, true);
  expect(await feedSeen(one.token)).toMatchObject({
    rows_good: 1,
    bad_rows: [{ item: 'B', reason: 'other_site' }],
  });
});

test('the last good feed stays where the next one can’t be taken', async () => {
  const { token } = await retailer();
  await send(token, feedOf(row('A')));
  for (const [text, problem] of [
    ['no table at all', 'unreadable'],
    [feedOf(row('B', { price: '' })), 'no_good_row'],
  ] as const) {
    const sent = await send(token, text);
    expect([sent.status, sent.json]).toMatchObject([200, { outcome: 'refused', problem, stock: 1 }]);
    expect((await stockSeen(token)).items).toMatchObject([{ item: 'A' }]);
  }
  expect((await feedSeen(token)).taken_at).not.toBeNull();
});

test('a large file is read beside the service, in pages and by what a text finds', async () => {
  const { token } = await retailer();
  const sent = await send(token, many(2_500));
  expect(sent.json).toMatchObject({ outcome: 'taken', rows_good: 2_500, stock: 2_500 });
  const first = await stockSeen(token);
  expect(first.items).toHaveLength(50);
  const second = await stockSeen(token, `?after=${first.next_after}`);
  expect(second.items[0]).toMatchObject({ item: 'M-50' });
  expect((await stockSeen(token, '?text=m-2499')).items).toMatchObject([{ item: 'M-2499' }]);
  expect((await stockSeen(token, '?text=260604hb')).items).toHaveLength(50);
  expect((await service.call('DELETE', 'partners/me/stock', { token })).json).toMatchObject({ stock: 0 });
});

test('a retailer sees its own stock alone, others none', async () => {
  const [one, other] = [await retailer(), await retailer()];
  await send(one.token, feedOf(row('A')));
  expect((await stockSeen(other.token)).items).toEqual([]);
  expect(await feedSeen(other.token)).toMatchObject({ stock: 0, outcome: null });
  await service.call('DELETE', 'partners/me/stock', { token: other.token });
  expect((await stockSeen(one.token)).items).toHaveLength(1);
});

test('no stock is taken before approval, nor after the end', async () => {
  const { token, partner } = await retailer();
  for (const [state, status] of [
    ['applied', 403],
    ['declined', 403],
    ['closed', 403],
    ['paused', 200],
  ] as const) {
    await service.tools.pool.query('UPDATE partners SET state = $2 WHERE id = $1', [
      partner.partner_id,
      state,
    ]);
    expect([state, (await send(token, feedOf(row('A')))).status]).toEqual([state, status]);
  }
});

test('an address is read when it is set and when asked, and its query stays in no answer but its own', async () => {
  const shopOwner = await retailer();
  const { token } = shopOwner;
  expect((await service.call('POST', 'partners/me/feed/read', { token })).status).toBe(409);
  expect((await setAddress(token, ADDRESS)).json).toMatchObject({ url: ADDRESS, reading: true });
  shopAnswers(feedOf(row('A'), row('B')));
  await readIt(shopOwner);
  expect(await feedSeen(token)).toMatchObject({
    reading: false,
    outcome: 'taken',
    file_name: 'feed.tsv',
    stock: 2,
  });
  const asked = await service.call('POST', 'partners/me/feed/read', { token });
  expect(asked.json).toMatchObject({ reading: true });
  shopAnswers('gone', 404);
  await readIt(shopOwner);
  expect(await feedSeen(token)).toMatchObject({
    outcome: 'unreachable',
    problem: 'address_failed',
    stock: 2,
  });
  // Taken away, it is read no more.
  expect((await setAddress(token, null)).json).toMatchObject({ url: null, stock: 2 });
  const before = shop.received.length;
  await readIt(shopOwner);
  expect(shop.received.length).toBe(before);
});

test('an address that is not public, or leads to one that is not, is refused', async () => {
  const shopOwner = await retailer();
  for (const url of ['http://shop.example/x', 'https://shop.example:8443/x', 'https://a:b@shop.example/x'])
    expect([url, (await setAddress(shopOwner.token, url)).status]).toEqual([url, 400]);
  for (const url of ['https://127.0.0.1/feed', 'https://169.254.169.254/latest', 'https://[::1]/x']) {
    expect((await setAddress(shopOwner.token, url)).status).toBe(200);
    await readIt(shopOwner);
    expect(await feedSeen(shopOwner.token)).toMatchObject({ problem: 'address_refused', stock: 0 });
  }
  await setAddress(shopOwner.token, ADDRESS);
  shopAnswers('', 302, { location: 'https://10.0.0.1/feed' });
  await readIt(shopOwner);
  expect(await feedSeen(shopOwner.token)).toMatchObject({ problem: 'address_refused' });
});

test('by the day, each address is asked once in 24 hours, and a feed that broke off empties no shop', async () => {
  const shopOwner = await retailer();
  const { token, partner } = shopOwner;
  await send(token, many(200));
  await setAddress(token, ADDRESS);
  const { pool } = service.tools;
  await pool.query('UPDATE partner_feeds SET asked_at = now() WHERE partner_id <> $1', [partner.partner_id]);
  expect(await queueDueFeeds(service.tools.stock)).toBe(0);
  await pool.query("UPDATE partner_feeds SET asked_at = now() - interval '25 hours' WHERE partner_id = $1", [
    partner.partner_id,
  ]);
  expect(await queueDueFeeds(service.tools.stock)).toBe(1);
  expect(await queueDueFeeds(service.tools.stock)).toBe(0);
  shopAnswers(many(99));
  await readIt(shopOwner, true);
  expect(await feedSeen(token)).toMatchObject({ outcome: 'refused', problem: 'far_fewer', stock: 200 });
  // Asked for, it is taken.
  shopAnswers(many(99));
  await readIt(shopOwner);
  expect(await feedSeen(token)).toMatchObject({ outcome: 'taken', stock: 99 });
});

test('what of it reports met is counted by number, of its family of makes, and of approved partners alone', async () => {
  const { token, partner } = await retailer();
  const paused = await retailer();
  const { pool } = service.tools;
  for (const one of [token, paused.token])
    await send(one, feedOf(row('A'), row('B'), row('C', { mpn: '26010-4HB0A' })));
  await pool.query("UPDATE partners SET state = 'paused' WHERE id = $1", [paused.partner.partner_id]);
  const userId = await addUser(pool, 3);
  const report = await addReport(pool, userId);
  const model = {
    vehicle: { make_key: 'nissan' },
    estimate: {
      lines: [{ oem_numbers: [{ number: '26060 4HB0A' }] }, { oem_numbers: [{ number: '26060-4HB0A' }] }],
    },
  };
  await pool.query('UPDATE reports SET model = $2 WHERE id = $1', [report, JSON.stringify(model)]);
  const note = () =>
    inTransaction(pool, (client) =>
      noteMet(client, { log: service.tools.log, now: () => new Date() }, { reportId: report }),
    );
  await note();
  await note();
  expect((await feedSeen(token)).met).toEqual({
    numbers: 1,
    times: 2,
    most: [{ make: 'infiniti', number: '260604HB0A', reports: 2 }],
  });
  expect((await feedSeen(paused.token)).met.numbers).toBe(0);
  const held = await pool.query('SELECT * FROM partner_met WHERE partner_id = $1', [partner.partner_id]);
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(held.rows[0])).sort()).toEqual([
    'make',
    'month',
    'number_norm',
    'partner_id',
    'reports',
  ]);
});

test('stock, feed and counts go with the account, and what ended is tidied up', async () => {
  const { pool } = service.tools;
  const gone = await retailer();
  await send(gone.token, feedOf(row('A')));
  await closePartnerOf(pool, gone.userId);
  const left = async (partner: Partner) =>
    (
      await pool.query<{ stock: string; feeds: string }>(
        `SELECT (SELECT count(*) FROM partner_stock WHERE partner_id = $1) AS stock, (SELECT count(*) FROM partner_feeds WHERE partner_id = $1) AS feeds`,
        [partner.partner_id],
      )
    ).rows[0];
  expect(await left(gone.partner)).toEqual({ stock: '0', feeds: '0' });
  const declined = await retailer();
  await send(declined.token, feedOf(row('A')));
  await pool.query(
    "UPDATE partners SET state = 'declined', decided_at = now() - interval '364 days' WHERE id = $1",
    [declined.partner.partner_id],
  );
  await deleteSpentRows(pool);
  expect(await left(declined.partner)).toEqual({ stock: '0', feeds: '0' });
  const known = async () =>
    (await pool.query('SELECT 1 FROM partners WHERE id = $1', [declined.partner.partner_id])).rows.length;
  expect(await known()).toBe(1);
  await pool.query("UPDATE partners SET decided_at = now() - interval '366 days' WHERE id = $1", [
    declined.partner.partner_id,
  ]);
  await deleteSpentRows(pool);
  expect(await known()).toBe(0);
});
