import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import readSheet from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import type { ReportListItem } from '../../../contract/calls.ts';
import { reportModelSchema } from '../../../contract/schemas/report.ts';
import type { ShownUnits } from '../../../contract/units/shown-units.ts';
import { exportList } from './export-list.ts';
import { exportReport } from './export-report.ts';

const report = reportModelSchema.parse(
  JSON.parse(readFileSync(new URL('../../../samples/sample-report.json', import.meta.url), 'utf8')),
);
/** A made-up rate. */
const HALF_EUROS: ShownUnits = {
  distance: 'km',
  money: {
    currency: 'EUR',
    sign: '€',
    decimals: 2,
    per_usd: 0.5,
    rate_date: '2026-11-01',
    rate_source: null,
  },
};
const beside = (units: ShownUnits) => ({ deal: null, basket: 'oem' as const, checked: [], units });
const US: ShownUnits = { distance: 'mi', money: null };

const csvRows = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes.toString('utf8'), { columns: true, bom: true });
const sheetRows = async (bytes: Buffer, sheet: string) =>
  (await readSheet(bytes)).find((one) => one.sheet === sheet)?.data ?? [];

describe('a report in the units of its owner', () => {
  test.each(['csv', 'parts'] as const)('is in other money as %s', async (format) => {
    const [us, eu] = await Promise.all(
      [US, HALF_EUROS].map(async (units) =>
        csvRows((await exportReport(report, format, beside(units))).bytes),
      ),
    );
    const heading = format === 'csv' ? 'cost' : 'part_price_likely';
    const [dollars, euros] = [us, eu].map((rows) =>
      (rows ?? []).map((row) => Number(row[heading])).find((amount) => amount > 0),
    );
    expect(eu?.[0]?.currency).toBe('EUR');
    expect(euros).toBeCloseTo((dollars ?? 0) / 2, 2);
  });

  test('is in other money as XLSX', async () => {
    const { bytes } = await exportReport(report, 'xlsx', beside(HALF_EUROS));
    const totals = new Map((await sheetRows(bytes, 'Totals')).map(([name, amount]) => [name, amount]));
    expect(totals.get('Total, likely')).toBeCloseTo(report.estimate.total.likely / 2, 0);
    const about = (await sheetRows(bytes, 'About')).filter(([name]) => name === 'units');
    expect(about.map(([, words]) => words).join(' ')).toMatch(/EUR|euro/i);
  });

  test('stays in US dollars as JSON', async () => {
    const { bytes } = await exportReport(report, 'json', beside(HALF_EUROS));
    expect(JSON.parse(bytes.toString()).estimate.total.likely).toBe(report.estimate.total.likely);
  });

  test.each(['csv', 'xlsx'] as const)('is in other money in a list as %s', async (format) => {
    const row = {
      model_name: 'BMW',
      task_status: 'finished',
      total_cost: 1000,
      mileage: 100,
      url: '',
    } as unknown as ReportListItem;
    const { bytes } = await exportList([row], format, { units: HALF_EUROS, claimNumbers: new Map() });
    const cells =
      format === 'csv'
        ? Object.entries(csvRows(Buffer.from(bytes))[0] ?? {})
        : await listCells(Buffer.from(bytes));
    const of = new Map<unknown, unknown>(cells.map(([name, value]) => [name, value]));
    expect([Number(of.get('repair_likely')), of.get('currency'), Number(of.get('mileage_km'))]).toEqual([
      500,
      'EUR',
      161,
    ]);
  });
});

async function listCells(bytes: Buffer): Promise<(readonly [unknown, unknown])[]> {
  const [heads = [], first = []] = (await readSheet(bytes))[0]?.data ?? [];
  return heads.map((head, at) => [head, first[at]] as const);
}
