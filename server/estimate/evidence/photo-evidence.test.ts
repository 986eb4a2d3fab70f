import { describe, expect, it } from 'vitest';
import type { PhotoSighting } from '../../../contract/evidence.ts';
import type { Detection } from '../../../contract/schemas/damage.ts';
import { finding } from '../fixtures/made-up-lot.ts';
import { combinedSteps } from '../inference/photo-likelihood.ts';
import { photoEvidence } from './photo-evidence.ts';

type Note = Detection['photo_notes'][number];
const note = (photo: number, more: Partial<Note> = {}): Note => ({
  photo,
  view: 'front',
  usable: true,
  ...more,
});
const onPhotos = (...photos: number[]) =>
  finding('hood', {
    probability: 0.4,
    evidence: photos.map((photo) => ({ photo, box: null, kind: 'model_box' as const })),
  });
const wholeOn = (photo: number, visible: number) => ({
  category: 'grille',
  side: 'none' as const,
  position: 'front' as const,
  photo,
  visible,
});

/** What photos noted so showed of hood and grille. */
function seen(
  photo_notes: readonly Note[],
  given: Partial<Pick<Detection, 'findings' | 'seen_whole'>>,
): PhotoSighting[] {
  const { findings = [], seen_whole = [] } = given;
  const examined_photos = photo_notes.length;
  const engine = { id: 'vision', model: 'qwen3-vl:8b', prompt_version: null, taxonomy_version: 't' };
  return photoEvidence({
    engine: { ...engine, prior_version: null, tokens_in: 0, tokens_out: 0, usd: 0, ms: 0, examined_photos },
    findings,
    seen_whole,
    photo_notes: [...photo_notes],
    zones_not_photographed: [],
    conflicts: [],
    warnings: [],
  }).filter((item) => item.kind === 'photo_sighting');
}
const marks = (sightings: readonly PhotoSighting[]) =>
  Object.fromEntries(sightings.map(({ photo, duplicate_of }) => [photo, duplicate_of]));
const stepsOf = (sightings: readonly PhotoSighting[]) =>
  combinedSteps(sightings.map((sighting) => ({ sighting, share: 1 })));

describe('photos that nearly repeat each other', () => {
  it('are one piece of evidence of a damaged part', () => {
    const both = seen([note(1), note(2, { repeats: 1 })], { findings: [onPhotos(1, 2)] });
    expect(marks(both)).toEqual({ 1: null, 2: 1 });
    expect(stepsOf(both)).toEqual(stepsOf(seen([note(1)], { findings: [onPhotos(1)] })));
  });

  it('are two where they are two photos', () => {
    const both = seen([note(1), note(2)], { findings: [onPhotos(1, 2)] });
    expect(stepsOf(both)[0]).toBeGreaterThan(stepsOf(seen([note(1)], { findings: [onPhotos(1)] }))[0]);
  });

  it('count where the repeat alone shows the damage', () => {
    const notes = [note(1), note(2, { repeats: 1 })];
    expect(marks(seen(notes, { findings: [onPhotos(2)] }))).toEqual({ 2: null });
  });

  it('stand by the one that shows most of a part seen whole', () => {
    const seen_whole = [wholeOn(1, 0.4), wholeOn(2, 0.9), wholeOn(3, 0.5)];
    const notes = [note(1), note(2, { repeats: 1 }), note(3, { repeats: 1 })];
    expect(marks(seen(notes, { seen_whole }))).toEqual({ 1: 2, 2: null, 3: 2 });
  });

  it('stand by a clear one where another is blurred', () => {
    const notes = [note(1, { unclear: 'blurred' }), note(2, { repeats: 1 })];
    expect(marks(seen(notes, { findings: [onPhotos(1, 2)] }))).toEqual({ 1: 2, 2: null });
  });
});

it('a dark or blurred photo speaks less surely of a damage and of a whole part', () => {
  const unclear = [note(1, { unclear: 'dark' })];
  const damage = { findings: [onPhotos(1)] };
  const whole = { seen_whole: [wholeOn(1, 0.9)] };
  expect(stepsOf(seen(unclear, damage))[0]).toBeLessThan(stepsOf(seen([note(1)], damage))[0]);
  expect(stepsOf(seen(unclear, whole))[0]).toBeGreaterThan(stepsOf(seen([note(1)], whole))[0]);
});
