import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { affiliateRedirectPath } from '../../contract/affiliate-redirect.ts';
import { supplierLinksOf } from '../../server/pipeline/supplier-links.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { SUPPLIERS } from '../../server/suppliers/index.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { addReport, addUser } from './seed.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { TRUST_PROXY: 'true' },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.tools.pool.query('TRUNCATE supplier_clicks, supplier_leads, rate_limits');
});

let address = 0;
const go = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  address += 1;
  return service.app.inject({
    method,
    url,
    headers: { 'x-forwarded-for': `100.65.${address >> 8}.${address & 255}`, ...headers },
  });
};
const out = (id: string, query: Record<string, string>): string =>
  `/api/v1/suppliers/out/${encodeURIComponent(id)}?${new URLSearchParams(query)}`;
const counted = async () =>
  (
    await service.tools.pool.query(
      'SELECT supplier, make, clicks FROM supplier_clicks ORDER BY supplier, make',
    )
  ).rows;

const admin = (...words: string[]): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '..', '..', 'server', 'cli', 'admin.ts'), ...words],
      {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATA_DIR: service.dataDir,
          DATABASE_URL: service.config.DATABASE_URL ?? '',
        },
      },
      (failure, out) => resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, out }),
    );
  });

test('a click to a joined programme that takes an id carries one of its own, kept as a lead of that network', async () => {
  const joined = await startService(inject('databaseServer'), {
    worker: false,
    environment: { EBAY_CAMPAIGN_ID: '5338000000' },
  });
  try {
    const { userId } = await addSignedIn(joined);
    const report = await addFinishedReport(joined, userId);
    const ask = async (id: string, query: Record<string, string>) =>
      new URL(String((await joined.app.inject({ url: out(id, query) })).headers.location)).searchParams;
    const words = { make: 'bmw', words: 'hood' };
    const [first, second] = [
      await ask('ebay-motors', { ...words, report }),
      await ask('ebay-motors', { ...words, report }),
    ];
    expect(first.get('campid')).toBe('5338000000');
    expect(first.get('customid')).toMatch(/^[a-z0-9]{16}$/);
    expect(second.get('customid')).not.toBe(first.get('customid'));
    const { rows } = await joined.tools.pool.query(
      'SELECT id, network, report_id FROM partner_leads WHERE partner_id IS NULL ORDER BY at, id',
    );
    expect(rows).toContainEqual({ id: first.get('customid'), network: 'ebay-motors', report_id: report });
    // From no report, and to whom takes none, nothing goes along.
    expect((await ask('ebay-motors', words)).get('customid')).toBeNull();
    expect((await ask('rockauto', { make: 'bmw', number: '41007290944', report })).size).toBe(1);
  } finally {
    await joined.close();
  }
});

