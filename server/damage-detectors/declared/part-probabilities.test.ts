import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declaredReasonSchema } from '../../../contract/facts/line-reason.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import { siteSchema } from '../../../contract/schemas/lot.ts';
import { BODY_CLASSES } from '../../../contract/schemas/vehicle.ts';
import { DAMAGE_WORDS, readDamageCode } from './damage-codes.ts';
import { type PartProbability, partProbabilities } from './part-probabilities.ts';

const CAR = { year: 2020, body_class: 'sedan', fuel: 'Gasoline' } as const;
const declare = (facts: Partial<DeclaredDamage>): DeclaredDamage => ({
  site: 'iaai',
  primary: null,
  secondary: null,
  run: null,
  airbags: null,
  title: null,
  loss_type: null,
  ...facts,
});
const estimate = (
  facts: Partial<DeclaredDamage>,
  vehicle: Parameters<typeof partProbabilities>[0]['vehicle'] = CAR,
) => partProbabilities({ declared: declare(facts), vehicle });
const chance = (parts: readonly PartProbability[], id: string, side?: string): number =>
  Math.max(
    0,
    ...parts.filter((p) => p.prior_id === id && (!side || p.side === side)).map((p) => p.probability),
  );

const words = siteSchema.options.flatMap((site) =>
  Object.keys(DAMAGE_WORDS[site].words).map((word) => ({ site, word })),
);
const declaredArbitrary = fc
  .record({
    primary: fc.constantFrom(...words),
    secondary: fc.option(fc.nat()),
    run: fc.constantFrom(null, 'runs_and_drives' as const, 'starts' as const, 'stationary' as const),
    airbags: fc.constantFrom(
      null,
      'deployed' as const,
      'intact' as const,
      'none' as const,
      'missing' as const,
    ),
    title: fc.constantFrom(null, 'CLEAR (Michigan)', 'SALVAGE (Texas)', 'CERTIFICATE OF DESTRUCTION'),
  })
  .map(({ primary, secondary, run, airbags, title }) => {
    const others = words.filter((word) => word.site === primary.site);
    return declare({
      site: primary.site,
      primary: primary.word,
      secondary: secondary === null ? null : (others[secondary % others.length]?.word ?? null),
      run,
      airbags,
      title,
    });
  });
const carArbitrary = fc.record({
  year: fc.option(fc.integer({ min: 1985, max: 2027 })),
  body_class: fc.option(fc.constantFrom(...BODY_CLASSES)),
  fuel: fc.constantFrom(null, 'Gasoline', 'Electric', 'Hybrid'),
});

