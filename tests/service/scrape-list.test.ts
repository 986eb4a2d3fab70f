import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type ScrapeListAnswer, scrapeListAnswerSchema } from '../../contract/api/auction-answers.ts';
import { SAMPLE_LOTS } from '../../samples/sample-lots.ts';
import { type Answer, startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.tools.pool.query('DELETE FROM rate_limits');
});

const send = (json: object): Promise<Answer> => service.call('POST', 'auction/scrape_list', { json });
async function listOf(json: object): Promise<ScrapeListAnswer> {
  const answer = await send(json);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return scrapeListAnswerSchema.parse(answer.json);
}
const fileOf = (text: string) => ({ file: Buffer.from(text).toString('base64') });
const HEADER = 'Lot #,Year,Make,Model,VIN,Odometer,Odometer description,Damage description,Announcements';
const row = (number: number, note = '') =>
  `${number},2019,HONDA,ACCORD,1HGCV1F30KA******,"61,234 A",ACTUAL,FRONT END,${note}`;

describe('several links', () => {
  test('are each answered in their order, by the lot or by why there is none', async () => {
    const links = SAMPLE_LOTS.map(({ link }) => link).slice(0, 3);
    const [first = '', second = '', third = ''] = links;
    const refused = 'https://www.copart.com/lot/90000006';
    const { entries, left_out } = await listOf({
      links: [first, 'https://example.com/lot/1', second, first, refused, third, '12345678'],
    });
    expect(left_out).toBeNull();
    expect(entries.map(({ row: at, code }) => [at, code])).toEqual([
      [1, null],
      [2, 'unsupported_url'],
      [3, null],
      [4, 'validation_error'],
      [5, 'source_blocked'],
      [6, null],
      [7, 'unsupported_url'],
    ]);
    expect(entries[0]?.lot).toMatchObject({ origin: 'sample', lot_key: expect.any(String) });
    expect(entries[1]).toMatchObject({
      listed: 'https://example.com/lot/1',
      reason: expect.stringContaining('Only lots of'),
    });
    expect(entries[3]?.reason).toBe('This lot stands in row 1 already.');
    expect(entries[4]?.reason).toContain('Copart refused');
    expect(entries[6]?.reason).toContain('https://www.copart.com/lot/12345678');
  });

  test('are weighed by their listings: what each sells for, and a max bid that falls as the repair rises', async () => {
    const { entries } = await listOf({ links: SAMPLE_LOTS.map(({ link }) => link).slice(0, 2) });
    for (const { deal } of entries) {
      expect(deal?.price).toMatchObject({ of: expect.any(String), usd: expect.any(Number) });
      const { low, likely, high } = deal?.max_bids ?? expect.fail();
      expect([low ?? 0, likely ?? 0, high ?? 0]).toEqual(
        [low ?? 0, likely ?? 0, high ?? 0].toSorted((a, b) => a - b),
      );
    }
  });

  test('count as one request each: what is past the limit is said to wait, and nothing is lost', async () => {
    const links = Array.from({ length: 24 }, (_, index) => `nonsense ${index}`);
    const { entries } = await listOf({ links });
    expect(entries).toHaveLength(24);
    expect(entries.filter(({ code }) => code === 'rate_limited')).toHaveLength(4);
    expect(entries.filter(({ code }) => code === 'unsupported_url')).toHaveLength(20);
  });

  test('are at most 25, and there is at least one', async () => {
    for (const json of [{ links: Array.from({ length: 26 }, () => 'x') }, { links: [] }, {}])
      expect((await send(json)).status).toBe(400);
  });
});

describe('the file of a list', () => {
  test('becomes lots that are its sender’s own, with what the list says', async () => {
    const { entries } = await listOf(fileOf([HEADER, row(70000001), 'x,,,', row(70000002)].join('\n')));
    expect(entries.map(({ row: at, code }) => [at, code])).toEqual([
      [2, null],
      [3, 'unsupported_url'],
      [4, null],
    ]);
    const lot = entries[0]?.lot;
    expect(lot).toMatchObject({
      origin: 'own_page',
      source: 'Copart list export',
      lot_key: expect.stringMatching(/^own_page:/),
      name: '2019 HONDA ACCORD',
      mileage: 61234,
    });
    const counted = await service.tools.pool.query('SELECT 1 FROM visitor_lots WHERE lot_key = $1', [
      lot?.lot_key,
    ]);
    expect(counted.rowCount).toBe(1);
  });

  test('is what a report of one of its lots is started from', async () => {
    const { entries } = await listOf(fileOf([HEADER, row(70000003)].join('\n')));
    const stored = await service.tools.requests.lotFor(
      { auction_url: entries[0]?.lot?.url ?? '', lot_key: entries[0]?.lot?.lot_key },
      '00000000-0000-4000-8000-000000000000',
    );
    expect(stored).toMatchObject({ source: 'Copart list export', make_supported: true });
  });

  test('of more than 64 KiB is read in a worker, up to 250 rows, and the rest is counted', async () => {
    const note = 'x'.repeat(400);
    const lines = Array.from({ length: 300 }, (_, index) => row(70_000_100 + index, note));
    const { entries, left_out } = await listOf(fileOf([HEADER, ...lines].join('\n')));
    expect(entries).toHaveLength(250);
    expect(left_out).toEqual({ from_row: 252, rows: 50 });
  });

  test('that is no such list, no base64, or too large, is refused in words', async () => {
    const other = await send(fileOf('Name,Price\nA,1'));
    expect(other).toMatchObject({ status: 400, json: { code: 'validation_error', success: false } });
    expect(other.json.message).toContain('not a list of lots');
    expect((await send({ file: 'no base64!' })).status).toBe(400);
    expect((await send({ file: 'A'.repeat(3_000_000) })).status).toBe(400);
    expect((await send({ file: 'A'.repeat(4_000_000) })).status).toBe(413);
  });
});
