import { describe, expect, it, test } from 'vitest';
import { JURISDICTIONS, US_STATES } from '../../../contract/us-states.ts';
import { byStatute, type LossCase, secondLines } from './by-statute.ts';
import { type Judged, NOTHING_JUDGED } from './judge-loss.ts';
import { isWithin, lowestThreshold, statuteOf } from './statutes.ts';

const STATUTES = Object.keys(JURISDICTIONS).flatMap((code) => statuteOf(code) ?? []);

/** Exact figures, US dollars and model years; `counted`: the repair without the costs that do not count. */
type LossFigures = {
  value: number;
  counted: number;
  salvage: number;
  age: number | null;
  insurer: LossCase['insurer'];
};
const CAR: LossFigures = { value: 10_000, counted: 5_000, salvage: 2_000, age: 3, insurer: null };

function judged(state: string, figures: Partial<LossFigures>): Judged {
  const { value, counted, salvage, age, insurer } = { ...CAR, ...figures };
  const law = statuteOf(state);
  if (law === null) return NOTHING_JUDGED;
  const cost = { likely: counted / value, drawn: null, exact: true } as const;
  const share = salvage / value;
  const loss: LossCase = {
    costs: [cost, cost],
    value,
    age,
    salvage: { least: share, most: share, of: 'user' },
    insurer,
    structure: { any: true, heavy: true },
  };
  const verdict = byStatute(law, loss);
  const lines = verdict.verdict === 'total_loss' ? secondLines(law, loss) : [];
  return { ...verdict, facts: [...verdict.facts, ...lines] };
}

describe('the five worked examples', () => {
  test('Missouri leaves airbags and sales tax out of the repair', () => {
    const car = { value: 20_000, salvage: 4_000 };
    expect(judged('MO', { ...car, counted: 17_500 - 2_400 - 600 }).verdict).toBe('repairable');
    expect(judged('MO', { ...car, counted: 17_500 }).verdict).toBe('total_loss');
  });

  test('Virginia compares an insured late model with value less salvage', () => {
    const car = { value: 18_000, salvage: 5_000, counted: 13_200, insurer: 'settles' } as const;
    expect(judged('VA', car)).toMatchObject({ verdict: 'total_loss', basis: 'law' });
  });

  test('Michigan gives a scrap title from 91 percent on', () => {
    const { verdict, facts } = judged('MI', { value: 12_000, counted: 10_950 });
    expect(verdict).toBe('total_loss');
    expect(facts).toContainEqual({ code: 'second_line', outcome: 'scrap_title', percent: 91 });
  });

  test('Rhode Island bars a total below its line without consent', () => {
    const { verdict, facts } = judged('RI', { counted: 7_400, salvage: 2_700, insurer: 'settles' });
    expect(verdict).toBe('repairable');
    expect(facts.map(({ code }) => code)).toContain('owner_consent');
  });

  test('exactly on the line is a total in Alabama and none in DC', () => {
    expect(judged('DC', { counted: 7_500 }).verdict).toBe('repairable');
    expect(judged('AL', { counted: 7_500 }).verdict).toBe('total_loss');
  });
});

it('has a row for every state, the District and nine provinces', () => {
  const codes = STATUTES.map(({ code }) => code);
  expect(new Set(codes).size).toBe(60);
  for (const state of Object.keys(US_STATES)) expect(codes).toContain(state);
  expect(statuteOf('PE')).toBeNull();
});

const percents = STATUTES.filter(({ verdict_use }) => verdict_use === 'percent');
it.each(percents.map(({ code, percent, boundary }) => [code, percent ?? 0, boundary] as const))(
  'in %s the line of %s percent counts by %s',
  (code, percent, boundary) => {
    const value = 20_000;
    const at = (share: number) =>
      judged(code, { value, counted: (value * (percent + share)) / 100, insurer: 'settles' });
    expect([at(-1).verdict, at(1).verdict]).toEqual(['repairable', 'total_loss']);
    expect(at(1).basis).toBe('law');
    const exact = { '>=': 'total_loss', '>': 'repairable', unknown: 'too_close' }[boundary as '>'];
    expect(at(0).verdict).toBe(exact);
  },
);

const withoutInsurer = STATUTES.filter(({ verdict_use }) => verdict_use === 'percent_no_insurer');
it.each(withoutInsurer.map(({ code, percent }) => [code, percent ?? 0] as const))(
  'in %s the line of %s percent counts only where no insurer settles',
  (code, percent) => {
    const counted = (percent + 2) * 100;
    expect(judged(code, { counted, insurer: 'none' })).toMatchObject({ verdict: 'total_loss', basis: 'law' });
    const settled = judged(code, { counted, salvage: 500, insurer: 'settles' });
    expect(settled).toMatchObject({ verdict: 'repairable', basis: 'practice' });
    expect(judged(code, { counted, salvage: 500 })).toMatchObject({
      verdict: 'depends_on_insurer',
      facts: [{ code: 'by_insurer', settles: 'repairable', none: 'total_loss' }],
    });
  },
);

