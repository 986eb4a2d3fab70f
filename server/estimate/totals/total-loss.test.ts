import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { lawLine, totalLossWords } from '../../../contract/report-view/head/total-loss.ts';
import { plain } from '../../../contract/report-view/words/sentence.ts';
import { NOTHING_DECLARED } from '../../../contract/schemas/damage.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { JURISDICTIONS } from '../../../contract/us-states.ts';
import {
  isSoldInCanada,
  jurisdictionOfLot,
  readJurisdiction,
  readState,
  stateOfLot,
} from '../tables/read-place.ts';
import { statuteOf } from './statutes.ts';
import { type LossLot, lossLot, totalLoss as ruled, type TotalLoss } from './total-loss.ts';

const STATUTES = Object.keys(JURISDICTIONS).flatMap((code) => statuteOf(code) ?? []);

type Own = NonNullable<NonNullable<Estimate['scenario']>['set']['loss']>;
type Cost = Partial<
  Pick<EstimateLine, 'section' | 'category' | 'name' | 'operation' | 'labour' | 'refinish'>
> & {
  usd: number;
};

const lineOf = ({ usd, ...over }: Cost): EstimateLine =>
  ({
    section: 'hood',
    category: null,
    name: 'Part',
    operation: 'replace',
    labour: null,
    refinish: null,
    standing: 'scope',
    cost: { low: usd, likely: usd, high: usd },
    expected_cost: usd,
    ...over,
  }) as EstimateLine;

/** A repair of these lines on a car worth $20,000, drawn a fifth wide around it; `spread` 0: hardly at all. */
function lossOf(
  lot: Partial<LossLot>,
  costs: readonly Cost[],
  {
    own,
    tax = 0,
    spread = 0.2,
    value = 20_000,
  }: { own?: Own; tax?: number; spread?: number; value?: number } = {},
): TotalLoss {
  const subtotal = costs.reduce((sum, { usd }) => sum + usd, 0);
  const likely = subtotal + tax;
  const quantiles = Array.from({ length: 21 }, (_, at) => (likely / value) * (1 + ((at - 10) / 10) * spread));
  return ruled(
    { state: 'MO', title: null, year: 2023, in_year: 2026, hail: 'none', ...lot },
    {
      lines: costs.map(lineOf),
      subtotal,
      tax,
      total: { low: likely * 0.9, likely, high: likely * 1.1 },
      vehicle_value: null,
      repair_to_value: null,
      cost_to_value: { value, source: 'listed', quantiles, salvage: [0.22, 0.35] },
      ...(own ? { scenario: { set: { loss: own }, effects: [] } } : {}),
    },
  );
}
const atShare = (state: string | null, share: number, over: Partial<LossLot> = {}, own?: Own) =>
  lossOf({ state, ...over }, [{ usd: share * 20_000, section: 'front_structure' }], own ? { own } : {});
const wordsOf = (loss: TotalLoss): string => totalLossWords(loss).map(plain).join(' ');

