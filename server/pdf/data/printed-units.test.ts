import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealView } from '../../../contract/report-view/deal/deal-view.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import { inUnits, US_UNITS } from '../../../contract/report-view/units/shown-units.ts';
import type { ShownUnits } from '../../../contract/units/shown-units.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';
import { dealSheet } from '../../deals/deal-sheet.ts';
import { dealOf } from '../../deals/fixtures/made-up-deal.ts';
import { exportReport } from '../../reports/export/export-report.ts';
import { printData } from './print-data.ts';

const options = { liveUrl: null, editedMark: false, preparedFor: null, home: null, covered: () => true };
const REPORT = scopeReport({ damage: 'FRONT END', airbags: 'deployed' });
const SHEET = dealSheet(dealOf({ destination: 'DE', rows: { resale: 30_000 } }));
const DEAL = { ...SHEET, report_id: REPORT.report_id, settings: {}, defaults: {}, changes: [] };

const unitsAt = (per_usd: number, decimals: 0 | 2): ShownUnits => ({
  distance: 'km',
  money: {
    currency: 'EUR',
    sign: '€',
    decimals,
    per_usd,
    rate_date: '2026-05-08',
    rate_source: 'European Central Bank',
  },
});
const anyUnits = fc
  .tuple(fc.double({ min: 0.05, max: 1_800, noNaN: true }), fc.constantFrom(0 as const, 2 as const))
  .map(([per_usd, decimals]) => unitsAt(per_usd, decimals));

/** What a reader with a pencil makes of a printed amount, in hundredths. */
const read = (amount: string): number =>
  Math.round(Number(amount.replace(/^at (least|most) |[€,]/g, '').replace('\u2212', '-')) * 100);
const sum = (amounts: readonly string[]): number => amounts.reduce((all, amount) => all + read(amount), 0);

describe('a report in other money', () => {
  it('adds up by eye at any rate: lines to their section, sections to the scope, with tax to as written', () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        const data = printData(REPORT, [], { ...options, units });
        for (const { sections, subtotal } of data.blocks) {
          for (const section of sections)
            expect(sum(section.lines.map(({ cost }) => cost))).toBe(read(section.subtotal));
          expect(sum(sections.map((section) => section.subtotal))).toBe(read(subtotal));
        }
        expect(sum(data.totals.map(({ amount }) => amount))).toBe(read(data.subtotal));
        const amounts = data.outcome.map(({ amount }) => amount);
        expect(sum([data.subtotal, ...data.tax.map(({ amount }) => amount)])).toBe(read(amounts[0] ?? ''));
        for (const { adds, lines } of data.possible)
          expect(sum(lines.map(({ counts }) => counts))).toBe(read(adds));
      }),
      { numRuns: 40 },
    );
  });

  it('names rate, date and source once, and prints no dollar sign', () => {
    const text = JSON.stringify(printData(REPORT, [], { ...options, units: unitsAt(0.850268, 2) }));
    expect(text.match(/1 US dollar = 0\.85027 EUR, European Central Bank of May 8, 2026/g)).toHaveLength(1);
    expect(text).not.toContain('$');
  });

  it('prints miles as kilometers', () => {
    const lot = { ...REPORT.lot, mileage: 68_412, odometer: null };
    const data = printData({ ...REPORT, lot }, [], { ...options, units: unitsAt(0.85, 2) });
    expect(data.facts.find(({ label }) => label === 'Odometer')?.value).toContain('110,098 km');
  });

  it('is the same to the last byte for whoever sets US units or nothing', () => {
    const nothing = JSON.stringify(printData(REPORT, [], options));
    expect(JSON.stringify(printData(REPORT, [], { ...options, units: US_UNITS }))).toBe(nothing);
  });
});

it('a deal in other money adds up by eye at any rate: rows to their group, with the bid to all in, and from the resale to what is left', () => {
  fc.assert(
    fc.property(anyUnits, (units) => {
      const { groups, sums } = inUnits(units, () => dealView(DEAL));
      const known = groups.map(({ rows }) => rows.filter((row) => row.known).map(({ amount }) => amount));
      for (const [at, { total }] of groups.entries())
        if (total !== null) expect(sum(known[at] ?? [])).toBe(read(total));
      const paid = groups.flatMap(({ group }, at) =>
        group === 'resale' || group === 'wanted' ? [] : (known[at] ?? []),
      );
      const [bid, allIn, left] = sums.map(({ amount }) => amount);
      expect(sum([bid ?? '', ...paid])).toBe(read(allIn ?? ''));
      const resale = known[groups.findIndex(({ group }) => group === 'resale')] ?? [];
      expect(sum(resale) - read(allIn ?? '')).toBe(read(left ?? ''));
    }),
  );
});

describe('files in other money', () => {
  const units = unitsAt(0.850268, 2);
  const beside = { deal: null, basket: 'oem' as const, checked: [], units };
  const csv = async (): Promise<Record<string, string>[]> => {
    const { bytes } = await exportReport(REPORT, 'csv', beside);
    const [head = [], ...rows] = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell));
    return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
  };

  it('a line sheet adds up to what the PDF says, and names its money on every row', async () => {
    const rows = await csv();
    const { outcome } = printData(REPORT, [], { ...options, units });
    expect(sum(rows.map(({ cost = '' }) => cost))).toBe(read(outcome[0]?.amount ?? ''));
    const average = inUnits(units, () => dollarsAndCents(REPORT.estimate.outcome?.average ?? 0));
    expect(sum(rows.map(({ expected_cost = '' }) => expected_cost))).toBe(read(average));
    expect(new Set(rows.map(({ currency, rate_date }) => `${currency} ${rate_date}`))).toEqual(
      new Set(['EUR 2026-05-08']),
    );
  });

  it('JSON stays in US dollars and miles, in the order shown, and says so', async () => {
    const { bytes } = await exportReport(REPORT, 'json', beside);
    const { units: said, ...rest } = JSON.parse(bytes.toString('utf8'));
    expect(said).toEqual({ money: 'USD', distance: 'mi' });
    const lines = orderLines(REPORT.estimate.lines);
    expect(rest).toEqual(JSON.parse(JSON.stringify({ ...REPORT, estimate: { ...REPORT.estimate, lines } })));
  });

  it.each(['json', 'csv', 'parts'] as const)('%s is the same for whoever sets nothing', async (format) => {
    const nothing = await exportReport(REPORT, format);
    expect(await exportReport(REPORT, format, { ...beside, units: US_UNITS })).toEqual(nothing);
    expect(nothing.bytes.toString('utf8')).not.toContain('rate_date');
  });
});
