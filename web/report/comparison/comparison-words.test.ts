import { expect, test } from 'vitest';
import {
  differenceWords,
  keptWords,
  markWords,
  missedWords,
  moneyWords,
  shareWords,
  theirsWords,
  totalWords,
} from './comparison-words.ts';

const share = { names: ['Hood'], parts: 1102, labour_hours: 1.7, refinish_hours: 3.1, other: 0 };

test('a share names its price, hours and paint, and leaves out what it has none of', () => {
  expect(shareWords(share)).toBe('$1,102.00 · 1.7\u00a0h · paint\u00a03.1\u00a0h');
});

test('a share of nothing is included in another line', () => {
  expect(shareWords({ ...share, parts: 0, labour_hours: 0, refinish_hours: 0 })).toBe('included');
});

test('a difference is told from ours to theirs, and only where there is one', () => {
  expect(differenceWords(share, { ...share, parts: 900.5, refinish_hours: 3.6 })).toBe(
    '−$201.50 · paint\u00a0+0.5\u00a0h',
  );
  expect(differenceWords(share, share)).toBe('');
});

test('the other estimate is named by its system, day, lines and total where they are known', () => {
  const theirs = {
    format: 'ems' as const,
    version: '2.01',
    system: null,
    dated: null,
    country: null,
    vehicle: { vin: null, vin_check_ok: null, year: null, make: null, model: null },
    lines: 1,
    hours: 1.5,
    totals: { gross: null, net: null, tax: null },
    differences: [],
  };
  expect(theirsWords(theirs)).toBe('The other estimate: 1 line, 1.5 h.');
  expect(theirsWords({ ...theirs, system: 'ccc', lines: 2, totals: { ...theirs.totals, gross: 5 } })).toBe(
    'The CCC estimate: 2 lines, 1.5 h, $5.00 with tax.',
  );
});

test('amounts of another country are said to be no US dollars', () => {
  expect(moneyWords({ country: 'CAN' })).toContain('another country (CAN)');
  expect([moneyWords({ country: null }), moneyWords({ country: 'USA' })]).toEqual(['', '']);
});

test('what was kept is counted', () => {
  expect(keptWords({ numbers: 1, prices: 2 })).toBe(
    'Kept: 1 OEM number and 2 prices. This report has them once it is recalculated.',
  );
});

test('a missed operation says why it is called for, and by which lines', () => {
  const scan = { id: 'scan_pre', name: 'Pre-repair scan' };
  expect(missedWords({ ...scan, called_by: ['Hood'] })).toBe(
    'Makers ask for a scan before and after a collision repair: Hood',
  );
  expect(missedWords({ ...scan, called_by: ['A', 'B', 'C', 'D', 'E'] })).toContain(': A, B, C and 2 more');
  expect(missedWords({ id: 'blend', name: 'Blend adjacent panel', called_by: ['Hood'] })).toContain(
    'Color match to Hood',
  );
});

test('a line that does not count says why', () => {
  const line = { number: 2, description: 'Headlamp', share };
  expect(markWords({ ...line, state: 'deleted', damage: 'this_loss', counts: false })).toBe(
    'deleted, not counted',
  );
  expect(markWords({ ...line, state: 'original', damage: 'unrelated', counts: false })).toBe(
    'unrelated damage, not counted',
  );
});

test('a total that differs names both figures', () => {
  expect(totalWords({ figure: 'parts', file: 845, lines: 800 })).toBe(
    'Parts: the file says $845.00, its lines add up to $800.00.',
  );
});
