import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type ReportModel, reportModelSchema } from '../../contract/schemas/report.ts';
import { readTable } from '../../server/estimate-exchange/dbase-table.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { readZip } from './read-zip.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let token: string;
let userId: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  ({ token, userId } = await addSignedIn(service, 50));
});
afterAll(() => service.close());

const exported = async (id: string, format: string) =>
  await service.app.inject({
    url: `/api/v1/reports/${id}/export?format=${format}`,
    headers: { authorization: `Bearer ${token}` },
  });
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true });
const cents = (dollars: number): number => Math.round(dollars * 100);

/** Names as a hostile catalogue or listing could write them. */
const FORMULAS = ['=HYPERLINK("http://x.test","y")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1'];
const poisoned = (model: ReportModel): ReportModel => ({
  ...model,
  estimate: {
    ...model.estimate,
    lines: model.estimate.lines.map(({ because: _, ...line }, index) => ({
      ...line,
      name: FORMULAS[index % FORMULAS.length] ?? '',
      why: 'Line one,\n"quoted", Ünïcode – ✓',
    })),
  },
});

describe('a report exported', () => {
  test('as JSON is the versioned model', async () => {
    const id = await addFinishedReport(service, userId);
    const answer = await exported(id, 'json');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="2014-BMW-3-Series-90000001.json"',
    );
    const model = reportModelSchema.parse(answer.json());
    expect(model).toMatchObject({ schema_version: 2, report_id: id });
  });

  test('as CSV has every line, and its columns add up to as written and to the average to the cent', async () => {
    const id = await addFinishedReport(service, userId);
    const answer = await exported(id, 'csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = rowsOf(answer.body);
    const { estimate } = await readSampleReport();
    const numbers = rows.filter((row) => row.line !== '').map((row) => Number(row.line));
    expect(numbers).toEqual(estimate.lines.map((_, index) => index + 1));
    const sum = (of: 'cost' | 'expected_cost'): number =>
      rows.reduce((all, row) => all + cents(Number(row[of])), 0);
    expect([sum('cost'), sum('expected_cost')]).toEqual([
      cents(estimate.outcome?.as_written ?? 0),
      cents(estimate.outcome?.average ?? 0),
    ]);
  });

  test('of schema_version 1 has the lines and columns it had', async () => {
    const stored = readFileSync(new URL('../fixtures/reports-1/iaai-q50.json.gz', import.meta.url));
    const { made } = z.object({ made: reportModelSchema }).parse(JSON.parse(gunzipSync(stored).toString()));
    const id = await addFinishedReport(service, userId, ({ report_id }) => ({ ...made, report_id }));
    const rows = rowsOf((await exported(id, 'csv')).body);
    expect(rows).toHaveLength(made.estimate.lines.length);
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['cost_likely', 'block', 'section']));
    expect(rows.reduce((sum, row) => sum + cents(Number(row.expected_cost)), 0)).toBe(
      cents(made.estimate.subtotal),
    );
  });

  test.each(['csv', 'parts'])(
    'as %s leads with an apostrophe what would run as a formula, and keeps every other character',
    async (format) => {
      const id = await addFinishedReport(service, userId, poisoned);
      const rows = rowsOf((await exported(id, format)).body);
      const names = new Set(rows.filter((row) => row.line !== '').map((row) => row.description));
      expect([...names].filter((name) => !FORMULAS.some((text) => name?.startsWith(`'${text}`)))).toEqual([]);
      expect(FORMULAS.filter((text) => ![...names].some((name) => name?.startsWith(`'${text}`)))).toEqual([]);
      if (format === 'csv') expect(rows[0]?.why).toBe('Line one,\n"quoted", Ünïcode – ✓');
    },
  );

  test('as XLSX opens with lines, totals and what they rest on, formulas as mere text', async () => {
    const id = await addFinishedReport(service, userId, poisoned);
    const answer = await exported(id, 'xlsx');
    expect(answer.headers['content-disposition']).toContain('2014-BMW-3-Series-90000001.xlsx');
    const sheets = await readSheet(answer.rawPayload);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Lines', 'Totals', 'About', 'Deal']);
    const [heads = [], ...rows] = sheets[0]?.data ?? [];
    const { estimate } = await readSampleReport();
    expect(rows.filter((row) => row[heads.indexOf('line')] !== null)).toHaveLength(estimate.lines.length);
    // A formula cell would be read back as its result, not as its text.
    expect(rows.map((row) => row[heads.indexOf('description')])).toContain(FORMULAS[0]);
    expect(rows.reduce((sum, row) => sum + cents(Number(row[heads.indexOf('cost')])), 0)).toBe(
      cents(estimate.outcome?.as_written ?? 0),
    );
    const totals = new Map(sheets[1]?.data.map((row) => [row[0], row[1]]));
    expect(totals.get('Total, likely')).toBe(estimate.total.likely);
    expect(totals.get('Estimate total')).toBe(estimate.outcome?.as_written);
  });

  test('as a parts order names each written part with its number as the source writes it, or why there is none', async () => {
    const id = await addFinishedReport(service, userId);
    const rows = rowsOf((await exported(id, 'parts')).body);
    const { estimate } = await readSampleReport();
    expect(new Set(rows.map(({ line }) => line)).size).toBe(
      estimate.lines.filter(({ part_type, standing }) => part_type !== 'none' && standing === 'scope').length,
    );
    const known = new Set(estimate.lines.flatMap((line) => line.oem_numbers.map(({ number }) => number)));
    for (const row of rows) {
      expect(Number(row.quantity)).toBeGreaterThanOrEqual(1);
      if (row.oem_number === '') expect(row.no_number_because).not.toBe('');
      else expect(known).toContain(row.oem_number);
    }
    expect(rows.filter((row) => row.oem_link?.startsWith('https://')).length).toBeGreaterThan(10);
  });

  test('as EMS is a set whose envelope comes last and whose total is the one as written', async () => {
    const id = await addFinishedReport(service, userId);
    const answer = await exported(id, 'ems');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="2014-BMW-3-Series-90000001-ems.zip"',
    });
    const files = await readZip(answer.rawPayload);
    expect(files.size).toBe(15);
    expect([...files.keys()].at(-1)).toMatch(/\.env$/);
    const [, totals = Buffer.alloc(0)] = [...files].find(([name]) => name.endsWith('.ttl')) ?? [];
    const { estimate } = await readSampleReport();
    expect(readTable(totals).rows[0]?.G_TTL_AMT).toBe(estimate.outcome?.as_written);
  });

  test('as EMS with nothing written is refused with the reason', async () => {
    const id = await addFinishedReport(service, userId, (model) => ({
      ...model,
      estimate: { ...model.estimate, lines: [] },
    }));
    const answer = await exported(id, 'ems');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'validation_error', details: { field: 'format' } }),
    ]);
  });

  test('in an unknown format, or with another question, is refused', async () => {
    const id = await addFinishedReport(service, userId);
    expect((await exported(id, 'exe')).statusCode).toBe(400);
    expect((await exported(id, 'csv&x=1')).statusCode).toBe(400);
  });

  test("of another user is the unknown one's 404", async () => {
    const stranger = await addSignedIn(service);
    const foreign = await addFinishedReport(service, stranger.userId);
    const unknown = await exported(crypto.randomUUID(), 'csv');
    const answer = await exported(foreign, 'csv');
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
  });
});
