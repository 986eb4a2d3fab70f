import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EstimateComparison } from '../../contract/estimate-exchange/estimate-comparison.ts';
import type { ImportedEstimate, ImportedLine } from '../../contract/estimate-exchange/imported-estimate.ts';
import { centsFromDollars as cents } from '../../contract/schemas/money.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { compareEstimates } from './compare-estimates.ts';
import { readEstimate } from './read-estimate.ts';
import { writeEms } from './write-ems.ts';

const sample = reportModelSchema.parse(
  JSON.parse(readFileSync(new URL('../../samples/sample-report.json', import.meta.url), 'utf8')),
);
const written = sample.estimate.lines.filter(({ standing }) => standing === 'scope');

const line = (change: Partial<ImportedLine>): ImportedLine => ({
  number: 1,
  group: null,
  description: 'Something else',
  category: null,
  side: 'none',
  position: 'none',
  operation: 'replace',
  part: null,
  labour: [],
  refinish_hours: 0,
  other: 0,
  ...change,
});
const estimate = (...lines: ImportedLine[]): ImportedEstimate => ({
  format: 'ems',
  version: '2.01',
  system: 'ccc',
  dated: '2026-10-01',
  country: null,
  vehicle: { vin: sample.vehicle.vin, vin_check_ok: true, year: 2014, make: 'BMW', model: '3 Series' },
  lines,
  totals: { gross: 5000, net: 4500, tax: 300 },
});
const hood = line({
  description: 'Hood',
  category: 'hood_panel',
  part: { type: 'oem', oem_number: null, price: 900, quantity: 1 },
  labour: [{ type: 'body', hours: 1 }],
  refinish_hours: 2.5,
});
const rowOf = ({ rows }: EstimateComparison, category: string) =>
  rows.filter((row) => row.category === category);

describe('an estimate beside ours', () => {
  test('has every line of both in just one row', () => {
    const { rows } = compareEstimates(sample, estimate(hood, line({ number: 2 })));
    const sum = (of: 'ours' | 'theirs', what: 'parts' | 'other') =>
      rows.reduce((all, row) => all + cents(row[of]?.[what] ?? 0), 0);
    const ours = (key: string) => cents(sample.estimate.totals.find((row) => row.key === key)?.likely ?? 0);
    expect([sum('ours', 'parts'), sum('ours', 'other')]).toEqual([ours('parts'), ours('sublet')]);
    expect(sum('theirs', 'parts')).toBe(90_000);
    expect(rows.filter(({ theirs }) => theirs !== null)).toHaveLength(2);
  });

  test('stands in the row of our line for the same part, with its own hours and price', () => {
    const category = written.find(({ name }) => name === 'Hood panel')?.category ?? '';
    const [row, ...others] = rowOf(compareEstimates(sample, estimate({ ...hood, category })), category);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ours: { parts: 1102, labour_hours: 1.71 },
      theirs: { names: ['Hood'], parts: 900, labour_hours: 1, refinish_hours: 2.5 },
      missed: false,
    });
  });

  test('has a part of the other side in a row of its own', () => {
    const fender = written.find(({ name }) => name === 'Front fender');
    if (!fender?.category) throw new Error('no fender');
    const left = {
      ...sample,
      estimate: { ...sample.estimate, lines: [{ ...fender, side: 'left' as const }] },
    };
    const theirs = (side: 'left' | 'right') =>
      compareEstimates(left, estimate(line({ category: fender.category, side, position: fender.position })));
    expect(rowOf(theirs('left'), fender.category)).toHaveLength(1);
    expect(rowOf(theirs('right'), fender.category)).toHaveLength(2);
  });

  test('pairs operations by the words of their names, each once', () => {
    const { rows } = compareEstimates(sample, estimate(line({ description: 'PRE-REPAIR SCAN', other: 99 })));
    const scans = rows.filter(({ ours }) => ours?.names.some((name) => name.endsWith('scan')));
    expect(scans.map(({ ours, theirs, missed }) => [ours?.names[0], theirs?.other ?? null, missed])).toEqual([
      ['Pre-repair scan', 99, false],
      ['Post-repair scan', null, true],
    ]);
  });

  test('marks as missed only operations that theirs does not have, never parts', () => {
    const { rows } = compareEstimates(sample, estimate(line({})));
    const missed = rows.filter((row) => row.missed);
    expect(missed.length).toBeGreaterThan(3);
    expect(missed.every(({ ours, theirs }) => ours !== null && ours.parts === 0 && theirs === null)).toBe(
      true,
    );
  });

  test.each([
    ['yes', sample.vehicle.vin, true],
    ['no', 'WBA3A5C50EF900002', true],
    ['unknown', 'WBA3A5C58EF******', null],
    ['unknown', null, null],
  ] as const)('is of the same car: %s, by its VIN %s', (same, vin, vin_check_ok) => {
    const theirs = estimate(hood);
    const vehicle = { ...theirs.vehicle, vin, vin_check_ok };
    expect(compareEstimates(sample, { ...theirs, vehicle }).same_car).toBe(same);
  });

  test('that is our own pre-fill differs in no price, and in hours by less than its tenths', async () => {
    const own = await readEstimate(writeEms(sample) ?? []);
    const { rows, same_car } = compareEstimates(sample, own);
    expect(same_car).toBe('yes');
    const total = (of: 'ours' | 'theirs', what: 'parts' | 'labour_hours' | 'refinish_hours'): number =>
      rows.reduce((sum, row) => sum + (row[of]?.[what] ?? 0), 0);
    expect(total('theirs', 'parts')).toBeCloseTo(total('ours', 'parts'), 2);
    expect(Math.abs(total('theirs', 'labour_hours') - total('ours', 'labour_hours'))).toBeLessThan(1.5);
    const both = rows.filter(({ ours, theirs }) => ours && theirs);
    expect(both.length).toBeGreaterThan(written.length * 0.6);
    expect(both.filter(({ ours, theirs }) => cents(ours?.parts ?? 0) !== cents(theirs?.parts ?? 0))).toEqual(
      [],
    );
  });
});
