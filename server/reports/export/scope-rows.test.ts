import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillBasket, linesToBuy } from '../../../contract/report-view/baskets.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import { centsFromDollars as cents } from '../../../contract/schemas/money.ts';
import { type ReportModel, reportModelSchema } from '../../../contract/schemas/report.ts';
import { type Listed, scopeReport } from '../../../tests/fixtures/scope-report.ts';
import { PARTS_COLUMNS, partsToOrder } from './export-lines.ts';
import { SCOPE_COLUMNS, scopeRows } from './scope-rows.ts';

const sample = reportModelSchema.parse(
  JSON.parse(readFileSync(new URL('../../../samples/sample-report.json', import.meta.url), 'utf8')),
);

/** What a spreadsheet makes of a column. */
const summed = (model: ReportModel, heading: string, section?: string): number => {
  const column = SCOPE_COLUMNS.find((entry) => entry.heading === heading);
  if (!column) throw new Error(`no column ${heading}`);
  return scopeRows(model)
    .filter((row) => section === undefined || row.section === section)
    .reduce((sum, row) => sum + cents(Number(column.of(row) ?? 0)), 0);
};

function expectToAddUp(model: ReportModel): void {
  const { outcome, subtotal } = model.estimate;
  if (!outcome) throw new Error('no outcome');
  expect(summed(model, 'cost', 'scope')).toBe(cents(subtotal));
  expect(summed(model, 'cost')).toBe(cents(outcome.as_written));
  expect(summed(model, 'expected_cost')).toBe(cents(outcome.average));
}

const lots: [string, Listed][] = [
  ['front end with air bags', { damage: 'FRONT END', airbags: 'deployed', run: 'stationary' }],
  ['rear end, no value listed', { damage: 'REAR END', retail_value: null, state: null }],
  ['a side and a second damage', { damage: 'SIDE', second: 'FRONT END', state: 'TX' }],
  ['all over', { damage: 'ALL OVER' }],
  ['a rollover', { damage: 'ROLLOVER', year: 2003 }],
  ['minor dents', { damage: 'MINOR DENT/SCRATCHES', state: 'CA' }],
  ['hail', { damage: 'HAIL', state: 'OR' }],
  ['nothing declared', { damage: null }],
];

describe('the line sheet', () => {
  test('adds up to as written and to the average outcome in the sample', () => expectToAddUp(sample));

  test.each(lots)('adds up to the cent: %s', (_, listed) => expectToAddUp(scopeReport(listed)));

  test('adds up to the cent whatever the user sets, adds and takes out', () => {
    const [first, second] = scopeReport({ damage: 'FRONT END' }).estimate.lines;
    if (!first || !second) throw new Error('no lines');
    const price = fc.integer({ min: 0, max: 999_999 }).map((amount) => amount / 100);
    const figures = fc.record({
      price,
      hours: fc.double({ min: 0, max: 20, noNaN: true }).map((hours) => Math.round(hours * 100) / 100),
      probability: fc.integer({ min: 1, max: 100 }).map((share) => share / 100),
      tax: fc.integer({ min: 0, max: 12_000 }).map((percent) => percent / 1000),
    });
    fc.assert(
      fc.property(figures, ({ price, hours, probability, tax }) => {
        const edits = {
          ...NO_EDITS,
          excluded: [second.id],
          changed: { [first.id]: { part_price: price, labour_hours: hours, probability } },
          scenario: { tax: { kind: 'own' as const, percent: tax } },
        };
        expectToAddUp(scopeReport({ damage: 'FRONT END' }, { answers: [], edits }));
      }),
      { numRuns: 8 },
    );
  });

  test('has cost on what is written alone and an expected cost on every row', () => {
    for (const { section, cost, expected_cost } of scopeRows(sample)) {
      expect(cost === null).toBe(section === 'possible' || section === 'unlocated');
      expect(Number.isFinite(expected_cost)).toBe(true);
    }
    expect(SCOPE_COLUMNS.map(({ heading }) => heading)).not.toContain('cost_likely');
  });

  test('counts the items too slight to list in one row, and what is not located in another', () => {
    const rows = scopeRows(scopeReport({ damage: 'MINOR DENT/SCRATCHES' }));
    const others = rows.filter(({ line }) => line === null);
    expect(others.map(({ section }) => section)).toEqual(['possible', 'unlocated', 'tax']);
  });

  test('numbers the lines as page and PDF do, what is written first', () => {
    const sections = scopeRows(sample).flatMap(({ section, line }) => (line ? [section] : []));
    expect(sections).toEqual(sections.toSorted((a, b) => (a === b ? 0 : a === 'scope' ? -1 : 1)));
  });
});

test.each(['oem', 'cheapest', 'used_first'] as const)(
  'the order sheet holds exactly the basket %s, with its sum, and nothing that is only possible',
  (kind) => {
    const rows = partsToOrder(sample, kind);
    const basket = fillBasket(kind, linesToBuy(sample.estimate.lines, 0.5), []);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(basket.rows.map(({ line }) => line.id)));
    expect(rows.every(({ standing }) => standing === 'scope')).toBe(true);
    const column = PARTS_COLUMNS.find(({ heading }) => heading === 'asked_cost');
    const sum = rows.reduce((all, row) => all + cents(Number(column?.of(row) ?? 0)), 0);
    expect(sum).toBe(cents(basket.total));
  },
);
