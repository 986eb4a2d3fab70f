import { describe, expect, test } from 'vitest';
import {
  type ConflictFact,
  conflictFactSchema,
  DECLARED_NOTES,
  EXAMINATION_FAILURES,
  type GapFact,
  gapFactSchema,
  PHOTO_CONDITIONS,
} from '../../facts/reservation-fact.ts';
import { conflictWords, disagreementWords, gapWords, noteWords } from './reservation.ts';

const hood = { category: 'hood', name: 'Hood panel', side: 'none', position: 'front' } as const;
const GAPS: readonly (readonly [GapFact, string])[] = [
  [
    { code: 'not_examined', why: 'over_budget' },
    'Photos were not examined: the spend cap for photo checks was reached. The estimate rests on the declared damage alone.',
  ],
  [
    { code: 'photos_failed', photos: [1, 2, 3], why: 'unavailable' },
    'Photos 1, 2 and 3 could not be examined: the photo model was not available.',
  ],
  [{ code: 'photos_poor', photos: [4] }, 'Photo 4 can’t be judged well.'],
  [
    { code: 'photos_unclear', photos: [3, 5], why: 'blurred' },
    'Photos 3 and 5 are blurred: what they show counts less.',
  ],
  [
    { code: 'photos_held_back', photos: [6, 8] },
    '2 photos were held back from the photo model, which others run: photos 6 and 8, labeled by the site as odometer or VIN.',
  ],
  [
    { code: 'photos_covered', found: 3 },
    'For the photo model, which others run, 3 faces or plates found on the photos were covered.',
  ],
  [
    { code: 'photos_uncovered', photos: [1, 2], why: 'absent' },
    'For the photo model, which others run, no faces or plates were covered: this service has no add-on that finds them.',
  ],
  [{ code: 'photos_left_out', count: 2 }, '2 more photos were not examined: there are too many.'],
  [
    { code: 'examined_later', count: 2 },
    '2 photos are still being examined: with them this report gets a new version, free of charge.',
  ],
  [
    { code: 'later_failed', count: 1 },
    'The photo model of this service was asked about 1 photo again after the report was ready and could not examine it.',
  ],
  [{ code: 'no_second_look' }, 'Not every finding had its second look; those count half.'],
  [{ code: 'condition', condition: 'low_light' }, 'Some photos are too dark to judge.'],
  [
    { code: 'no_damage', seen: [{ what: 'rain_drops', part: 'Hood panel', photo: 3 }], more: 2 },
    'Looked like damage and is not: rain drops on the hood panel (photo 3) and 2 more.',
  ],
  [{ code: 'declared', note: 'earlier_repair' }, 'Declared an earlier repair: inspect rails and weld seams.'],
  [
    { code: 'declared_unknown', words: 'no such words' },
    'The declared damage “no such words” is not one we know; it counts as not declared.',
  ],
  [
    { code: 'declared_ambiguous', words: 'RR', read: 'rear end', other: 'right rear' },
    'The site is not known: RR is read as Copart’s rear end; at IAAI it means right rear.',
  ],
  [{ code: 'no_photos' }, 'No photos came with this lot.'],
  [{ code: 'photos_missing', missing: 1, of: 1 }, 'The only photo could not be loaded.'],
  [
    { code: 'no_catalogue', car: '2016 Tesla Model S' },
    'No parts catalog here covers the 2016 Tesla Model S: parts are named without OEM numbers.',
  ],
  [
    { code: 'catalogue', catalogue: 'A catalog', why: 'denied', groups: { missed: 1, of: 3 } },
    'A catalog: does not accept our key; 1 of 3 groups of parts were not read.',
  ],
];
const CONFLICTS: readonly (readonly [ConflictFact, string])[] = [
  [
    { code: 'declared_zone_seen_intact', zone: 'front', photo: null },
    'Damage is declared at the front; the photos show it intact.',
  ],
  [
    { code: 'declared_zone_unnamed', zone: 'rear' },
    'A second look sees damage at the rear, as declared, but no part of it was named: inspect.',
  ],
  [
    { code: 'seen_but_not_declared', part: { ...hood, side: 'left', position: 'none' }, photo: 2 },
    'Photo 2 shows damage of the left hood panel; none is declared there.',
  ],
  [
    { code: 'declared_but_seen_intact', part: hood, photo: 4 },
    'Declared damage makes the front hood panel likely damaged; photo 4 shows it intact.',
  ],
  [
    { code: 'photos_disagree', part: hood, damaged_on: [1], whole_on: [2, 3] },
    'Photos disagree about the front hood panel: damaged on photo 1, undamaged on photos 2 and 3. Confirm it.',
  ],
];
const codesOf = (facts: readonly (readonly [{ code: string }, string])[]) =>
  facts.map(([{ code }]) => code).sort();

