import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EvidenceItem, evidenceItemSchema } from '../../../contract/evidence.ts';
import { DAMAGE_WORDS } from '../../damage-detectors/declared/damage-codes.ts';
import { believe } from '../fixtures/believed.ts';
import { possibleLooks } from './possible-looks.ts';

const CAR = { year: 2019, body_class: 'sedan' as const };
const declared = (words: string): EvidenceItem => ({
  id: 'declared-1',
  kind: 'declared_damage',
  place: 'primary',
  words,
  site: null,
});
const facts: EvidenceItem[] = [
  { id: 'airbags', kind: 'airbags', value: 'intact' },
  { id: 'run', kind: 'run_state', value: 'starts' },
  { id: 'title', kind: 'title', content: 'salvage' },
  { id: 'odometer', kind: 'odometer', status: 'actual' },
];
const ids = (evidence: readonly EvidenceItem[]): string[] =>
  possibleLooks(believe(CAR, evidence)).map(({ id }) => id);

describe('what could be looked at next', () => {
  test('is at most twelve looks of at most three outcomes that add up to 1, all of them evidence', () => {
    const words = Object.values(DAMAGE_WORDS).flatMap(({ words }) => Object.keys(words));
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.subarray(facts), (said, known) => {
        const evidence = [declared(said), ...known];
        const looks = possibleLooks(believe(CAR, evidence));
        expect(looks.length).toBeLessThanOrEqual(12);
        expect(new Set(looks.map(({ id }) => id)).size).toBe(looks.length);
        for (const { outcomes } of looks) {
          expect(outcomes.length).toBeLessThanOrEqual(3);
          expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
          for (const outcome of outcomes) {
            for (const item of outcome.evidence) evidenceItemSchema.parse(item);
            believe(CAR, [...evidence, ...outcome.evidence]);
          }
        }
        expect(possibleLooks(believe(CAR, [...evidence].reverse()))).toEqual(looks);
      }),
      { numRuns: 40 },
    );
  });

  test('asks for the facts that the listing leaves open, and for no other', () => {
    const open = ids([declared('FRONT END')]);
    expect(open).toEqual(
      expect.arrayContaining(['airbags', 'odometer', 'run_state', 'title', 'photos:front']),
    );
    const known = ids([declared('FRONT END'), ...facts]);
    for (const fact of ['airbags', 'odometer', 'run_state', 'title']) expect(known).not.toContain(fact);
  });

  test('asks whether any airbag deployed, and for one bag only once that is told', () => {
    const bag = /_answer:airbag_(driver|passenger|side|curtain|knee)/;
    const bags = (...evidence: EvidenceItem[]) => ids(evidence).filter((id) => bag.test(id));
    for (const words of ['FRONT END', 'SIDE', 'ALL OVER', 'ROLLOVER']) {
      expect(bags(declared(words))).toEqual([]);
      expect(ids([declared(words)]).filter((id) => id === 'airbags')).toHaveLength(1);
    }
    expect(
      bags(declared('MINOR DENT/SCRATCHES'), { id: 'airbags', kind: 'airbags', value: 'deployed' }),
    ).not.toEqual([]);
  });

  test('asks for no photos of a zone that was examined, nor for a part that was answered', () => {
    const before = possibleLooks(believe(CAR, [declared('FRONT END')]));
    const front = before.find(({ id }) => id === 'photos:front')?.outcomes[0]?.evidence ?? [];
    expect(ids([declared('FRONT END'), ...front])).not.toContain('photos:front');
    const asked = before.find(({ kind }) => kind === 'part_answer');
    expect(ids([declared('FRONT END'), ...(asked?.outcomes[0]?.evidence ?? [])])).not.toContain(asked?.id);
  });

  test('expects photos of a zone to spare it, or to show a light or a heavy hit, each moving the severity', () => {
    const evidence = [declared('FRONT END')];
    const before = believe(CAR, evidence);
    const photos = possibleLooks(before).find(({ id }) => id === 'photos:front');
    const means = (photos?.outcomes ?? []).map(
      (outcome) => believe(CAR, [...evidence, ...outcome.evidence]).severity.mean,
    );
    const [spared, light, heavy] = means;
    expect(spared).toBeLessThan(light ?? -9);
    expect(light).toBeLessThan(heavy ?? -9);
    expect(spared).toBeLessThan(before.severity.mean);
    expect(heavy).toBeGreaterThan(before.severity.mean);
  });

  test('asks which pieces of an open pair are hit: none, one or both', () => {
    const evidence = [declared('FRONT END')];
    const pair = possibleLooks(believe(CAR, evidence)).find((look) => look.kind === 'pair_answer');
    if (pair?.kind !== 'pair_answer') throw new Error('no pair is asked for');
    const after = pair.outcomes.map((outcome) => {
      const told = believe(CAR, [...evidence, ...outcome.evidence]).pairs.find(
        ({ left }) => left === pair.left,
      );
      return [Math.round(told?.at_least_one ?? 9), Math.round(told?.both ?? 9)];
    });
    expect(after).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
  });
});