describe('part probabilities of declared damage', () => {
  it('averages the alternatives of Copart FRONT END over the severity classes', () => {
    const { parts } = estimate({ site: 'copart', primary: 'FRONT END' });
    // headlamp: F 22/50/80, FC 40/75/92 at (.15, .5, .35); F .7, corners .3 together.
    const front = 0.15 * 0.22 + 0.5 * 0.5 + 0.35 * 0.8;
    const corner = 0.15 * 0.4 + 0.5 * 0.75 + 0.35 * 0.92;
    expect(chance(parts, 'headlamp')).toBeCloseTo(0.7 * front + 0.3 * corner, 10);
  });

  it('combines zones hit together by noisy-OR', () => {
    const { parts } = estimate({ primary: 'LEFT FRONT' });
    const front = 0.15 * 0.25 + 0.5 * 0.68 + 0.35 * 0.93;
    const corner = 0.15 * 0.15 + 0.5 * 0.45 + 0.35 * 0.78;
    expect(chance(parts, 'hood')).toBeCloseTo(1 - (1 - corner) * (1 - 0.25 * front), 10);
  });

  it('counts the secondary at 0.8 and one severity class lower', () => {
    const { parts } = estimate({ primary: 'FRONT END', secondary: 'REAR' });
    // tail lamp in R: 15/42/75; (.15, .5, .35) lowered is (.65, .35, 0).
    expect(chance(parts, 'tail_lamp')).toBeCloseTo(0.8 * (0.65 * 0.15 + 0.35 * 0.42), 10);
  });

  it('leaves the side of an unsided code open, in one entry per part that counts both sides', () => {
    const { parts } = estimate({ primary: 'FRONT END' });
    const lamps = parts.filter((part) => part.prior_id === 'headlamp');
    expect(lamps.map((lamp) => [lamp.side, lamp.quantity])).toEqual([['unknown', 2]]);
    const { parts: side } = estimate({ site: 'copart', primary: 'SIDE' });
    const doors = side.filter((part) => part.prior_id === 'front_door');
    expect(doors.map((door) => [door.side, door.quantity])).toEqual([['unknown', 1]]);
  });

  it('names both sides where the words do', () => {
    const { parts } = estimate({ primary: 'LEFT & RIGHT SIDE' });
    expect(parts.filter((part) => part.prior_id === 'front_door').map((part) => part.side)).toEqual([
      'left',
      'right',
    ]);
  });

  it.each(['front', 'side', 'rear'])('never calls the other side possible for a left %s hit', (where) => {
    for (const airbags of [null, 'deployed'] as const) {
      const { parts } = estimate({ primary: `Left ${where}`, airbags, run: 'stationary' });
      expect(parts.some((part) => part.side === 'left' && part.probability > 0.6)).toBe(true);
      // Belts are fired, not hit: those of both seats go with the front bags.
      const hit = parts.filter((p) => p.side === 'right' && p.prior_id !== 'seatbelt_pretensioner');
      expect(Math.max(0, ...hit.map((p) => p.probability))).toBeLessThan(0.3);
    }
  });

  it('names a side only if a declared word names it', () => {
    fc.assert(
      fc.property(declaredArbitrary, carArbitrary, (declared, vehicle) => {
        const named = [declared.primary, declared.secondary].some(
          (text) => readDamageCode(declared.site, text)?.code.names_sides,
        );
        const sides = partProbabilities({ declared, vehicle }).parts.map((part) => part.side);
        if (!named) expect(sides.filter((side) => side === 'left' || side === 'right')).toEqual([]);
      }),
    );
  });

  it('keeps every chance within 0 and 1, never falling with severity, and severity adding up to 1', () => {
    fc.assert(
      fc.property(declaredArbitrary, carArbitrary, (declared, vehicle) => {
        const { parts, severity } = partProbabilities({ declared, vehicle });
        expect(severity.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 10);
        for (const part of parts) {
          const [minor, moderate, severe] = part.by_severity;
          for (const it of [part.probability, minor, moderate, severe]) {
            expect(it).toBeGreaterThanOrEqual(0);
            expect(it).toBeLessThanOrEqual(1);
          }
          expect(moderate).toBeGreaterThanOrEqual(minor - 1e-12);
          expect(severe).toBeGreaterThanOrEqual(moderate - 1e-12);
          expect(part.quantity).toBeGreaterThanOrEqual(1);
          expect(part.quantity).toBeLessThanOrEqual(2);
          if (!part.exact) expect(part.operation).toBe('inspect');
          expect(declaredReasonSchema.safeParse(part.because).success).toBe(true);
        }
      }),
    );
  });

  it('agrees over the severity classes: exactly for one zone, within 0.15 where zones combine', () => {
    fc.assert(
      fc.property(declaredArbitrary, (declared) => {
        const single = declared.secondary === null;
        const { parts, severity } = partProbabilities({ declared, vehicle: CAR });
        for (const part of parts) {
          const mean = severity.reduce(
            (sum, value, index) => sum + value * (part.by_severity[index] ?? 0),
            0,
          );
          expect(Math.abs(part.probability - mean), `${declared.primary} ${part.prior_id}`).toBeLessThan(
            0.15,
          );
          if (single && declared.primary === 'FRONT END' && declared.airbags === null)
            expect(part.probability).toBeCloseTo(mean, 10);
        }
      }),
    );
  });

  it('never makes a part less likely by a secondary code, unless the primary gives way to it', () => {
    fc.assert(
      fc.property(declaredArbitrary, (declared) => {
        fc.pre(readDamageCode(declared.site, declared.primary)?.code.secondary !== 'instead');
        const both = partProbabilities({ declared, vehicle: CAR }).parts;
        const alone = partProbabilities({ declared: { ...declared, secondary: null }, vehicle: CAR }).parts;
        for (const part of alone) {
          // A part settled by a listed fact with no code speaking of it is not the codes' affair.
          if (part.because.code === 'listed') continue;
          expect(chance(both, part.prior_id), part.prior_id).toBeGreaterThanOrEqual(part.probability - 1e-9);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('raises every part of a crash with a worse condition', () => {
    const light = estimate({ primary: 'FRONT END', run: 'runs_and_drives', title: 'CLEAR (Ohio)' });
    const heavy = estimate({ primary: 'FRONT END', run: 'stationary', title: 'CERTIFICATE OF DESTRUCTION' });
    for (const part of light.parts)
      expect(chance(heavy.parts, part.prior_id)).toBeGreaterThanOrEqual(part.probability);
    expect(heavy.severity[2]).toBeGreaterThan(light.severity[2]);
  });

  it('takes biohazard’s secondary as primary and lets IAAI’s normal wear give way to its own', () => {
    const front = chance(estimate({ primary: 'FRONT END' }).parts, 'hood');
    expect(chance(estimate({ primary: 'BIOHAZARD', secondary: 'FRONT END' }).parts, 'hood')).toBeCloseTo(
      front,
      10,
    );
    const worn = estimate({ primary: 'NORMAL WEAR & TEAR', secondary: 'FRONT END' });
    expect(chance(worn.parts, 'hood')).toBeCloseTo(front, 10);
    for (const { because } of worn.parts)
      if (because.code === 'declared') expect(because.words).toEqual(['FRONT END']);
  });

  it('keeps rollover severe at 0.6 or more and its curtains at 0.85', () => {
    const { parts, severity } = estimate({ primary: 'ROLLOVER', run: 'runs_and_drives' });
    expect(severity[2]).toBeCloseTo(0.6, 10);
    expect(chance(parts, 'airbag_curtain')).toBeGreaterThanOrEqual(0.85);
  });

  it('gives hail to be pressed out, glass and lamps to be replaced', () => {
    const { parts, special } = estimate({ primary: 'HAIL' });
    const find = (id: string) => parts.find((part) => part.prior_id === id);
    expect(special).toBe('hail');
    expect(find('hood')).toMatchObject({ probability: 0.95, operation: 'repair', method: 'pdr' });
    expect(find('windshield')).toMatchObject({ operation: 'replace', method: null });
  });

  it('gives salt water more than fresh water and says the level is not known', () => {
    const fresh = estimate({ primary: 'FRESH WATER' });
    const salt = estimate({ primary: 'SALT WATER' });
    expect(chance(salt.parts, 'seat')).toBeCloseTo(1.25 * chance(fresh.parts, 'seat'), 10);
    expect(fresh.warnings).toEqual([{ code: 'declared', note: 'water_level_unknown' }]);
  });

  it('gives a burnt-out vehicle no part list but calls it a total loss', () => {
    expect(estimate({ primary: 'TOTAL BURN' })).toMatchObject({
      parts: [],
      total_loss: true,
      special: 'burn',
    });
  });

  it('reads the front of an undercarriage hit lightly, whatever the severity', () => {
    // hood: U 0/2/5, F 25 when minor, at 0.3.
    const under = 0.5 * 0.02 + 0.35 * 0.05;
    expect(chance(estimate({ primary: 'UNDERCARRIAGE' }).parts, 'hood')).toBeCloseTo(
      1 - (1 - under) * (1 - 0.3 * 0.25),
      10,
    );
  });

  it('limits a suspension code to wheels and suspension', () => {
    const { parts } = estimate({ primary: 'SUSPENSION' });
    expect(chance(parts, 'front_wheel')).toBeGreaterThan(0.1);
    expect(chance(parts, 'headlamp')).toBe(0);
  });

  it('counts both corners of a code that reaches both for a part that has no sides', () => {
    // fuel door: S 3/10/22 on the left, the same on the right.
    const side = 0.15 * 0.03 + 0.5 * 0.1 + 0.35 * 0.22;
    expect(chance(estimate({ primary: 'LEFT & RIGHT SIDE' }).parts, 'fuel_door')).toBeCloseTo(
      1 - (1 - side) ** 2,
      10,
    );
    expect(chance(estimate({ primary: 'ALL OVER' }).parts, 'door_handle')).toBeCloseTo(
      0.6 * (0.15 * 0.22 + 0.85 * 0.45),
      10,
    );
  });

  it('counts one piece where a list gives a chance of one of two, two where it gives each side’s', () => {
    const { parts } = estimate({ primary: 'VANDALIZED' });
    expect(parts.find((part) => part.prior_id === 'door_lock')).toMatchObject({
      side: 'unknown',
      quantity: 1,
    });
    expect(parts.find((part) => part.prior_id === 'mirror')).toMatchObject({ side: 'unknown', quantity: 2 });
  });

  it('counts the same code twice only once', () => {
    expect(estimate({ primary: 'REAR', secondary: 'REAR' })).toEqual(estimate({ primary: 'REAR' }));
  });

  it('lowers a rollover in the second place like any other', () => {
    const { parts } = estimate({ primary: 'REAR', secondary: 'ROLLOVER' });
    // roof panel at (.65, .35, 0): T 70/92/98, F 0/1/6 at .4, S 0/3/18 at .6 on each side.
    const roof = 0.65 * 0.7 + 0.35 * 0.92;
    const others = (1 - 0.4 * 0.35 * 0.01) * (1 - 0.6 * 0.35 * 0.03) ** 2;
    expect(chance(parts, 'roof_panel')).toBeCloseTo(0.8 * (1 - (1 - roof) * others), 10);
  });

  it('keeps a secondary its steps below a lead that is a step heavier', () => {
    const { parts } = estimate({ primary: 'ALL OVER', secondary: 'LEFT FRONT' });
    const latch = parts.find((part) => part.prior_id === 'hood_latch');
    // All over is never minor: its moderate class is a lowered raw minor, so the secondary is minor in both.
    const allOver = 1 - (1 - 0.8 * 0.45);
    const corner = 1 - (1 - 0.04) * (1 - 0.25 * 0.08);
    expect(latch?.by_severity[1]).toBeCloseTo(1 - (1 - allOver) * (1 - 0.8 * corner), 10);
    const severe = 1 - (1 - 0.8 * 0.8);
    expect(latch?.by_severity[2]).toBeCloseTo(1 - (1 - severe) * (1 - 0.8 * corner), 10);
  });

  it('adds the meaning to a short code', () => {
    expect(estimate({ primary: 'HA' }).parts[0]?.because).toEqual({ code: 'declared', words: ['HA (hail)'] });
  });

  it('takes the severity of the hit where the primary is no hit', () => {
    const [minor, moderate, severe] = estimate({ primary: 'HAIL', secondary: 'FRONT END' }).severity;
    expect([minor, moderate, severe]).toEqual([0.65, 0.35, 0]);
  });
});
