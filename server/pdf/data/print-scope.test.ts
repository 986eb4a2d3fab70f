import { describe, expect, it } from 'vitest';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';
import { printData } from './print-data.ts';

const options = { liveUrl: null, editedMark: false, preparedFor: null, home: null, covered: () => true };
const printed = (...given: Parameters<typeof scopeReport>) => printData(scopeReport(...given), [], options);
/** What a reader with a pencil makes of printed dollars, in cents. */
const cents = (amount: string): number =>
  Math.round(Number(amount.replace(/[$,]/g, '').replace('\u2212', '-')) * 100);
const sum = (amounts: string[]): number => amounts.reduce((all, amount) => all + cents(amount), 0);

describe('a scope as printed', () => {
  const data = printed({ damage: 'FRONT END', airbags: 'deployed' });

  it('adds up by eye: lines to their block, blocks to the subtotal, with tax to as written', () => {
    for (const { sections, subtotal } of data.blocks)
      expect(sum(sections.flatMap(({ lines }) => lines.map(({ cost }) => cost)))).toBe(cents(subtotal));
    expect(sum(data.blocks.map(({ subtotal }) => subtotal))).toBe(cents(data.subtotal));
    expect(sum(data.totals.map(({ amount }) => amount))).toBe(cents(data.subtotal));
    expect(sum([data.subtotal, ...data.tax.map(({ amount }) => amount)])).toBe(
      cents(data.outcome[0]?.amount ?? ''),
    );
  });

  it('prints the list’s sum and no further total, and says what the likely figure is', () => {
    expect(data.outcome.map(({ label }) => label)).toEqual(['Estimate total']);
    expect(data.likely_words).toContain('Half of repairs like this cost less');
    expect(JSON.stringify(data)).not.toMatch(/average outcome/i);
  });

  it('prints every written line in full, and no line as counting by its chance', () => {
    expect(data.blocks.flatMap(({ unlikely, rare }) => [...unlikely, ...rare])).toEqual([]);
    const lines = data.blocks.flatMap(({ sections }) => sections.flatMap((section) => section.lines));
    expect(lines.map(({ counts }) => counts).filter(Boolean)).toEqual([]);
    expect(data.written?.note).toContain(`${lines.length} lines`);
  });

  it('has possible items apart, each group with what it adds', () => {
    expect(data.possible.map(({ title }) => title)).toEqual([
      'After teardown',
      'If the opposite side is hit',
      'After a look at the car',
    ]);
    for (const { adds, lines } of data.possible)
      expect(sum(lines.map(({ counts }) => counts))).toBe(cents(adds));
  });

  it('numbers written lines before possible ones', () => {
    const written = data.blocks.flatMap(({ sections }) => sections.flatMap(({ lines }) => lines));
    const possible = data.possible.flatMap(({ lines }) => lines);
    expect([...written, ...possible].map(({ number }) => Number(number))).toEqual(
      [...written, ...possible].map((_, index) => index + 1),
    );
  });
});

it('names the state whose rates the user asked for', () => {
  const scenario = { rates: { profile: 'shop' as const, state: 'CA' } };
  const data = printed({ damage: 'FRONT END' }, { answers: [], edits: { ...NO_EDITS, scenario } });
  expect(data.assumptions).toContain('Labor rates: Door rates, California.');
  expect(data.seller.difference).toContain('rates in CA');
});

it('says of flood and mechanical damage that it has no scope of its own yet', () => {
  expect(printed({ damage: 'WATER/FLOOD' }).forecast).toContain(
    'Water damage has no scope of its own here yet.',
  );
  expect(printed({ damage: 'MECHANICAL' }).forecast).toContain('Mechanical damage has no scope of its own');
});

it('says of damage nobody can locate that it is a forecast, and has no scope to add up', () => {
  const data = printed({ damage: null });
  expect(data.forecast).toContain('A forecast, not a scope');
  expect(data.repair.label).toBe('Repair, forecast');
  expect(data.written).toEqual({ amount: 'None', note: 'damage not located' });
  expect([data.blocks, data.totals, data.seller.difference]).toEqual([[], [], '']);
  expect(data.outcome.map(({ label }) => label)).toEqual(['Estimate total']);
});
