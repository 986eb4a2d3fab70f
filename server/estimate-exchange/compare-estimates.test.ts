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
  state: 'original',
  damage: 'this_loss',
  counts: true,
  group: null,
  description: 'Something else',
  category: null,
  side: 'none',
  position: 'none',
  operation: 'replace',
  part: null,
  labour: [],
  refinish_hours: 0,
  labour_amount: null,
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
  differences: [],
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
      ours: { parts: 1102, labour_hours: 1.7 },
      theirs: { names: ['Hood'], parts: 900, labour_hours: 1, refinish_hours: 2.5 },
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
    expect(scans.map(({ ours, theirs }) => [ours?.names[0], theirs?.other ?? null])).toEqual([
      ['Pre-repair scan', 99],
      ['Post-repair scan', null],
    ]);
  });

  const missedOf = (...lines: ImportedLine[]) =>
    compareEstimates(sample, estimate(...lines)).missed.map(({ id }) => id);
  const paintedHood = { ...hood, category: 'hood' };

  test('misses operations that its own lines call for, each with those lines', () => {
    const { missed } = compareEstimates(sample, estimate(paintedHood));
    expect(missed).toContainEqual({
      id: 'mask_jambs',
      name: 'Mask jambs and openings',
      called_by: ['Hood'],
    });
  });

  test('misses none that a line without a part is named like', () => {
    const named = line({ number: 2, description: 'HAZARDOUS WASTE REMOVAL', other: 5 });
    expect(missedOf(paintedHood)).toContain('hazardous_waste');
    expect(missedOf(paintedHood, named)).not.toContain('hazardous_waste');
    expect(missedOf(paintedHood, { ...named, description: 'TINT COLOUR' })).not.toContain('tint');
    const part = { ...named, part: { type: 'oem' as const, oem_number: null, price: 5, quantity: 1 } };
    expect(missedOf(paintedHood, part)).toContain('hazardous_waste');
  });

  test('misses none that only lines of ours call for', () => {
    expect(written.some(({ category }) => category === 'headlamp')).toBe(true);
    expect(missedOf(paintedHood)).not.toContain('aim_headlamps');
    expect(missedOf(line({ category: 'headlamp' }))).toContain('aim_headlamps');
  });

  test('misses nothing of a car that never has it', () => {
    expect(missedOf(line({ category: 'radiator_support' }))).not.toContain('hv_disable');
  });

  test.each([
    ['yes', sample.vehicle.vin, true],
    ['no', 'WBA3A5C50EF900002', true],
    ['unknown', `${sample.vehicle.vin?.slice(0, 11)}******`, null],
    ['no', 'WBA3A5C51EF******', null],
    ['unknown', null, null],
  ] as const)('is of the same car: %s, by its VIN %s', (same, vin, vin_check_ok) => {
    const theirs = estimate(hood);
    const vehicle = { ...theirs.vehicle, vin, vin_check_ok };
    expect(compareEstimates(sample, { ...theirs, vehicle }).same_car).toBe(same);
  });

  const masked = {
    ...sample,
    vehicle: { ...sample.vehicle, vin: `${sample.vehicle.vin?.slice(0, 11)}******`, vin_masked: true },
  };
  test.each([
    ['no', 'JTDBR32E330012345', 'Toyota'],
    ['no', null, 'Toyota'],
    ['unknown', sample.vehicle.vin, 'BMW'],
  ] as const)(
    'of a car with a masked VIN is of the same car: %s, with VIN %s and make %s',
    (same, vin, make) => {
      const theirs = estimate(hood);
      const vehicle = { ...theirs.vehicle, vin, make };
      expect(compareEstimates(masked, { ...theirs, vehicle }).same_car).toBe(same);
    },
  );

  test('counts no line that does not count, and shows it marked', () => {
    const deleted = { ...hood, number: 2, state: 'deleted' as const, counts: false };
    const { rows, theirs, marked } = compareEstimates(sample, estimate(hood, deleted));
    expect(rows.reduce((sum, row) => sum + (row.theirs?.parts ?? 0), 0)).toBe(900);
    expect(theirs.lines).toBe(1);
    expect(marked).toMatchObject([{ number: 2, state: 'deleted', share: { parts: 900 } }]);
  });

  test('that is our own pre-fill differs in no price and no hour, row by row and in all', async () => {
    const own = await readEstimate(writeEms(sample) ?? []);
    const { rows, same_car, ours, theirs } = compareEstimates(sample, own);
    expect(same_car).toBe('yes');
    expect(theirs.hours).toBe(ours.hours);
    const total = (of: 'ours' | 'theirs'): number =>
      rows.reduce((sum, row) => sum + cents(row[of]?.parts ?? 0), 0);
    expect(total('theirs')).toBe(total('ours'));
    const both = rows.filter((row) => row.ours && row.theirs);
    expect(both.length).toBeGreaterThan(written.length * 0.6);
    const figures = (share: EstimateComparison['rows'][number]['ours']) =>
      share && [cents(share.parts), share.labour_hours, share.refinish_hours];
    expect(both.filter((row) => String(figures(row.ours)) !== String(figures(row.theirs)))).toEqual([]);
  });
});