describe('what a reader must know before relying on the report, in words', () => {
  test('one face or plate, and a failed look at some photos, are worded as what they are', () => {
    expect(noteWords({ code: 'photos_covered', found: 1 })).toBe(
      'For the photo model, which others run, 1 face or plate found on the photos was covered.',
    );
    expect(noteWords({ code: 'photos_uncovered', photos: [3, 5], why: 'failed' })).toBe(
      'For the photo model, which others run, nothing was covered on photos 3 and 5: the look for faces and plates failed.',
    );
  });

  test('photos that could not be looked through, and so not sent, are named with why', () => {
    expect(noteWords({ code: 'photos_failed', photos: [4, 5], why: 'not_covered' })).toBe(
      'Photos 4 and 5 could not be examined: the look for faces and plates was not done in time or failed, and no photo leaves without it.',
    );
  });

  test('every code is worded here', () => {
    expect(codesOf(GAPS)).toEqual(gapFactSchema.options.map(({ shape }) => shape.code.value).sort());
    expect(codesOf(CONFLICTS)).toEqual(
      conflictFactSchema.options.map(({ shape }) => shape.code.value).sort(),
    );
  });

  test.each(GAPS)('%j', (fact, words) => {
    expect(gapWords({ fact: gapFactSchema.parse(fact) })).toBe(words);
  });

  test.each(CONFLICTS)('%j', (fact, words) => {
    expect(conflictWords({ fact: conflictFactSchema.parse(fact) })).toBe(words);
  });

  test('each failure, condition and declared note has words of its own', () => {
    const said = [
      ...EXAMINATION_FAILURES.map((why) => noteWords({ code: 'not_examined', why })),
      ...PHOTO_CONDITIONS.map((condition) => noteWords({ code: 'condition', condition })),
      ...DECLARED_NOTES.map((note) => noteWords({ code: 'declared', note })),
    ];
    expect(new Set(said).size).toBe(said.length);
    for (const sentence of said) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('a report of schema_version 1 says the sentences it stores', () => {
    expect(gapWords({ message: 'One photo could not be fetched.' })).toBe('One photo could not be fetched.');
    expect(conflictWords({ detail: 'The photos show another side.' })).toBe('The photos show another side.');
    expect(noteWords('Water level unknown')).toBe('Water level unknown');
  });
});

test('where listing and VIN differ both are told, with what the report goes by, in one wording for every layout', () => {
  const vehicle = {
    disagreements: [
      { field: 'fuel' as const, listing: 'Gasoline', vin: 'Hybrid' },
      { field: 'body_style' as const, listing: 'Coupe', vin: 'Sedan' },
    ],
  };
  expect(disagreementWords({ lot_origin: 'fetched', vehicle })).toEqual([
    'The listing says fuel Gasoline, the VIN says Hybrid. The report goes by the VIN.',
    'The listing says body style Coupe, the VIN says Sedan. Both are shown; nothing was changed.',
  ]);
  expect(disagreementWords({ lot_origin: 'entered', vehicle })[1]).toMatch(
    /^Entered by hand is body style Coupe/,
  );
});