describe('the way out to a supplier', () => {
  test('leads where the link of the report leads, for every link of the sample report', async () => {
    const { vehicle, estimate } = await readSampleReport();
    let links = 0;
    for (const line of estimate.lines.slice(0, 30)) {
      for (const link of line.supplier_links) {
        const answer = await go(affiliateRedirectPath(vehicle, line, link));
        expect([answer.statusCode, answer.headers.location]).toEqual([302, link.url]);
        links += 1;
      }
    }
    expect(links).toBeGreaterThan(50);
  });

  test('a dealer search by VIN and part name carries the VIN', async () => {
    const { vehicle, estimate } = await readSampleReport();
    const [first] = estimate.lines;
    if (first === undefined) throw new Error('the sample report has no lines');
    const line = { ...first, oem_numbers: [] };
    const links = supplierLinksOf(vehicle, {})(line);
    expect(links.filter(({ url }) => url.includes(`vin=${vehicle.vin}`)).length).toBeGreaterThan(0);
    for (const link of links)
      expect((await go(affiliateRedirectPath(vehicle, line, link))).headers.location).toBe(link.url);
  });

  test('counts clicks by supplier, day and make, and nothing of whoever clicked', async () => {
    await go(out('ebay-motors', { make: 'bmw', number: '51117293072' }));
    await go(out('ebay-motors', { make: 'bmw', words: '2014 BMW hood' }));
    await go(out('rockauto', { number: '51117293072' }));
    expect(await counted()).toEqual([
      { supplier: 'ebay-motors', make: 'bmw', clicks: 2 },
      { supplier: 'rockauto', make: '', clicks: 1 },
    ]);
  });

  test('counts no page fetched ahead of a click, no HEAD, and no flood from one address', async () => {
    const link = out('ebay-motors', { number: '51117293072' });
    expect((await go(link, { 'sec-purpose': 'prefetch' })).statusCode).toBe(302);
    expect((await go(link, {}, 'HEAD')).statusCode).toBe(302);
    expect(await counted()).toEqual([]);
    for (let click = 0; click < 40; click += 1)
      expect((await go(link, { 'x-forwarded-for': '100.66.0.1' })).statusCode).toBe(302);
    expect(await counted()).toEqual([{ supplier: 'ebay-motors', make: '', clicks: 30 }]);
  });

  test('is never an open redirect: only a supplier of our table, at its own host, whatever is asked', async () => {
    const hosts = new Set(
      SUPPLIERS.flatMap(({ template, makes }) =>
        (makes ? Object.values(makes) : ['']).map((make) => new URL(template.replace('{make}', make)).host),
      ),
    );
    const hostile = fc.oneof(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.constantFrom('https://evil.test', '//evil.test', '@evil.test', '\\evil.test', 'javascript:alert(1)'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SUPPLIERS.map(({ name }) => name)),
        hostile,
        fc.boolean(),
        async (name, text, byNumber) => {
          const answer = await go(out(name, { make: 'bmw', [byNumber ? 'number' : 'words']: text }));
          if (answer.statusCode === 302)
            expect(hosts).toContain(new URL(String(answer.headers.location)).host);
          else expect([400, 404]).toContain(answer.statusCode);
        },
      ),
      { numRuns: 60 },
    );
    for (const id of ['https://evil.test', '//evil.test', '__proto__', 'unknown'])
      expect((await go(out(id, { words: 'x' }))).statusCode).toBe(404);
    expect((await go(out('rockauto', { number: '1', to: 'https://evil.test' }))).statusCode).toBe(400);
  });

  test('leads to one item of a supplier whose items have addresses', async () => {
    const to = async (id: string, item: string) => await go(out(id, { item }));
    expect((await to('ebay-motors', '110000000001')).headers.location).toBe(
      'https://www.ebay.com/itm/110000000001',
    );
    expect((await to('rockauto', '110000000001')).statusCode).toBe(404);
    expect((await to('ebay-motors', '../evil')).statusCode).toBe(400);
  });

  test('of a report counts a part once as a lead, which names neither user nor report', async () => {
    const user = await addUser(service.tools.pool, 3);
    const report = await addReport(service.tools.pool, user);
    const ask = (number: string, from = report) =>
      go(out('ebay-motors', { make: 'bmw', number, report: from }));
    for (const number of ['51117293072', '51117293072', '51110000001']) await ask(number);
    await ask('51117293072', randomUUID());
    const { rows } = await service.tools.pool.query('SELECT * FROM supplier_leads ORDER BY part');
    expect(rows).toMatchObject([
      { supplier: 'ebay-motors', make: 'bmw', part: '51110000001' },
      { supplier: 'ebay-motors', make: 'bmw', part: '51117293072' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(report);
    expect(JSON.stringify(rows)).not.toContain(user);
    expect(await counted()).toEqual([{ supplier: 'ebay-motors', make: 'bmw', clicks: 4 }]);
    const csv = await admin('leads', 'ebay-motors', '--csv');
    expect(csv.out.split('\n')[0]).toBe('lead,supplier,day,make,part');
    expect(csv.out.trim().split('\n')).toHaveLength(3);
  });

  test('keeps a part that a spreadsheet would run from running', async () => {
    const user = await addUser(service.tools.pool, 3);
    const report = await addReport(service.tools.pool, user);
    await go(out('car-part', { words: '=HYPERLINK("http://x.test")', report }));
    expect((await admin('leads', 'car-part', '--csv')).out).toContain(`"'=HYPERLINK`);
  });

  test('is exported for a partner by the command line, by day and for one supplier', async () => {
    await service.tools.pool.query(
      `INSERT INTO supplier_clicks VALUES ('rockauto', '2026-01-30', 'bmw', 4), ('rockauto', '2026-02-02', 'kia', 2),
              ('ebay-motors', '2026-01-31', 'bmw', 9)`,
    );
    const month = await admin('clicks', 'rockauto', '--from', '2026-01-01', '--to', '2026-01-31');
    expect(JSON.parse(month.out)).toEqual({
      total: 4,
      clicks: [{ supplier: 'rockauto', day: '2026-01-30', make: 'bmw', clicks: 4 }],
    });
    expect((await admin('clicks', 'nobody')).code).toBe(2);
  });
});
