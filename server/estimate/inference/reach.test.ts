import { describe, expect, test } from 'vitest';
import type { EvidenceItem } from '../../../contract/evidence.ts';
import { believe } from '../fixtures/believed.ts';
import { frontAll, frontSeen, partSighting } from '../fixtures/photo-sighting.ts';

const CAR = { year: 2018, body_class: 'sedan' as const };
const FRONT: EvidenceItem = {
  id: 'primary',
  kind: 'declared_damage',
  place: 'primary',
  words: 'FRONT END',
  site: 'iaai',
};
/** Chance of a part over the severities, at a middling hit, and under all evidence. */
function chancesOf(id: string, evidence: readonly EvidenceItem[]) {
  const { parts } = believe(CAR, [FRONT, ...evidence]);
  const part = parts.find(({ prior_id }) => prior_id === id);
  return { at: part?.by_hit ?? [], all: part?.probability ?? Number.NaN };
}
/** A middling hit among SEVERITIES. */
const MIDDLING = 30;

describe('what lies behind outer parts', () => {
  test.each(['radiator_support', 'condenser', 'front_subframe', 'airbag_driver', 'srs_module', 'front_door'])(
    'leaves %s less than half as likely in a middling hit where all of those are seen undamaged',
    (id) => {
      const [before, after] = [chancesOf(id, []), chancesOf(id, frontSeen())];
      expect(after.at[MIDDLING]).toBeLessThan((before.at[MIDDLING] ?? 0) / 2);
      expect(after.all).toBeLessThan(before.all / 4);
    },
  );

  test('is as likely in a middling hit as ever where all of those are heavily damaged', () => {
    const heavy = frontAll({ state: 'damaged', confidence: 0.9, severity: 4, types: ['broken'] });
    const [before, after] = [chancesOf('front_subframe', []), chancesOf('front_subframe', heavy)];
    expect(after.at[MIDDLING]).toBeCloseTo(before.at[MIDDLING] ?? 0, 9);
  });

  test('follows no panel that it is not behind', () => {
    const door = partSighting('rear_door_shell:left:rear', { state: 'whole' }, { surface: 'left' });
    expect(chancesOf('condenser', [door]).at).toEqual(chancesOf('condenser', []).at);
  });

  test('is never less likely the heavier the hit', () => {
    for (const id of ['radiator_support', 'airbag_driver', 'frame_rail_front']) {
      const { at } = chancesOf(id, frontSeen());
      for (const [k, chance] of at.entries()) expect(chance).toBeGreaterThanOrEqual((at[k - 1] ?? 0) - 1e-12);
    }
  });

  test('stays what the listing says of bags that went off', () => {
    const deployed: EvidenceItem = { id: 'airbags', kind: 'airbags', value: 'deployed' };
    expect(chancesOf('airbag_driver', [deployed, ...frontSeen()]).all).toBeGreaterThanOrEqual(0.8);
  });
});

describe('what sits on a panel', () => {
  const grille = { category: 'grille', name: null, side: 'none', position: 'none' } as const;
  const said = (answer: 'replace' | 'whole'): EvidenceItem => ({
    id: 'said',
    kind: 'part_answer',
    ...grille,
    answer,
  });
  const intact: EvidenceItem = { id: 'airbags', kind: 'airbags', value: 'intact' };

  test('is likelier where the panel is to be replaced, and less likely where it is undamaged', () => {
    const [without, replaced, undamaged] = [[], [said('replace')], [said('whole')]].map(
      (evidence) => chancesOf('emblem_front', [intact, ...evidence]).all,
    );
    expect(replaced).toBeGreaterThan(without ?? 1);
    expect(undamaged).toBeLessThan(without ?? 0);
  });
});
