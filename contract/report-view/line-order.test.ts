import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Estimate, EstimateLine } from '../schemas/estimate.ts';
import { areaGroups, marksOf, orderLines, wholeScope } from './line-order.ts';

type Line = Parameters<typeof marksOf>[0][number];
const line = (over: Partial<Line>): Line => ({
  block: 'seen',
  section: 'hood',
  category: 'hood',
  side: 'center',
  position: 'front',
  severity: 3,
  probability: 1,
  basis: 'photos',
  operation: 'replace',
  ...over,
});

describe('orderLines', () => {
  it('goes by block, then front to rear, in reports of schema_version 1, and keeps the estimate’s order within', () => {
    const lines = [
      line({ block: 'standard', section: 'standard' }),
      line({ block: 'seen', section: 'rear_bumper' }),
      line({ block: 'seen', section: 'hood', operation: 'replace' }),
      line({ block: 'likely_hidden', section: 'cooling' }),
      line({ block: 'seen', section: 'hood', operation: 'r_and_i' }),
      line({ block: 'declared' as EstimateLine['block'], section: 'fenders' }),
    ];
    expect(orderLines(lines).map((item) => [item.block, item.section, item.operation])).toEqual([
      ['seen', 'hood', 'replace'],
      ['seen', 'hood', 'r_and_i'],
      ['seen', 'rear_bumper', 'replace'],
      ['declared', 'fenders', 'replace'],
      ['likely_hidden', 'cooling', 'replace'],
      ['standard', 'standard', 'replace'],
    ]);
  });
});

describe('orderLines with possible lines', () => {
  it('has what is written first, then what is possible by what settles it, front to rear', () => {
    const possible = (settled_by: EstimateLine['settled_by'], section: EstimateLine['section']) =>
      line({ standing: 'possible', settled_by, section, block: 'declared' });
    const lines = [
      possible('look', 'hood'),
      possible('teardown', 'suspension'),
      possible('teardown', 'cooling'),
      possible('other_side', 'fenders'),
      possible('airbags', 'restraints'),
      possible(undefined, 'front_bumper'),
      line({ standing: 'scope', block: 'user', section: 'hood' }),
      line({ standing: 'scope', block: 'declared', section: 'fenders' }),
    ];
    expect(orderLines(lines).map(({ settled_by, section, block }) => [settled_by ?? block, section])).toEqual(
      [
        ['user', 'hood'],
        ['declared', 'fenders'],
        ['teardown', 'cooling'],
        ['teardown', 'suspension'],
        ['airbags', 'restraints'],
        ['other_side', 'fenders'],
        ['declared', 'front_bumper'],
        ['look', 'hood'],
      ],
    );
  });
});

describe('marksOf', () => {
  it('marks the worst severity seen, with the number of the first line shown', () => {
    const marks = marksOf([
      line({ category: 'hood_latch', severity: 2 }),
      line({ severity: 4 }),
      line({ section: 'front_bumper', category: 'front_bumper_cover', severity: 1 }),
    ]);
    expect(marks.hood).toEqual({ severity: 4, number: 2 });
    expect(marks.front_bumper).toEqual({ severity: 1, number: 1 });
  });

  it('never shows a guess as seen', () => {
    const marks = marksOf([line({ basis: 'declared', severity: 4, probability: 0.9 })]);
    expect(marks.hood?.severity).toBe('very_likely');
  });

  it('does not let a guess outdo what was seen', () => {
    const marks = marksOf([
      line({ severity: 1 }),
      line({
        block: 'likely_hidden',
        category: 'hood_hinge',
        basis: 'hidden',
        severity: null,
        probability: 0.95,
      }),
    ]);
    expect(marks.hood?.severity).toBe(1);
  });

  it('calls both sides possible where nobody told the side', () => {
    const marks = marksOf([
      line({ category: 'fender', side: 'unknown', basis: 'declared', severity: null, probability: 0.9 }),
    ]);
    expect(marks.fender_left?.severity).toBe('possible');
    expect(marks.fender_right?.severity).toBe('possible');
  });

  it('leaves alone what is only blended, taken off or standard', () => {
    expect(
      marksOf([
        line({ operation: 'blend' }),
        line({ operation: 'r_and_i' }),
        line({ block: 'standard' }),
        line({ basis: 'declared', severity: null, probability: 0.1 }),
      ]),
    ).toEqual({});
  });
});

describe('areaGroups', () => {
  const priced = (
    section: EstimateLine['section'],
    likely: number,
    standing: EstimateLine['standing'] = 'scope',
  ) => ({
    ...line({ section, standing }),
    cost: { low: 0, likely, high: likely },
  });

  it('has written lines by area, front to rear, each with the sum of its lines to the cent', () => {
    const lines = [
      priced('hood', 10.1),
      priced('front_bumper', 0.1),
      priced('hood', 0.2),
      priced('hood', 5, 'possible'),
    ];
    expect(areaGroups(lines).map(({ title, lines: of, sum }) => [title, of.length, sum])).toEqual([
      ['Front bumper and grille', 1, 0.1],
      ['Hood', 2, 10.3],
    ]);
  });
});

describe('the scope in whole dollars', () => {
  const cents = fc.integer({ min: 0, max: 300_000 });
  const written = fc.array(fc.record({ at: fc.constantFrom('hood', 'glass', 'fenders'), cost: cents }), {
    minLength: 1,
    maxLength: 40,
  });

  it('adds up by eye, lines to areas and areas with the tax to as written, none a dollar from its amount', () => {
    fc.assert(
      fc.property(written, cents, (parts, tax) => {
        const lines = parts.map(({ at, cost }, n) => ({
          ...line({ section: at as EstimateLine['section'], standing: 'scope' }),
          id: String(n),
          cost: { low: 0, likely: cost / 100, high: cost / 100 },
        })) as unknown as EstimateLine[];
        const all = parts.reduce((sum, { cost }) => sum + cost, tax);
        const outcome = { as_written: all / 100 } as NonNullable<Estimate['outcome']>;
        const shown = wholeScope({ lines, tax: tax / 100, outcome });
        const sums = shown.areas.reduce((sum, area) => sum + area.sum, 0);
        expect(sums + shown.tax).toBe(Math.round(all / 100));
        for (const area of shown.areas)
          expect(area.lines.reduce((sum, { id }) => sum + (shown.costs.get(id) ?? 0), 0)).toBe(area.sum);
        for (const { id, cost } of lines)
          expect(Math.abs((shown.costs.get(id) ?? 0) - cost.likely)).toBeLessThan(1);
      }),
    );
  });
});
