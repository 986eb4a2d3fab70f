import { describe, expect, test } from 'vitest';
import { CONDITION } from './condition.ts';
import { CRASH_OUTCOMES, countedOf } from './crash-outcomes.ts';
import { DAMAGE_CODES } from './damage-codes.ts';
import { type PriorZone, priorPart } from './declared-prior.ts';
import { atLevel, levelOf } from './hit-level.ts';
import { partProbabilities } from './part-probabilities.ts';

const MIX = CONDITION.start.value;
const used = CRASH_OUTCOMES.filter((row) => row.used && row.row !== '');
const FRONT = {
  site: 'copart',
  primary: 'FRONT END',
  secondary: null,
  run: null,
  airbags: null,
  title: null,
  loss_type: null,
} as const;
const CAR = { year: 2015, body_class: 'sedan' } as const;

describe('what was counted of crash vehicles', () => {
  test.each(used)('gives $id in a $hits hit its level over a mixed hit', ({ id, zone, weighted, row }) => {
    const now = priorPart(id).zones[zone as PriorZone] ?? [0, 0, 0];
    expect(now.join('|')).toBe(row);
    expect(Math.abs(levelOf(now, MIX) - weighted)).toBeLessThan(0.01);
  });

  test('is taken only where it foretells the kept-back third no worse than judgment, of a hundred cars or more', () => {
    for (const { loss_weighted, loss_judged, inspected } of used) {
      expect(loss_weighted).toBeLessThanOrEqual(loss_judged ?? 0);
      expect(inspected).toBeGreaterThanOrEqual(100);
    }
  });

  test('says where on the front a hit lies whose corner is not told', () => {
    const share = (place: string) => CRASH_OUTCOMES.find(({ id }) => id === `where_${place}`)?.weighted ?? 0;
    const weights = (DAMAGE_CODES.front_end_any?.zones ?? []).map(({ weight }) => weight);
    for (const [at, place] of ['across', 'left', 'right'].entries())
      expect(weights[at]).toBeCloseTo(share(place), 2);
  });

  test('no door shell is less likely than one that jams', () => {
    for (const { id, zone, weighted } of CRASH_OUTCOMES.filter(({ outcomes }) => outcomes === 'door'))
      expect(levelOf(priorPart(id).zones[zone as PriorZone] ?? [0, 0, 0], MIX)).toBeGreaterThan(weighted);
  });

  test('stands beside the line that rests on it, and no other', () => {
    const { parts } = partProbabilities({ declared: FRONT, vehicle: CAR });
    const because = (id: string) => parts.find(({ prior_id }) => prior_id === id)?.because;
    const counted = countedOf('windshield', 'F');
    expect(because('windshield')).toMatchObject({
      counted: { share: counted?.weighted, inspected: 594, hits: 'front' },
    });
    expect(because('hood')).not.toHaveProperty('counted');
  });
});

test('a row at another level keeps its order, and a chance of nothing', () => {
  expect(atLevel([0, 30, 85], levelOf([0, 30, 85], MIX), MIX)).toEqual([0, 30, 85]);
  const [minor, moderate, severe] = atLevel([0, 30, 85], 0.6, MIX);
  expect(minor).toBe(0);
  expect(moderate).toBeLessThan(severe);
});
