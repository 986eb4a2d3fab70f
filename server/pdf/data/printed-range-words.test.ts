import { expect, test } from 'vitest';
import { narrowerWords, rangeEnds, widerWords } from '../../../contract/report-view/grounds/range-words.ts';
import { riskRows } from '../../../contract/report-view/grounds/risk-words.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';
import table from '../../estimate/data/range-factors.json' with { type: 'json' };

const examined = { photos_total: 8, photos_examined: 0, zones_not_photographed: [] };
const report = scopeReport({ damage: 'FRONT END' });
const wider = (codes: string[], photos: Partial<typeof examined> = {}): string =>
  widerWords({
    estimate: {
      ...report.estimate,
      range_reasons: { low: [], high: [], spread: codes.map((code) => ({ code, share: 0.5 })) },
    },
    examined: { ...examined, ...photos },
  });

test('each end of the range names its lines and what they take off or add', () => {
  const [low, high] = rangeEnds(report.estimate);
  expect(low).toMatchObject({ end: 'low', amount: report.estimate.total.low, lead: 'mostly without' });
  expect(high).toMatchObject({ end: 'high', lead: 'mostly with' });
  for (const { name, effect } of low?.reasons ?? []) {
    expect(effect).toMatch(/^−\$[\d,]+$/);
    expect(name).not.toMatch(/[_:]/);
  }
  expect(high?.reasons.every(({ effect }) => effect.startsWith('+$'))).toBe(true);
});

test('an end without a line that explains it is left out', () => {
  const range_reasons = { low: [], high: [{ line: 'no-such-line', amount: 5 }], spread: [] };
  expect(rangeEnds({ ...report.estimate, range_reasons })).toEqual([]);
});

test('every code of the table of factors has its words', () => {
  const { old_car: _, odometer_unread, clean_title, zone_not_examined, damage } = table;
  expect([odometer_unread, clean_title, zone_not_examined].every(Boolean)).toBe(true);
  const codes = ['old_car', 'odometer_unread', 'clean_title', 'zone_not_examined', ...Object.keys(damage)];
  for (const code of codes) expect(wider([code])).toMatch(/^Wider because of: [a-z0-9 ]+\.$/);
  expect(wider(['all_over', 'zone_not_examined'])).toBe(
    'Wider because of: damage declared all over, photos not reviewed.',
  );
  expect(wider([])).toBe('');
});

test('photos that were reviewed are never said not to be', () => {
  expect(wider(['zone_not_examined'], { photos_examined: 8 })).toBe(
    'Wider because of: damage not all seen on photos.',
  );
  expect(wider(['zone_not_examined'], { photos_total: 0 })).toBe('Wider because of: no photos.');
});

test('a range says by how much it became narrower or wider', () => {
  const before = { low: 1000, high: 3000 };
  expect(narrowerWords(before, { low: 1200, high: 2960 })).toBe('Range 12% narrower');
  expect(narrowerWords(before, { low: 1000, high: 3200 })).toBe('Range 10% wider');
  expect(narrowerWords(before, before)).toBe('');
});

test('once parts were confirmed photos are not said to be unreviewed', () => {
  const evidence = [{ id: 'answer:0', kind: 'part_answer' as const, says: 'damaged', moves: 0 }];
  const range_reasons = { low: [], high: [], spread: [{ code: 'zone_not_examined', share: 1 }] };
  expect(widerWords({ examined, estimate: { ...report.estimate, evidence, range_reasons } })).toBe(
    'Wider because of: damage not all confirmed.',
  );
});

test('risks stand with their grounds, and one that is declared is said to be in the estimate', () => {
  const [water, mechanical] = riskRows(scopeReport({ damage: 'WATER/FLOOD' }).estimate);
  expect(water).toMatchObject({
    name: 'Water damage',
    from: 'declared damage; included in the estimate',
  });
  expect(mechanical).toMatchObject({ name: 'Mechanical damage', from: 'declared damage' });
  expect(riskRows(report.estimate).map(({ from }) => from)).toEqual(Array(3).fill('as for any lot'));
  expect(riskRows({})).toEqual([]);
});
