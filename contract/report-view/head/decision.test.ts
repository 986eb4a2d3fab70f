import { expect, it } from 'vitest';
import type { Estimate, EstimateLine } from '../../schemas/estimate.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { plain } from '../words/sentence.ts';
import { costDrivers, examinedHead, rangeSentence, shareOfValue } from './decision.ts';
import { verdictWords } from './verdict-words.ts';

const line = (section: EstimateLine['section'], likely: number, standing: EstimateLine['standing']) =>
  ({
    section,
    standing,
    block: 'declared',
    cost: { low: 0, likely, high: likely },
  }) as unknown as EstimateLine;
const estimate = (over: Partial<Estimate>): { estimate: Estimate } => ({
  estimate: { lines: [], total: { low: 500, likely: 1000, high: 1800 }, ...over } as Estimate,
});
const outcome = { as_written: 0, unlocated: 0 } as NonNullable<Estimate['outcome']>;

it('names the three dearest areas of what is written, possible items not among them', () => {
  const lines = [
    line('hood', 300, 'scope'),
    line('front_bumper', 900, 'scope'),
    line('cooling', 200, 'scope'),
    line('fenders', 400, 'scope'),
    line('engine', 9000, 'possible'),
  ];
  expect(costDrivers(estimate({ lines, outcome })).map(({ key, amount }) => [key, amount])).toEqual([
    ['front_bumper', 900],
    ['fenders', 400],
    ['hood', 300],
  ]);
});

it('has the allowance for damage nobody located among the drivers, without an area to go to', () => {
  const [first] = costDrivers(estimate({ lines: [], outcome: { ...outcome, unlocated: 7000 } }));
  expect(first).toMatchObject({ name: 'Allowance for unlocated damage', amount: 7000, area: null });
});

it('names no driver of a report of schema_version 1, whose lines counted by their chance', () => {
  expect(costDrivers(estimate({ lines: [line('hood', 300, undefined)] }))).toEqual([]);
});

const looked = (photos_total: number, photos_examined: number, answers = 0) => ({
  examined: { statement: '', photos_total, photos_examined, zones_not_photographed: [] },
  ...estimate({
    evidence: Array.from({ length: answers }, () => ({
      kind: 'part_answer',
    })) as unknown as Estimate['evidence'],
  }),
});

it.each([
  [looked(8, 0), 'Photos not reviewed'],
  [looked(0, 0), 'No photos held'],
  [looked(8, 6), '6 of 8 photos examined'],
  [looked(8, 0, 12), '12 parts confirmed by eye'],
  [looked(8, 8, 1), '8 of 8 photos examined, 1 part confirmed by eye'],
])('says as a headline what was looked at', (report, words) => {
  expect(examinedHead(report)).toBe(words);
});

it('says what most repairs like this cost', () => {
  expect(plain(rangeSentence(estimate({})))).toBe('About 8 in 10 cost $500–$1,800.');
});

it('gives the verdict in a few words, also where nothing decides', () => {
  const of = (verdict: NonNullable<ReportModel['total_loss']>['verdict']) =>
    verdictWords({ total_loss: { verdict } as ReportModel['total_loss'] });
  expect(of('total_loss')).toBe('Likely total loss');
  expect(of('depends_on_salvage')).toBe('Depends on the salvage bid');
  expect(of(null)).toBe('No verdict');
  expect(of('too_close')).toBe('Too close to call');
  expect(verdictWords({ total_loss: null })).toBe('No verdict');
});

it('measures the repair against the value its user entered before the listed one', () => {
  const headline = { repair_to_value: { low: 0.1, likely: 0.2, high: 0.3 } } as ReportModel['headline'];
  const by = (source: 'listed' | 'model' | 'user') =>
    shareOfValue({
      headline,
      ...estimate({ cost_to_value: { value: 4000, source, quantiles: [], salvage: [0, 1] } }),
    });
  expect(plain(by('listed') ?? [])).toBe('20% of the listed value');
  expect(plain(by('user') ?? [])).toBe('25% of the value entered');
  expect(plain(by('model') ?? [])).toBe('25% of the value by our valuation');
});

it('gives what the law counts next to the whole, where it leaves costs out', () => {
  const report = {
    headline: { repair_to_value: { low: 0.5, likely: 1.02, high: 1.5 } } as ReportModel['headline'],
    ...estimate({}),
  };
  const counts = (counted: number) => ({
    ...report,
    total_loss: {
      facts: [{ code: 'not_counted', costs: ['paint'], counted }],
    } as unknown as ReportModel['total_loss'],
  });
  expect(plain(shareOfValue(counts(0.867)) ?? [])).toBe('102% of the listed value, 87% as the law counts');
  expect(plain(shareOfValue(counts(1.019)) ?? [])).toBe('102% of the listed value');
});
