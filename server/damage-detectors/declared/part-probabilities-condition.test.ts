import { describe, expect, it } from 'vitest';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import { type PartProbabilities, partProbabilities } from './part-probabilities.ts';
import { severityVector, titleKind } from './severity-vector.ts';

const CAR = { year: 2020, body_class: 'sedan', fuel: 'Gasoline' } as const;
const estimate = (
  facts: Partial<DeclaredDamage>,
  vehicle: Parameters<typeof partProbabilities>[0]['vehicle'] = CAR,
) =>
  partProbabilities({
    declared: {
      site: 'iaai',
      primary: null,
      secondary: null,
      run: null,
      airbags: null,
      title: null,
      loss_type: null,
      ...facts,
    },
    vehicle,
  });
const chance = (facts: Partial<DeclaredDamage>, id: string): number =>
  Math.max(
    0,
    ...estimate(facts)
      .parts.filter((part) => part.prior_id === id)
      .map((part) => part.probability),
  );
/** Listed words each part rests on. */
const wordsOf = ({ parts }: PartProbabilities): string[][] =>
  parts.flatMap(({ because }) => (because.code === 'declared' ? [because.words] : []));

describe('sides', () => {
  it.each([
    ['LEFT FRONT', 'right'],
    ['RIGHT FRONT', 'left'],
    ['LEFT REAR', 'right'],
    ['RIGHT REAR', 'left'],
  ])('%s leaves the %s corner alone', (primary, other) => {
    const { parts } = estimate({ primary });
    expect(parts.length).toBeGreaterThan(20);
    const far = parts.filter(({ side, probability }) => side === other && probability > 0.05);
    expect(far.map(({ prior_id }) => prior_id)).toEqual([]);
  });

  it.each(['horn', 'radar_front'])('%s has none', (id) => {
    expect(estimate({ primary: 'FRONT END' }).parts.find(({ prior_id }) => prior_id === id)?.side).toBe(
      'none',
    );
  });
});

describe('damage said twice', () => {
  it.each([
    ['FRONT FRONT', null],
    ['Front End, Front End', null],
    ['FRONT END', 'FRONT END'],
    ['FRONT END', 'FRONT'],
    ['FRONT', 'FRONT FRONT'],
  ])('%j with %j counts once', (primary, secondary) => {
    const once = estimate({ primary: primary.startsWith('FRONT END') ? 'FRONT END' : 'FRONT', site: null });
    const said = estimate({ primary, secondary, site: null });
    expect(said.without_secondary).toBeNull();
    if (secondary !== null || primary === 'FRONT FRONT')
      expect(said.parts.map(({ prior_id, probability }) => [prior_id, probability])).toEqual(
        once.parts.map(({ prior_id, probability }) => [prior_id, probability]),
      );
    for (const words of wordsOf(said)) expect(words).toHaveLength(1);
  });

  it('counts a corner beside the end it belongs to', () => {
    expect(estimate({ primary: 'LEFT FRONT', secondary: 'FRONT END' }).without_secondary).not.toBeNull();
  });
});

