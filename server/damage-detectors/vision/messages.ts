import type { ConflictFact, DetectionNote } from '../../../contract/facts/reservation-fact.ts';
import type { Detection, Finding } from '../../../contract/schemas/damage.ts';
import type { Zone } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { Examination } from '../examination/examination.ts';

const partName = (id: string): string => categoryById(id)?.name ?? id;

const NAMED_MOST = 12;
const UNCLEAR = ['dark', 'blurred'] as const;

/** Everything the head of the report must say about a look; nothing a model or server wrote is among it. */
export function warningsOf(
  look: Examination,
  unclear: ReadonlyMap<number, 'dark' | 'blurred'> = new Map(),
): DetectionNote[] {
  const reasons = [...new Set(look.missed.map(({ why }) => why))];
  const poor = look.photos.filter((photo) => !photo.usable).map(({ photo }) => photo);
  const seen = new Map(
    look.not_damage.map(({ what, category, photo }) => [
      `${what} ${category} ${photo}`,
      { what, part: partName(category), photo },
    ]),
  );
  const named = [...seen.values()];
  return [
    ...reasons.map((why): DetectionNote => {
      const photos = look.missed.filter((entry) => entry.why === why).map(({ photo }) => photo);
      return { code: 'photos_failed', photos, why };
    }),
    ...(poor.length > 0 ? [{ code: 'photos_poor', photos: poor } as const] : []),
    ...UNCLEAR.flatMap((why): DetectionNote[] => {
      const photos = [...unclear].flatMap(([photo, is]) => (is === why ? [photo] : []));
      return photos.length > 0 ? [{ code: 'photos_unclear', photos, why }] : [];
    }),
    ...(look.checked ? [] : [{ code: 'no_second_look' } as const]),
    ...look.warnings.map((condition): DetectionNote => ({ code: 'condition', condition })),
    ...(named.length > 0
      ? [
          {
            code: 'no_damage',
            seen: named.slice(0, NAMED_MOST),
            more: Math.max(0, named.length - NAMED_MOST),
          } as const,
        ]
      : []),
  ];
}

/** From which a finding is strong enough to speak against the declaration. */
const STRONG = { probability: 0.6, severity: 3 } as const;

/** Where photos and declaration differ by whole zones; parts are compared when both are merged. */
export function conflictsOf(
  look: Pick<Examination, 'zones'>,
  findings: readonly Finding[],
  declared: ReadonlySet<Zone>,
): Detection['conflicts'] {
  const facts: ConflictFact[] = [];
  for (const { zone, state, photo } of look.zones) {
    // A kept look may answer for another listing's declaration.
    if (!declared.has(zone)) continue;
    if (state === 'intact') facts.push({ code: 'declared_zone_seen_intact', zone, photo });
    if (state === 'damage_visible') facts.push({ code: 'declared_zone_unnamed', zone });
  }
  for (const { category, probability, severity, side, evidence } of declared.size === 0 ? [] : findings) {
    const zones = categoryById(category)?.zones ?? [];
    const strong = probability >= STRONG.probability && (severity ?? 0) >= STRONG.severity;
    const outside = zones.length > 0 && zones.every((zone) => !declared.has(zone) && zone !== 'interior');
    if (!strong || !outside) continue;
    const told = side === 'left' || side === 'right' ? side : 'none';
    const part = { category, name: partName(category), side: told, position: 'none' } as const;
    facts.push({ code: 'seen_but_not_declared', part, photo: evidence[0]?.photo ?? null });
  }
  return facts.map((fact) => ({ kind: fact.code, fact }));
}
