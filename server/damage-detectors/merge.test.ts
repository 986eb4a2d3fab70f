import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Detection, detectionSchema, type Finding } from '../../contract/schemas/damage.ts';
import { type Position, SIDES, type Side } from '../../contract/schemas/part.ts';
import { mergeDetections } from './merge.ts';

const detection = (
  id: string,
  findings: Finding[],
  examined: number,
  warnings: Detection['warnings'] = [],
): Detection => ({
  findings,
  photo_notes: [],
  zones_not_photographed: [],
  conflicts: [],
  engine: {
    id,
    model: examined > 0 ? 'eye-1' : null,
    prompt_version: null,
    taxonomy_version: '1',
    prior_version: examined > 0 ? null : 'prior-1',
    tokens_in: 0,
    tokens_out: 0,
    usd: 0,
    ms: 0,
    examined_photos: examined,
  },
  warnings,
});
const seen = (category: string, side: Side, probability = 0.8, position: Position = 'front'): Finding => ({
  category,
  side,
  position,
  status: 'visible',
  basis: 'photos',
  types: ['dent'],
  severity: 3,
  operation: 'replace',
  probability,
  evidence: [{ photo: 3, box: [0.1, 0.1, 0.5, 0.5], kind: 'model_box' }],
  because: { from: { code: 'photos', photos: [3], by: 'eye', confidence: 0.8 } },
});
const told = (
  category: string,
  side: Side,
  probability = 0.7,
  quantity = 1,
  position: Position = 'front',
): Finding => ({
  category,
  side,
  position,
  quantity,
  status: 'declared_estimate',
  basis: 'declared',
  types: [],
  severity: null,
  operation: 'replace',
  probability,
  evidence: [],
  because: { from: { code: 'declared', words: ['FRONT END'] }, looked: { state: 'not_examined' } },
});
const merge = (photos: Finding[], declared: Finding[], intact: Parameters<typeof mergeDetections>[2] = []) =>
  mergeDetections(detection('eye', photos, 9), detection('declared', declared, 0), intact);