describe('listed condition', () => {
  it('multiplies and renormalises the severity', () => {
    const [minor, moderate, severe] = severityVector({ airbags: 'deployed', run: null, title: null });
    const sum = 0.15 * 0.15 + 0.5 + 0.35 * 2.2;
    expect([minor, moderate, severe]).toEqual([(0.15 * 0.15) / sum, 0.5 / sum, (0.35 * 2.2) / sum]);
  });

  it.each([
    ['CLEAR (Michigan)', 'clean'],
    ['CERTIFICATE OF TITLE', 'clean'],
    ['CERTIFICATE OF DESTRUCTION', 'destruction'],
    ['NON-REPAIRABLE', 'destruction'],
    ['SALVAGE CERTIFICATE OF TITLE', null],
    ['SALVAGE (Virginia)', null],
    ['MV-907A', null],
    [null, null],
  ])('reads the title %j as %j', (title, kind) => {
    expect(titleKind(title)).toBe(kind);
  });

  it('deployed front bags bring clock spring and front impact sensors', () => {
    const facts = { primary: 'FRONT END', airbags: 'deployed' } as const;
    expect(chance(facts, 'clock_spring')).toBeGreaterThanOrEqual(0.75);
    expect(chance(facts, 'impact_sensor_front')).toBeGreaterThanOrEqual(0.55);
  });

  it.each(['REAR END', 'UNDERCARRIAGE', 'MECHANICAL', 'UNKNOWN'])(
    'bags that went off with %s are the front ones rather than none, and bring the clock spring',
    (primary) => {
      for (const id of ['airbag_driver', 'airbag_passenger', 'clock_spring'])
        expect(chance({ primary, airbags: 'deployed' }, id), id).toBeGreaterThanOrEqual(0.5);
      expect(chance({ primary, airbags: 'deployed' }, 'impact_sensor_front')).toBeGreaterThanOrEqual(0.4);
    },
  );

  it('deployed side bags bring the seat’s cover, headliner, pillar trim and sensor of the struck side', () => {
    const facts = { primary: 'LEFT SIDE', airbags: 'deployed' } as const;
    for (const id of ['seat_cover_side_bag', 'headliner', 'pillar_trim', 'impact_sensor_side'])
      expect(chance(facts, id), id).toBeGreaterThanOrEqual(0.55);
    const right = estimate(facts).parts.filter(({ side }) => side === 'right');
    expect(right.filter(({ prior_id }) => /seat_cover|pillar_trim|impact/.test(prior_id))).toEqual([]);
  });

  it.each(['FRONT END', 'LEFT FRONT', 'RIGHT SIDE', 'ROLLOVER', 'ALL OVER'])(
    'with %s no part is likelier than the bag that brings it',
    (primary) => {
      for (const airbags of ['deployed', 'intact', null] as const) {
        const of = (id: string): number => chance({ primary, airbags }, id);
        expect(of('clock_spring')).toBeLessThanOrEqual(of('airbag_driver'));
        expect(of('seat_cover_side_bag')).toBeLessThanOrEqual(of('airbag_seat_side'));
        expect(of('pillar_trim')).toBeLessThanOrEqual(of('airbag_curtain'));
      }
    },
  );

  it.each(['FRONT END', 'LEFT FRONT', 'FRONT & REAR'])(
    'deployed bags with %s settle dash, module, belts and front bags',
    (primary) => {
      for (const id of ['instrument_panel', 'srs_module', 'seatbelt_pretensioner'])
        expect(chance({ primary, airbags: 'deployed' }, id), id).toBeGreaterThanOrEqual(0.85);
      for (const id of ['airbag_driver', 'airbag_passenger'])
        expect(chance({ primary, airbags: 'deployed' }, id), id).toBeGreaterThanOrEqual(0.8);
    },
  );

  it.each(['FRONT END', 'LEFT FRONT', 'RIGHT FRONT'])(
    'front bags that went off with %s fire the belts of both seats',
    (primary) => {
      const belts = estimate({ primary, airbags: 'deployed' }).parts.filter(
        ({ prior_id }) => prior_id === 'seatbelt_pretensioner',
      );
      expect(belts.reduce((pieces, belt) => pieces + belt.quantity, 0)).toBe(2);
      for (const belt of belts) expect(belt.probability).toBeGreaterThanOrEqual(0.85);
    },
  );

  it.each(['LEFT SIDE', 'ROLLOVER', 'ROOF'])(
    'deployed bags with %s settle curtain and seat bags',
    (primary) => {
      for (const id of ['airbag_curtain', 'airbag_seat_side'])
        expect(chance({ primary, airbags: 'deployed' }, id), id).toBeGreaterThanOrEqual(0.8);
    },
  );

  it.each(['FRONT END', 'ROLLOVER', 'ALL OVER', 'THEFT'])(
    'intact bags with %s keep every bag at .02 at most',
    (primary) => {
      const bags = estimate({ primary, airbags: 'intact' }).parts.filter((part) =>
        part.prior_id.startsWith('airbag_'),
      );
      expect(bags.length).toBeGreaterThan(0);
      for (const bag of bags) expect(Math.max(bag.probability, ...bag.by_severity)).toBeLessThanOrEqual(0.02);
    },
  );

  it('deployed bags with a rear hit make the front bags likelier than not, less sure than a front hit, and no curtain', () => {
    const deployedIn = (primary: string, id: string): number => chance({ primary, airbags: 'deployed' }, id);
    expect(deployedIn('REAR', 'airbag_driver')).toBeLessThan(deployedIn('FRONT END', 'airbag_driver'));
    expect(deployedIn('REAR', 'airbag_curtain')).toBeLessThan(0.3);
  });

  it('missing bags must be replaced', () => {
    expect(chance({ primary: 'THEFT', airbags: 'missing' }, 'airbag_driver')).toBe(0.8);
  });

  it('a flooded vehicle that does not run has more likely a flooded engine', () => {
    expect(chance({ primary: 'FLOOD' }, 'engine_long_block')).toBeCloseTo(0.35, 10);
    expect(chance({ primary: 'FLOOD', run: 'stationary' }, 'engine_long_block')).toBeCloseTo(0.6, 10);
  });

  it('a missing catalyst is nearly sure', () => {
    expect(
      chance({ primary: 'FRONT END', catalytic_converter: 'missing' }, 'exhaust_catalyst'),
    ).toBeGreaterThanOrEqual(0.98);
  });

  it('not running without an impact asks to diagnose battery, starter and engine', () => {
    const { parts } = estimate({ primary: 'NORMAL WEAR & TEAR', run: 'stationary' });
    expect(parts.find((part) => part.prior_id === 'battery_tray')?.probability).toBeCloseTo(0.3, 10);
    expect(parts.find((part) => part.prior_id === 'engine_long_block')).toMatchObject({
      operation: 'inspect',
      exact: false,
    });
    expect(chance({ primary: 'FRONT END', run: 'stationary' }, 'starter_alternator')).toBe(0);
  });

  it.each(['UNKNOWN', 'NONE', 'REPOSSESSION', 'no such words', '---', null])(
    'estimates nothing from %j',
    (primary) => {
      const result = estimate({ primary });
      expect(result.parts).toEqual([]);
      expect(result.declared_known).toBe(false);
    },
  );

  it('says so when the declared words are not known', () => {
    expect(estimate({ primary: 'no such words' }).warnings).toEqual([
      { code: 'declared_unknown', words: 'no such words' },
    ]);
  });

  it('uses the secondary where the primary tells nothing', () => {
    const result = estimate({ primary: 'UNKNOWN', secondary: 'REAR' });
    expect(result.declared_known).toBe(true);
    expect(new Set(wordsOf(result).flat())).toEqual(new Set(['REAR']));
    expect(result.severity[2]).toBe(0);
  });

  it('flags an earlier repair and estimates from the secondary only', () => {
    const result = estimate({ site: 'copart', primary: 'PARTIAL REPAIR', secondary: 'REAR END' });
    expect(new Set(wordsOf(result).flat())).toEqual(new Set(['REAR END']));
    expect(result.warnings).toEqual([{ code: 'declared', note: 'earlier_repair' }]);
  });
});