describe('costs that do not count', () => {
  const airbags = {
    usd: 2_400,
    section: 'restraints',
    category: 'airbag_driver',
    name: 'Driver air bag',
  } as const;

  it('come off before Missouri compares, and the report says so', () => {
    const loss = lossOf({ state: 'MO' }, [{ usd: 14_500 }, airbags], { tax: 600 });
    expect(loss.verdict).toBe('repairable');
    expect(loss.facts).toContainEqual(
      expect.objectContaining({ code: 'not_counted', counted: expect.closeTo(0.725) }),
    );
    expect(wordsOf(loss)).toContain('What counts is about 73% of the value.');
  });

  const refinish = {
    hours: 10,
    clear_coat_hours: 0,
    overlap_hours: 0,
    rate: 60,
    materials_rate: 40,
    basis: 'judgement',
  } as const;
  it.each<[string, number, Cost]>([
    ['KY', 0.85, airbags],
    ['MN', 0.9, airbags],
    ['ND', 0.85, { usd: 3_000, section: 'glass', category: 'windshield' }],
    ['NV', 0.72, { usd: 2_500, operation: 'refinish' }],
    ['TX', 1.08, { usd: 3_500, operation: 'blend' }],
    ['MO', 0.9, { usd: 3_500, section: 'wheels', category: 'tire', name: 'Tire' }],
    ['NV', 0.69, { usd: 1_000, refinish }],
  ])('in %s at %s of the value with %o leave the car repairable', (state, share, cost) => {
    const own = { insurer: state === 'MN' ? 'none' : 'settles' } as const;
    const rest = { usd: share * 20_000 - cost.usd, section: 'front_structure' } as const;
    expect(lossOf({ state }, [rest, cost], { own, spread: 0.05 }).verdict).not.toBe('total_loss');
    expect(lossOf({ state }, [{ ...rest, usd: share * 20_000 }], { own, spread: 0.05 }).verdict).toBe(
      'total_loss',
    );
  });

  it.each(['CO', 'MO', 'ND', 'TX'])('are all of a hail loss in %s', (state) => {
    expect(lossOf({ state, hail: 'all' }, [{ usd: 24_000 }]).verdict).toBe('repairable');
    expect(lossOf({ state }, [{ usd: 24_000 }]).verdict).toBe('total_loss');
  });

  it('are the pressed dents alone where hail is one damage of two', () => {
    const hail = { usd: 6_000, operation: 'pdr' } as const;
    expect(lossOf({ state: 'MO', hail: 'some' }, [{ usd: 12_000 }, hail]).verdict).toBe('repairable');
  });

  it('leave the verdict open where their text rests on one firm', () => {
    const paint = { usd: 6_000, operation: 'refinish' } as const;
    expect(lossOf({ state: 'LA' }, [{ usd: 12_000 }, paint])).toMatchObject({ verdict: 'too_close' });
    expect(lossOf({ state: 'OK' }, [{ usd: 16_000, section: 'hood' }])).toMatchObject({
      verdict: 'too_close',
    });
    expect(lossOf({ state: 'OK' }, [{ usd: 16_000, section: 'suspension' }]).verdict).toBe('total_loss');
  });

  it('never raise what counts', () => {
    const section = fc.constantFrom<EstimateLine['section']>(
      'hood',
      'glass',
      'restraints',
      'wheels',
      'suspension',
      'electrical',
    );
    const cost = fc.record({ usd: fc.integer({ min: 1, max: 5_000 }), section });
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUTES),
        fc.array(cost, { minLength: 1, maxLength: 8 }),
        fc.nat(900),
        (law, costs, tax) => {
          const { facts = [] } = lossOf({ state: law.code }, costs, { tax });
          const share = facts.find((fact) => fact.code === 'repair_share');
          const counted = facts.find((fact) => fact.code === 'not_counted');
          if (counted && share) {
            expect(counted.counted).toBeLessThanOrEqual(share.share + 1e-9);
            expect(counted.counted).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});

describe('a verdict', () => {
  it.each([
    ['AL', 0.77, 'line'],
    ['AL', 0.73, 'line'],
    ['TX', 1.02, 'line'],
    ['MO', 0.832, 'chance'],
  ])('in %s at %s of the value is too close to call by the %s', (state, share, by) => {
    const loss = atShare(state, share);
    expect(loss.verdict).toBe('too_close');
    expect(loss.facts).toContainEqual({ code: 'too_close', by });
  });

  it('is never a total or repairable within 3 points of a percentage', () => {
    const laws = STATUTES.filter(({ verdict_use }) => verdict_use === 'percent');
    fc.assert(
      fc.property(fc.constantFrom(...laws), fc.double({ min: -0.03, max: 0.03, noNaN: true }), (law, off) => {
        const { verdict, facts = [] } = atShare(law.code, (law.percent ?? 0) / 100 + off);
        if (!facts.some(({ code }) => code === 'not_counted')) expect(verdict).toBe('too_close');
      }),
    );
  });

  it('shows rule, citation and date of every law', () => {
    for (const law of STATUTES) {
      const line = plain(lawLine(atShare(law.code, 0.5)) ?? []);
      expect(line).toContain(law.citation);
      expect(line).toMatch(/source (undated|([A-Z][a-z]{2} (\d{1,2}, )?)?\d{4})\)\.$/);
    }
  });

  it('by practice is never said to be the law', () => {
    for (const law of STATUTES.filter(({ verdict_use }) => verdict_use === 'practice')) {
      const loss = atShare(law.code, 1.2);
      expect([loss.verdict, loss.basis]).toEqual(['total_loss', 'practice']);
      expect(wordsOf(loss)).toContain('insurers’ practice, not the law');
    }
  });

  it('is no total in Rhode Island at 64.7 percent of the value', () => {
    const loss = atShare('RI', 0.647, {}, { salvage: 8_000 });
    expect(loss).toMatchObject({ verdict: 'repairable', basis: 'law' });
    expect(wordsOf(loss)).toContain('needs the owner’s consent');
  });

  it.each(['SD', 'SK', 'PE', null])('is none in %s, and the words say so', (state) => {
    const loss = atShare(state, 1.2);
    expect([loss.verdict, loss.basis]).toEqual([null, undefined]);
    expect(wordsOf(loss)).toMatch(/no verdict|no rule to go by/i);
  });

  it('asks whether an insurer settles where that decides', () => {
    const own = { salvage: 1_000 };
    expect(atShare('FL', 0.88, {}, own).verdict).toBe('depends_on_insurer');
    expect(atShare('FL', 0.9, {}, { ...own, insurer: 'none' })).toMatchObject({
      verdict: 'total_loss',
      basis: 'law',
    });
    expect(atShare('FL', 0.85, {}, { ...own, insurer: 'settles' })).toMatchObject({
      verdict: 'repairable',
      basis: 'practice',
    });
  });

  it('in Hawaii needs damage to structure, suspension or electronics', () => {
    expect(lossOf({ state: 'HI' }, [{ usd: 24_000, section: 'hood' }]).verdict).toBe('repairable');
    expect(lossOf({ state: 'HI' }, [{ usd: 24_000, section: 'suspension' }]).verdict).toBe('total_loss');
  });

  it('in Nevada is open for an old car that needs bolt-on parts alone', () => {
    expect(lossOf({ state: 'NV', year: 2014 }, [{ usd: 16_000, section: 'hood' }]).verdict).toBe('too_close');
    expect(lossOf({ state: 'NV', year: 2020 }, [{ usd: 16_000, section: 'hood' }]).verdict).toBe(
      'total_loss',
    );
  });

  it('turns with the salvage where a formula decides', () => {
    expect(atShare('CT', 0.5).verdict).toBe('repairable');
    expect(atShare('CT', 0.7).verdict).toBe('depends_on_salvage');
    expect(atShare('CT', 0.95).verdict).toBe('total_loss');
    expect(atShare('CT', 0.5, {}, { salvage: 14_000 }).verdict).toBe('total_loss');
  });

  it('is by the law of a province where the lot is in one', () => {
    expect(atShare('NS', 1.2)).toMatchObject({ verdict: 'total_loss', basis: 'law' });
    expect(atShare('ON', 0.2)).toMatchObject({ verdict: 'repairable', basis: 'law' });
    expect(atShare('QC', 1.2)).toMatchObject({ verdict: 'total_loss', basis: 'practice' });
  });

  it('without a value is none', () => {
    const total = { low: 4_000, likely: 5_000, high: 6_000 };
    const nothing = { lines: [], subtotal: 0, tax: 0, vehicle_value: null, repair_to_value: null };
    const loss = ruled(
      { state: 'MO', title: null, year: 2020, in_year: 2026, hail: 'none' },
      { ...nothing, total },
    );
    expect([loss.verdict, wordsOf(loss)]).toEqual([null, expect.stringContaining('value is not known')]);
  });

  it('is never legal advice', () => {
    for (const state of [null, 'TX', 'CA', 'ZZ'])
      expect(wordsOf(atShare(state, 0.5))).toContain('not legal advice');
  });
});

describe('a title', () => {
  it.each(['MD', 'TX', 'CA', 'SD', null])('in %s that forbids the road outdoes every share', (state) => {
    for (const title of [
      'CERTIFICATE OF DESTRUCTION',
      'NON-REPAIRABLE',
      'MO - JUNK CERTIFICATE',
      'MV907A-PARTS ONLY',
    ])
      for (const share of [0.05, 0.7, 1.2]) {
        const loss = atShare(state, share, { title });
        expect([title, share, loss.verdict]).toEqual([title, share, 'total_loss']);
        expect(wordsOf(loss)).toContain('whatever the repair costs');
        expect(loss.basis).toBeUndefined();
      }
  });

  test('of 75% damage or less is no total loss, whatever our share', () => {
    for (const state of ['MD', 'TX', 'CA', 'CT']) {
      const loss = atShare(state, 1.4, { title: 'SALVAGE - 75% OR LESS (Maryland)' });
      expect([state, loss.verdict]).toEqual([state, 'repairable']);
      expect(wordsOf(loss)).toContain('rules over our figure: no total loss');
    }
  });

  test('of 75% or less leaves it to the salvage where that decides', () => {
    expect(atShare('CT', 0.7, { title: 'S2' }).verdict).toBe('depends_on_salvage');
    expect(wordsOf(atShare('MD', 0.4, { title: 'S2' }))).toContain('The title says the same');
  });

  test('for export only is never called repairable', () => {
    expect(atShare('TX', 0.3, { title: 'EXPORT ONLY' }).verdict).toBeNull();
    expect(atShare('TX', 1.2, { title: 'EXPORT ONLY' }).verdict).toBe('total_loss');
  });

  test.each([
    ['SALVAGE (Maryland)', 'already written off once'],
    ['REBUILDABLE (Florida)', 'may be rebuilt'],
    ['REBUILT (Texas)', 'back on the road'],
    ['SALVAGE FLOOD', 'flood'],
    ['CERTIFICATE OF TITLE', 'no brand so far'],
    ['BILL OF SALE', 'no title'],
  ])('%s keeps the verdict of the rule and says: %s', (title, words) => {
    for (const share of [0.3, 1.2]) {
      const loss = atShare('MD', share, { title });
      expect(loss.verdict).toBe(atShare('MD', share).verdict);
      expect(wordsOf(loss)).toContain(words);
    }
  });
});

describe('the place of a lot', () => {
  test('is read as listings write it', () => {
    const written = [
      'TX',
      'tx',
      'Texas',
      'TX - HOUSTON',
      'Houston, TX 77001',
      'SALVAGE (Texas)',
      'Houston, Texas',
    ];
    expect(written.map(readState)).toEqual(written.map(() => 'TX'));
    expect([null, '', 'ZZ', 'Ontario'].map(readState)).toEqual([null, null, null, null]);
  });

  test.each(['JUNK ZORBED', 'CERT OF TITLE - ZORBED', 'RB'])(
    '%s, which is not sure, decides nothing',
    (title) => {
      expect(atShare('MD', 0.2, { title })).toEqual(atShare('MD', 0.2));
    },
  );

  test.each([
    ['ON - TORONTO', 'ON'],
    ['Toronto (ON)', 'ON'],
    ['Montréal, Québec', 'QC'],
    ['Moncton, Nouveau-Brunswick', 'NB'],
    ['BC - HOUSTON', 'BC'],
    ['CA - ONTARIO', 'CA'],
    ['TX - HOUSTON', 'TX'],
  ])('%s is in %s', (location, code) => {
    expect(readJurisdiction(location)).toBe(code);
  });

  test('is never read off a title code of two letters', () => {
    for (const title of ['CT', 'MD', 'SC', 'NC', 'NU']) {
      expect(stateOfLot({ location: null, title })).toBeNull();
      expect(jurisdictionOfLot({ location: null, title })).toBeNull();
    }
    expect(jurisdictionOfLot({ location: null, title: 'ON - SALVAGE' })).toBe('ON');
  });

  test.each([
    ['https://www.copart.ca/lot/49645499', null, true],
    ['https://ca.iaai.com/VehicleDetails/12345678', null, true],
    ['https://www.iaai.com/VehicleDetail/12345678~CA', null, true],
    ['https://www.copart.com/lot/49645499', 'ON - TORONTO', true],
    ['https://bid.cars/en/lot/1-49645499', 'Toronto (ON)', true],
    ['https://www.copart.com/lot/49645499', 'TX - HOUSTON', false],
    ['https://www.copart.com/lot/49645499', null, false],
  ])('%s at %s is sold in Canada: %s', (url, location, is) => {
    expect(isSoldInCanada({ url, location, title: null })).toBe(is);
  });

  test('in Canada never takes the law of the account’s state', () => {
    const at = (url: string, location: string | null) =>
      lossLot(
        { url, location, declared: NOTHING_DECLARED },
        { year: 2020, defaultState: 'TX', day: '2026-11-28' },
      ).state;
    expect(at('https://ca.iaai.com/VehicleDetails/12345678', 'Toronto')).toBeNull();
    expect(at('https://www.copart.ca/lot/49645499', 'ON - TORONTO')).toBe('ON');
    expect(at('https://www.copart.com/lot/49645499', null)).toBe('TX');
  });

  test.each([
    ['HAIL', null, 'all'],
    ['HAIL', 'FRONT END', 'some'],
    ['HAIL', 'SOMETHING NEW', 'some'],
    ['FRONT END', null, 'none'],
  ])('declares with %s and %s hail: %s', (primary, secondary, hail) => {
    const declared = { ...NOTHING_DECLARED, site: 'copart' as const, primary, secondary };
    const lot = lossLot({ location: null, declared }, { year: 2020, defaultState: null, day: '2026-11-28' });
    expect(lot.hail).toBe(hail);
  });
});
