import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONDITION } from './condition.ts';
import { DAMAGE_CODES } from './damage-codes.ts';
import {
  PRIOR_PARTS,
  PRIOR_TO_CATEGORIES,
  PRIOR_ZONES,
  type PriorZone,
  placeOf,
  priorPart,
} from './declared-prior.ts';

const table = PRIOR_PARTS.filter((part) => Object.keys(part.zones).length > 0);
const vocabulary = new Map(
  readFileSync(new URL('../../categories/data/part-categories.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([id = '', , , side = '', , , position = '']) => [id, { side, position }]),
);

describe('the declared prior', () => {
  it('holds 107 parts with zones and 9 named by special lists only', () => {
    expect(table).toHaveLength(107);
    expect(PRIOR_PARTS.length - table.length).toBe(9);
    expect(new Set(PRIOR_PARTS.map((part) => part.id)).size).toBe(116);
  });

  it('never falls from minor to severe, for every part and zone', () => {
    for (const part of table)
      for (const [zone, [minor, moderate, severe]] of Object.entries(part.zones)) {
        expect(moderate, `${part.id} ${zone}`).toBeGreaterThanOrEqual(minor);
        expect(severe, `${part.id} ${zone}`).toBeGreaterThanOrEqual(moderate);
      }
  });

  it.each<[PriorZone, number[]]>([
    ['F', [6, 20, 42]],
    ['FC', [5, 15, 32]],
    ['S', [3, 9, 22]],
    ['R', [3, 9, 19]],
    ['RC', [3, 8, 15]],
  ])('expects per lot, by severity, in zone %s: %j parts', (zone, expected) => {
    const bothSides = zone === 'F' || zone === 'R';
    const sums = [0, 1, 2].map((index) =>
      table.reduce(
        (sum, part) => sum + ((part.zones[zone]?.[index] ?? 0) / 100) * (part.sided && bothSides ? 2 : 1),
        0,
      ),
    );
    // Whole parts, halves up: 2.5 (S, minor) is 3.
    expect(sums.map((sum) => Math.round(Number(sum.toFixed(1))))).toEqual(expected);
  });

  it('implies at the start vector 51% driver air bags for FRONT END and 44% curtains for SIDE', () => {
    const [minor, moderate, severe] = CONDITION.start.value;
    const chance = (id: string, zone: PriorZone): number => {
      const [a, b, c] = priorPart(id).zones[zone] ?? [0, 0, 0];
      return (minor * a + moderate * b + severe * c) / 100;
    };
    const frontEnd = DAMAGE_CODES.front_end_any?.zones ?? [];
    const driver = frontEnd.reduce((sum, item) => sum + item.weight * chance('airbag_driver', item.zone), 0);
    expect(driver).toBeCloseTo(0.51, 2);
    expect(chance('airbag_curtain', 'S')).toBeCloseTo(0.44, 2);
  });

  it('maps every id of the table and none besides', () => {
    expect([...PRIOR_TO_CATEGORIES.keys()].sort()).toEqual(PRIOR_PARTS.map((part) => part.id).sort());
  });

  it('maps only to ids of the vocabulary, at the end of the car the vocabulary gives them', () => {
    for (const [id, place] of PRIOR_TO_CATEGORIES)
      for (const category of [place.category, ...Object.values(place.by_body ?? {})]) {
        const known = vocabulary.get(category);
        expect(known, `${id} → ${category}`).toBeDefined();
        if (place.exact && known?.position !== 'named') expect(place.position, id).toBe(known?.position);
      }
  });

  it('gives no two parts the same category, end and exactness', () => {
    const keys = [...PRIOR_TO_CATEGORIES.values()]
      .filter((place) => place.exact)
      .map((place) => `${place.category} ${place.position}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('splits by side only parts the vocabulary splits too', () => {
    for (const part of PRIOR_PARTS.filter((item) => item.sided))
      expect(vocabulary.get(placeOf(part.id).category)?.side, part.id).toBe('LR');
  });

  it('gives alternatives of a code weights that add up to 1, and names only known zones', () => {
    for (const [key, code] of Object.entries(DAMAGE_CODES)) {
      for (const entry of code.zones) expect(PRIOR_ZONES).toContain(entry.zone);
      if (code.combine === 'or')
        expect(
          code.zones.reduce((sum, entry) => sum + entry.weight, 0),
          key,
        ).toBeCloseTo(1, 10);
    }
  });
});