describe('what the vehicle can have', () => {
  const ids = (vehicle: Parameters<typeof partProbabilities>[0]['vehicle'], primary = 'ALL OVER') =>
    new Set(estimate({ primary }, vehicle).parts.map((part) => part.prior_id));

  it('a coupe has no rear doors and a convertible no roof', () => {
    expect(ids({ ...CAR, body_class: 'coupe' }).has('rear_door')).toBe(false);
    const open = ids({ ...CAR, body_class: 'convertible' });
    for (const id of ['roof_panel', 'headliner', 'sunroof_glass_if_fitted', 'rear_door_glass'])
      expect(open.has(id), id).toBe(false);
  });

  it('a convertible’s B-pillar ends at the belt line: hit from the side, not from above', () => {
    const open = { ...CAR, body_class: 'convertible' } as const;
    const pillar = (vehicle: typeof open | typeof CAR, primary: string) =>
      estimate({ primary }, vehicle).parts.find(({ prior_id }) => prior_id === 'b_pillar')?.probability ?? 0;
    expect(pillar(CAR, 'ROOF')).toBeGreaterThan(0.2);
    expect(pillar(open, 'ROOF')).toBeLessThan(0.06);
    expect(pillar(open, 'LEFT SIDE')).toBe(pillar(CAR, 'LEFT SIDE'));
  });

  it.each(['exhaust_catalyst', 'driveshaft_underbody'])('%s stands under its own name', (id) => {
    const part = estimate({ primary: 'UNDERCARRIAGE' }).parts.find(({ prior_id }) => prior_id === id);
    expect(part).toMatchObject({
      exact: false,
      name: id === 'exhaust_catalyst' ? 'Catalytic converter' : 'Drive shaft under the floor',
    });
  });

  it('a pickup’s step bumper has no absorber behind it', () => {
    expect(ids({ ...CAR, body_class: 'pickup' }).has('rear_bumper_absorber')).toBe(false);
    expect(ids(CAR).has('rear_bumper_absorber')).toBe(true);
  });

  it('an electric car has no exhaust, tank or engine, a hybrid has', () => {
    const electric = ids({ ...CAR, fuel: 'Electric' });
    for (const id of ['exhaust_catalyst', 'fuel_tank', 'oil_pan', 'intercooler_if_turbo'])
      expect(electric.has(id), id).toBe(false);
    expect(ids({ ...CAR, fuel: 'ELECTRIC AND GAS HYBRID' }).has('fuel_tank')).toBe(true);
  });

  it('an old car has no front radar, a new one may', () => {
    expect(ids({ ...CAR, year: 2004 }).has('radar_front')).toBe(false);
    expect(ids(CAR).has('radar_front')).toBe(true);
  });

  it('counts an option as often as such cars have it, and says so', () => {
    const sunroof = estimate({ primary: 'ROOF' }).parts.find(
      (part) => part.prior_id === 'sunroof_glass_if_fitted',
    );
    expect(sunroof?.probability).toBeCloseTo(0.3 * (0.15 * 0.1 + 0.5 * 0.4 + 0.35 * 0.75), 10);
    expect(sunroof?.because).toEqual({ code: 'declared', words: ['ROOF'], if_fitted: true });
  });

  it('knows an intercooler is there when the engine is turbocharged', () => {
    const intercooler = (engine: string | null) =>
      estimate({ primary: 'FRONT END' }, { ...CAR, engine }).parts.find(
        (part) => part.prior_id === 'intercooler_if_turbo',
      )?.probability ?? 0;
    expect(intercooler('2.0L 4 Turbo')).toBeGreaterThan(intercooler(null));
    expect(intercooler('3.5L V6')).toBe(intercooler(null));
  });

  it('a car of two or three doors has no rear doors', () => {
    expect(ids({ ...CAR, body_class: 'hatchback', doors: 3 }).has('rear_door')).toBe(false);
    expect(ids({ ...CAR, body_class: 'hatchback', doors: 5 }).has('rear_door')).toBe(true);
  });

  it('an SUV has a liftgate, a sedan a trunk lid', () => {
    const category = (body_class: 'suv' | 'sedan') =>
      estimate({ primary: 'REAR' }, { ...CAR, body_class }).parts.find(
        (part) => part.prior_id === 'trunk_lid_or_liftgate',
      )?.category;
    expect(category('suv')).toBe('liftgate');
    expect(category('sedan')).toBe('trunk_lid');
  });

  it('tells front and rear of categories found at both ends', () => {
    const { parts } = estimate({ primary: 'ALL OVER' });
    const ends = parts.filter((part) => part.category === 'wheel').map((part) => part.position);
    expect(ends.sort()).toEqual(['front', 'rear']);
  });
});