const formulas = STATUTES.filter(({ verdict_use }) => verdict_use === 'formula');
it.each(formulas.map(({ code }) => code))('in %s repair and salvage against the value is the law', (code) => {
  expect(judged(code, { counted: 8_500, insurer: 'settles' })).toMatchObject({
    verdict: 'total_loss',
    basis: 'law',
  });
  expect(judged(code, { counted: 7_500, insurer: 'settles' })).toMatchObject({
    verdict: 'repairable',
    basis: 'law',
  });
});

const byPractice = STATUTES.filter(({ verdict_use }) => verdict_use === 'practice');
it.each(byPractice.map(({ code }) => code))(
  'in %s a formula is insurers’ practice, never the law',
  (code) => {
    for (const insurer of ['settles', 'none', null] as const)
      expect(judged(code, { counted: 9_000, insurer }).basis).toBe('practice');
  },
);

it.each(['SD', 'SK', 'PE', 'NU', 'ZZ'])('in %s there is no verdict', (code) => {
  for (const counted of [1_000, 7_400, 20_000]) expect(judged(code, { counted }).verdict).toBeNull();
});

it('counts the salvage as a quarter in Virginia where no insurer settles', () => {
  const car = { counted: 7_600, salvage: 500 };
  expect(judged('VA', { ...car, insurer: 'none' }).verdict).toBe('total_loss');
  expect(judged('VA', { ...car, insurer: 'settles' }).verdict).toBe('repairable');
  expect(judged('VA', car).verdict).toBe('depends_on_insurer');
});

it('follows practice above the line in Rhode Island', () => {
  const car = { counted: 8_500, insurer: 'settles' } as const;
  expect(judged('RI', { ...car, salvage: 2_000 })).toMatchObject({
    verdict: 'total_loss',
    basis: 'practice',
  });
  expect(judged('RI', { ...car, salvage: 500 }).verdict).toBe('repairable');
  expect(judged('RI', { ...car, insurer: 'none' }).verdict).toBeNull();
});

it.each<[string, Partial<LossFigures>, Partial<LossFigures>]>([
  ['AR', { age: 7 }, { age: 8 }],
  ['IA', { value: 500, counted: 495 }, { value: 499, counted: 495 }],
  ['IN', { age: 6, insurer: 'none' }, { age: 7, insurer: 'none' }],
  ['KS', { age: 6 }, { age: 7 }],
  ['MI', { age: 5 }, { age: 6 }],
  ['MO', { age: 6 }, { age: 7 }],
  ['NE', { age: 20, value: 12_600, counted: 12_500 }, { age: 7 }],
  ['OK', { age: 9 }, { age: 10 }],
  ['SC', { value: 2_001, counted: 1_990 }, { value: 2_000, counted: 1_990 }],
  ['TN', { age: 10 }, { age: 11 }],
  ['VA', { age: 12 }, { age: 6, value: 9_900, counted: 9_850 }],
  ['WA', { age: 5 }, { age: 6, value: 7_000, counted: 6_950 }],
  ['WI', { age: 6 }, { age: 7 }],
  ['WY', { age: 8, insurer: 'none' }, { age: 9, insurer: 'none' }],
])('in %s a car with %o is under the rule and one with %o is not', (code, inside, outside) => {
  const sure = { counted: 9_900, insurer: 'settles' } as const;
  expect(judged(code, { ...sure, ...inside }).verdict).toBe('total_loss');
  expect(judged(code, { ...sure, ...outside })).toMatchObject({
    verdict: null,
    facts: [{ code: 'limit', outside: 'yes' }],
  });
});

it('gives no verdict by a rule with an age limit where the age is unknown', () => {
  expect(judged('MO', { counted: 9_000, age: null })).toMatchObject({
    verdict: null,
    facts: [{ code: 'limit', outside: 'unknown' }],
  });
  expect(isWithin([{ to_age: 6 }, { above_value: 12_500 }], null, 20_000)).toBe(true);
});

it('names a certificate of destruction in Florida by age and value', () => {
  const lines = (figures: Partial<LossFigures>) =>
    judged('FL', { insurer: 'none', ...figures }).facts.flatMap((fact) =>
      fact.code === 'second_line' ? [fact.percent] : [],
    );
  expect(lines({ counted: 8_500, age: 12 })).toEqual([80]);
  expect(lines({ counted: 8_500, age: 3 })).toEqual([]);
  expect(lines({ counted: 9_100, age: 3 })).toEqual([90]);
});

it('binds insurers by a percentage only where the law does', () => {
  expect(['AL', 'IA', 'TX', 'FL', 'MN', 'VA', 'CA', 'RI', 'SD', null].map(lowestThreshold)).toEqual([
    0.75,
    0.7,
    1,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
