import { expect, test } from 'vitest';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import { sampleReport } from '../../../tests/fixtures/report-model.ts';
import { LINE_COLUMNS, numberedLines, PARTS_COLUMNS, partsToOrder } from './export-lines.ts';

const report = sampleReport();
const part = report.estimate.lines.find(({ oem_numbers: numbers }) => numbers.length > 0);
const [number] = part?.oem_numbers ?? [];
if (!part || !number) throw new Error('the fixture has no number');
const lamp = (name: string, side: OemNumber['side']): OemNumber => ({
  ...number,
  number: name,
  side,
  decides: '',
});

const withLines = (lines: EstimateLine[]) => ({ ...report, estimate: { ...report.estimate, lines } });
const ordered = (lines: EstimateLine[], heading: string) => {
  const column = PARTS_COLUMNS.find((entry) => entry.heading === heading);
  return partsToOrder(withLines(lines)).map((row) => column?.of(row));
};

test('the order sheet tells the side of each number where the line can not', () => {
  const [right, left] = [lamp('26550-3JA0A', 'right'), lamp('26555-3JA0A', 'left')];
  const lines: EstimateLine[] = [
    { ...part, id: 'tail_lamp:unknown', side: 'unknown', oem_numbers: [right, left] },
    { ...part, id: 'tail_lamp:unknown:2', side: 'unknown', oem_numbers: [left, right] },
  ];
  expect(ordered(lines, 'oem_number')).toEqual(['26550-3JA0A', '26555-3JA0A']);
  expect(ordered(lines, 'number_side')).toEqual(['right', 'left']);
  expect(ordered(lines, 'other_numbers')).toEqual(['26555-3JA0A (left)', '26550-3JA0A (right)']);
});

test('the line sheet has the smaller pieces apart from the alternatives', () => {
  const line = {
    ...part,
    side: 'left' as const,
    other_pieces: [{ ...number, number: 'P-1', name: 'Buckle' }],
  };
  const [row] = numberedLines(withLines([line]));
  const of = (heading: string) => row && LINE_COLUMNS.find((column) => column.heading === heading)?.of(row);
  expect(of('smaller_pieces')).toBe('P-1 Buckle');
  expect(of('other_numbers')).not.toContain('P-1');
});

test('a line without a number names its counterpart beside why, and orders none', () => {
  const line: EstimateLine = {
    ...part,
    oem_numbers: [],
    oem_missing_reason: 'One side only',
    counterpart: { number: 'L-1', side: 'left', others: 0 },
  };
  expect(ordered([line], 'oem_number')).toEqual([null]);
  expect(ordered([line], 'no_number_because')).toEqual([
    'One side only. Counterpart of L-1, left; number for this side not available',
  ]);
});

test('the order sheet tells what sellers state beside why there is no number, and orders none of it', () => {
  const line: EstimateLine = {
    ...part,
    oem_numbers: [],
    stated_by_sellers: [
      {
        category: 'hood',
        side: 'none',
        position: 'front',
        year: 2018,
        model: 'Civic',
        of: 4,
        dated: '2026-11-20',
        numbers: [
          {
            number: '60100-TBA-A00ZZ',
            sellers: 3,
            asked_new: null,
            asked_used: { low: 90, high: 90, offers: 1 },
          },
        ],
      },
    ],
  };
  expect(ordered([line], 'oem_number')).toEqual([null]);
  expect(ordered([line], 'fit')).toEqual([null]);
  expect(ordered([line], 'asked_price')).toEqual(
    ordered([{ ...line, stated_by_sellers: [] }], 'asked_price'),
  );
  expect(ordered([line], 'stated_by_sellers')).toEqual([
    '60100-TBA-A00ZZ: stated by 3 of 4 independent eBay sellers for 2018 Civic; their claim, not checked by VIN, Nov 20, 2026; asked on eBay: used $90, not in the estimate',
  ]);
});

test('the order sheet says what is asked in money nobody converts', () => {
  const euro = {
    ...number,
    price: 540,
    currency: 'EUR',
    source: 'Parts GmbH',
    dated: '2026-01-02',
    price_from: null,
  };
  const line: EstimateLine = { ...part, oem_numbers: [euro] };
  expect(ordered([line], 'asked_price')).toEqual([null]);
  expect(ordered([line], 'asked_by')).toEqual([
    'Parts GmbH asks 540.00 EUR (2026-01-02), not converted and not counted',
  ]);
});
