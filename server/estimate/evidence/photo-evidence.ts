import type { EvidenceItem, Witness } from '../../../contract/evidence.ts';
import type { Detection, Finding } from '../../../contract/schemas/damage.ts';
import type { Position } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { placeOf, priorPartNamed } from '../../damage-detectors/declared/declared-prior.ts';

/** End of the car a finding speaks of: its own, else its category's. */
export function positionOf(finding: Pick<Finding, 'category' | 'name' | 'position'>): Position {
  if (finding.position !== undefined) return finding.position;
  const standIn = finding.name === undefined ? undefined : priorPartNamed(finding.name);
  if (standIn) return placeOf(standIn.id).position;
  const category = categoryById(finding.category);
  return category && category.position !== 'named' ? category.position : 'none';
}

/** The model that looked, by its family: `qwen2.5-vl-7b` and `qwen3-vl` are one witness. */
function witnessOf({ engine }: Detection): Witness {
  const model = (engine.model ?? engine.id).toLowerCase();
  const family = /^[a-z]+/.exec(model.split('/').at(-1) ?? model)?.[0] ?? model;
  const billions = /(\d+(?:\.\d+)?)\s*b\b/.exec(model)?.[1];
  return { kind: 'model', family, small: billions !== undefined && Number(billions) <= 4 };
}

/**
 * What photos showed, as pieces of evidence: each damaged part on each photo that shows it, and each part seen whole. Parts
 * a model only infers (hidden ones) are no sighting: what hides them speaks for them.
 */
export function photoEvidence(detection: Detection): EvidenceItem[] {
  if (detection.engine.examined_photos === 0) return [];
  const witness = witnessOf(detection);
  const views = new Map(detection.photo_notes.map(({ photo, view }) => [photo, view]));
  const seen = (photo: number) => ({
    photo,
    surface: views.get(photo) ?? 'unknown',
    duplicate_of: null,
    poor_light: false,
    witness,
  });
  const damaged = detection.findings
    .filter(({ basis, status }) => basis !== 'declared' && status === 'visible')
    .flatMap((finding, nth): EvidenceItem[] => {
      const photos = [...new Set(finding.evidence.map(({ photo }) => photo))];
      return (photos.length > 0 ? photos : [1]).map((photo) => ({
        id: `seen:${finding.category}:${finding.side}:${nth}:${photo}`,
        kind: 'photo_sighting' as const,
        category: finding.category,
        name: finding.name ?? null,
        side: finding.side,
        position: positionOf(finding),
        ...seen(photo),
        visible_fraction: null,
        look: {
          state: 'damaged' as const,
          confidence: finding.confidence ?? finding.probability,
          severity: finding.severity,
          types: finding.types,
        },
      }));
    });
  const whole = (detection.seen_whole ?? []).map(
    ({ category, side, position, photo, visible }): EvidenceItem => ({
      id: `whole:${category}:${side}:${position}:${photo}`,
      kind: 'photo_sighting',
      category,
      name: null,
      side,
      position,
      ...seen(photo),
      visible_fraction: visible,
      look: { state: 'whole' },
    }),
  );
  return [...damaged, ...whole];
}
