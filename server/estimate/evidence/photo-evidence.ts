import type { EvidenceItem, PhotoSighting, Witness } from '../../../contract/evidence.ts';
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
 * With all but one sighting of a part on photos that nearly repeat each other marked: the first on a clear photo, or the one that
 * shows most of it, stands for them.
 */
function repeatsMarked(
  sightings: readonly PhotoSighting[],
  notes: Detection['photo_notes'],
): PhotoSighting[] {
  const firstOf = new Map(notes.map(({ photo, repeats }) => [photo, repeats ?? photo]));
  const strength = ({ poor_light, visible_fraction }: PhotoSighting): number =>
    (poor_light ? 0 : 1) + (visible_fraction ?? 0);
  const strongest = new Map<string, PhotoSighting>();
  const keyOf = ({ look, category, name, side, position, photo }: PhotoSighting): string =>
    JSON.stringify([look.state, category, name, side, position, firstOf.get(photo) ?? photo]);
  for (const sighting of sightings) {
    const known = strongest.get(keyOf(sighting));
    if (!known || strength(sighting) > strength(known)) strongest.set(keyOf(sighting), sighting);
  }
  return sightings.map((sighting) => {
    const best = strongest.get(keyOf(sighting));
    return best && best.photo !== sighting.photo ? { ...sighting, duplicate_of: best.photo } : sighting;
  });
}

/**
 * What photos showed, as pieces of evidence: each damaged part on each photo that shows it, and each part seen whole. Parts
 * a model only infers (hidden ones) are no sighting: what hides them speaks for them.
 */
export function photoEvidence(detection: Detection): EvidenceItem[] {
  if (detection.engine.examined_photos === 0) return [];
  const witness = witnessOf(detection);
  const notes = new Map(detection.photo_notes.map((note) => [note.photo, note]));
  const seen = (photo: number) => ({
    photo,
    surface: notes.get(photo)?.view ?? 'unknown',
    duplicate_of: null,
    poor_light: notes.get(photo)?.unclear !== undefined,
    witness,
  });
  const damaged = detection.findings
    .filter(({ basis, status }) => basis !== 'declared' && status === 'visible')
    .flatMap((finding, nth): PhotoSighting[] => {
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
    ({ category, side, position, photo, visible }): PhotoSighting => ({
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
  return repeatsMarked([...damaged, ...whole], detection.photo_notes);
}