describe('merging seen and declared findings', () => {
  it('marks a part seen and declared as both, with its evidence and a higher chance', () => {
    const { findings } = merge([seen('hood', 'none')], [told('hood', 'none')]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      basis: 'both',
      severity: 3,
      because: { from: { code: 'photos' }, matches_declared: true },
    });
    expect(findings[0]?.probability).toBeCloseTo(0.94, 10);
    expect(findings[0]?.evidence).toHaveLength(1);
  });

  it('does not call a part declared whose declaration says next to nothing', () => {
    const { findings } = merge([seen('hood', 'none', 0.6)], [told('hood', 'none', 0.29)]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ basis: 'photos', probability: 0.6 });
    expect(findings[0]?.because?.matches_declared).toBeUndefined();
  });

  it('keeps what is only declared, and no longer says that photos were not examined', () => {
    const { findings } = merge([], [told('radiator', 'none')]);
    expect(findings[0]).toMatchObject({ basis: 'declared', probability: 0.7 });
    expect(findings[0]?.because?.looked).toEqual({ state: 'not_seen', examined: 9 });
  });

  it('drops a declared part seen intact to possible and logs the conflict', () => {
    const merged = merge(
      [],
      [told('hood', 'none', 0.9)],
      [{ category: 'hood', side: 'none', position: 'front', photo: 4 }],
    );
    expect(merged.findings[0]?.probability).toBe(0.59);
    expect(merged.findings[0]?.because?.looked).toEqual({ state: 'whole', photos: [4] });
    expect(merged.conflicts).toEqual([
      {
        kind: 'declared_but_seen_intact',
        fact: {
          code: 'declared_but_seen_intact',
          part: { category: 'hood', side: 'none', position: 'front' },
          photo: 4,
        },
      },
    ]);
  });

  it('takes the larger of two figures from the same table for a hidden part, not both', () => {
    const hidden: Finding = { ...seen('radiator', 'none', 0.5), status: 'likely_hidden', evidence: [] };
    expect(merge([hidden], [told('radiator', 'none', 0.7)]).findings).toMatchObject([
      { basis: 'both', status: 'likely_hidden', probability: 0.7 },
    ]);
  });

  it('does not let a declaration lift a doubtful finding that another photo contradicts', () => {
    const whole = { category: 'hood', side: 'none', position: 'front', photo: 4 } as const;
    const chance = (doubtful: number) =>
      merge([seen('hood', 'none', doubtful)], [told('hood', 'none', 0.9)], [whole]).findings[0]?.probability;
    expect(chance(0.3)).toBe(0.59);
    expect(chance(0.8)).toBe(0.8);
  });

  it('contradicts an open side only when both sides are seen intact', () => {
    const left = { category: 'headlamp', side: 'left', position: 'front', photo: 1 } as const;
    const right = { ...left, side: 'right', photo: 2 } as const;
    expect(merge([], [told('headlamp', 'unknown', 0.9)], [left]).conflicts).toEqual([]);
    expect(merge([], [told('headlamp', 'unknown', 0.9)], [left, right]).conflicts).toHaveLength(1);
  });

  it('keeps the other side of a declaration that reaches both, once one is seen', () => {
    const { findings } = merge([seen('headlamp', 'left')], [told('headlamp', 'unknown', 0.6, 1.5)]);
    expect(findings.map((entry) => [entry.side, entry.basis])).toEqual([
      ['left', 'both'],
      ['right', 'declared'],
    ]);
    expect(findings[1]?.probability).toBeCloseTo(0.45, 10);
  });

  it('does not let a declared left door vouch for a right door seen', () => {
    const { findings } = merge([seen('front_door_shell', 'right')], [told('front_door_shell', 'left')]);
    expect(findings.map((entry) => entry.basis)).toEqual(['photos', 'declared']);
  });

  it('keeps wheels of the two ends apart', () => {
    const { findings } = merge(
      [seen('wheel', 'left', 0.8, 'rear')],
      [told('wheel', 'left', 0.5, 1, 'front')],
    );
    expect(findings.map((entry) => entry.basis)).toEqual(['photos', 'declared']);
  });

  it('does not take a part of its own name for the category it stands near', () => {
    const engine = { ...told('subframe_front', 'none'), name: 'Engine' };
    const { findings } = merge([seen('subframe_front', 'none')], [engine]);
    expect(findings.map((entry) => entry.basis)).toEqual(['photos', 'declared']);
  });

  it('leaves no other side of a declaration that spoke of one piece', () => {
    expect(merge([seen('headlamp', 'left')], [told('headlamp', 'unknown', 0.6, 1)]).findings).toHaveLength(1);
  });

  it('lets a declared left door support the left door seen before one whose side is open', () => {
    const { findings } = merge(
      [seen('front_door_shell', 'unknown'), seen('front_door_shell', 'left')],
      [told('front_door_shell', 'left')],
    );
    expect(findings.map((entry) => entry.basis)).toEqual(['photos', 'both']);
  });

  it('names the prior used and keeps the warnings of both', () => {
    const declared = detection('declared', [], 0, ['Water level unknown']);
    const merged = mergeDetections(detection('eye', [], 9, ['2 photos unusable']), declared);
    expect(merged.engine).toMatchObject({ id: 'eye', prior_version: 'prior-1' });
    expect(merged.warnings).toEqual(['2 photos unusable', 'Water level unknown']);
  });

  it('returns the declared detection with the failure’s warnings when no photo was examined', () => {
    const declared = detection('declared', [told('hood', 'none')], 0, ['declared only']);
    const merged = mergeDetections(detection('eye', [], 0, ['the model timed out']), declared);
    expect(merged).toEqual({ ...declared, warnings: ['declared only', 'the model timed out'] });
  });

  it('loses no seen finding, lowers no chance of it, and keeps the contract and its invariants', () => {
    const place = fc.record({
      category: fc.constantFrom('hood', 'headlamp', 'wheel', 'front_door_shell'),
      side: fc.constantFrom(...SIDES),
      position: fc.constantFrom<Position>('front', 'rear', 'none'),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
      quantity: fc.double({ min: 1, max: 2, noNaN: true }),
      photo: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 6 }),
        fc.array(place, { maxLength: 6 }),
        fc.array(place, { maxLength: 4 }),
        (a, b, intact) => {
          const photos = a.map((entry) =>
            seen(entry.category, entry.side, entry.probability, entry.position),
          );
          const declared = b.map((entry) =>
            told(entry.category, entry.side, entry.probability, entry.quantity, entry.position),
          );
          const merged = merge(photos, declared, intact);
          expect(detectionSchema.safeParse(merged).success).toBe(true);
          photos.forEach((finding, index) => {
            const kept = merged.findings[index];
            expect(kept).toMatchObject({
              category: finding.category,
              side: finding.side,
              evidence: finding.evidence,
            });
            expect(kept?.probability ?? 0).toBeGreaterThanOrEqual(finding.probability - 1e-12);
          });
          const rest = merged.findings.slice(photos.length);
          expect(rest.length).toBeLessThanOrEqual(declared.length);
          for (const finding of rest)
            expect(finding).toMatchObject({ basis: 'declared', evidence: [], severity: null });
          for (const finding of declared)
            expect(merged.findings.some((entry) => entry.category === finding.category)).toBe(true);
        },
      ),
    );
  });
});

describe('photos that disagree', () => {
  const hood = seen('hood', 'none');
  const whole = (photo: number, visible = 0.9, category = 'hood') => ({
    category,
    side: 'none' as const,
    position: 'front' as const,
    photo,
    visible,
  });
  const conflicts = (...seen_whole: ReturnType<typeof whole>[]) =>
    mergeDetections({ ...detection('vision', [hood], 5), seen_whole }, detection('declared', [], 0))
      .conflicts;

  it('are said by the part, with the photos of either kind', () => {
    expect(conflicts(whole(5), whole(4))).toEqual([
      {
        kind: 'photos_disagree',
        fact: {
          code: 'photos_disagree',
          part: { category: 'hood', side: 'none', position: 'front' },
          damaged_on: [3],
          whole_on: [4, 5],
        },
      },
    ]);
  });

  it('are not where the photo shows another part, too little of it, or is the one that shows the damage', () => {
    expect(conflicts(whole(4, 0.9, 'grille'), whole(4, 0.2), whole(3))).toEqual([]);
  });
});
