import type { ConflictFact, DetectionNote, GapFact, NamedPlace } from '../../facts/reservation-fact.ts';
import type { Detection } from '../../schemas/damage.ts';
import type { Contradiction } from '../../schemas/lot.ts';
import type { Gap, ReportModel } from '../../schemas/report.ts';
import { counted, listedWords, photosNamed } from './sentence.ts';

type Of<C extends GapFact['code']> = Extract<GapFact, { code: C }>;

const FAILURES: Record<Of<'not_examined'>['why'], string> = {
  busy: 'the photo model was busy',
  unavailable: 'the photo model was not available',
  timeout: 'the photo model did not answer in time',
  refused: 'the photo model declined to look at them',
  rejected: 'the photo model did not accept the request',
  unreadable: 'no usable answer came',
  unreachable: 'the photo model could not be reached',
  gone: 'the photo model is no longer there',
  cut: 'the photo model holds too little at once and left out part of the question',
  over_budget: 'the spend cap for photo checks was reached',
  not_covered: 'the look for faces and plates was not done in time or failed, and no photo leaves without it',
};
const CONDITIONS: Record<Of<'condition'>['condition'], string> = {
  several_vehicles: 'Some photos show several vehicles.',
  heavy_dirt: 'The vehicle is very dirty on some photos; damage under the dirt can’t be seen.',
  snow_or_water: 'Snow or water covers part of the vehicle on some photos.',
  low_light: 'Some photos are too dark to judge.',
  covered: 'Part of the vehicle is covered on some photos.',
};
const DECLARED: Record<Of<'declared'>['note'], string> = {
  water_level_unknown: 'The water level is not declared: everything below it must be inspected.',
  burnt:
    'Declared burnt: structure and all zones are likely lost, so no part list is given. Treat as a total loss.',
  earlier_repair: 'Declared an earlier repair: inspect rails and weld seams.',
};
const CATALOGUES: Record<Of<'catalogue'>['why'], string> = {
  quota: 'asks to wait, or our calls to it are used up or turned off for now',
  denied: 'does not accept our key',
  blocked: 'refused us',
  network: 'could not be read',
  bad_data: 'answered something we cannot read',
  report_limit: 'the calls or the time for one report are used up',
};

const named = (photos: readonly number[]): string =>
  `${photos.length === 1 ? 'Photo' : 'Photos'} ${listedWords(photos.map(String))}`;

/** `front left hood panel`. */
const placed = ({ side, position, name, category }: NamedPlace): string =>
  [side, position, (name ?? category.replaceAll('_', ' ')).toLowerCase()]
    .filter((word) => word !== 'none' && word !== 'unknown')
    .join(' ');

function noDamage({ seen, more }: Of<'no_damage'>): string {
  const things = seen.map(
    ({ what, part, photo }) => `${what.replaceAll('_', ' ')} on the ${part.toLowerCase()} (photo ${photo})`,
  );
  return `Looked like damage and is not: ${things.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function catalogueGap({ catalogue, why, groups, number }: Of<'catalogue'>): string {
  const share = groups ? `; ${groups.missed} of ${groups.of} groups of parts were not read` : '';
  const when =
    number === undefined
      ? ''
      : ` when asked for ${number}; prices and fit by VIN were not looked up from there on`;
  return `${catalogue}: ${CATALOGUES[why]}${share}${when}.`;
}

const WORDS: { [C in GapFact['code']]: (fact: Of<C>) => string } = {
  not_examined: ({ why }) =>
    `Photos were not examined: ${FAILURES[why]}. The estimate rests on the declared damage alone.`,
  photos_failed: ({ photos, why }) => `${named(photos)} could not be examined: ${FAILURES[why]}.`,
  photos_poor: ({ photos }) => `${named(photos)} can’t be judged well.`,
  photos_unclear: ({ photos, why }) =>
    `${named(photos)} ${photos.length === 1 ? 'is' : 'are'} ${why}: what ${photos.length === 1 ? 'it shows' : 'they show'} counts less.`,
  photos_held_back: ({ photos }) =>
    `${counted(photos.length, 'photo was', 'photos were')} held back from the photo model, which others run: ${named(photos).toLowerCase()}, labeled by the site as odometer or VIN.`,
  photos_covered: ({ found }) =>
    `For the photo model, which others run, ${found === 1 ? '1 face or plate found on the photos was' : `${found} faces or plates found on the photos were`} covered.`,
  photos_uncovered: ({ photos, why }) =>
    why === 'absent'
      ? 'For the photo model, which others run, no faces or plates were covered: this service has no add-on that finds them.'
      : `For the photo model, which others run, nothing was covered on ${named(photos).toLowerCase()}: the look for faces and plates failed.`,
  photos_left_out: ({ count }) =>
    `${counted(count, 'more photo was', 'more photos were')} not examined: there are too many.`,
  examined_later: ({ count }) =>
    `${counted(count, 'photo is', 'photos are')} still being examined: with ${count === 1 ? 'it' : 'them'} this report gets a new version, free of charge.`,
  later_failed: ({ count }) =>
    `The photo model of this service was asked about ${counted(count, 'photo', 'photos')} again after the report was ready and could not examine ${count === 1 ? 'it' : 'them'}.`,
  no_second_look: () => 'Not every finding had its second look; those count half.',
  condition: ({ condition }) => CONDITIONS[condition],
  no_damage: noDamage,
  declared: ({ note }) => DECLARED[note],
  declared_unknown: ({ words }) =>
    `The declared damage “${words}” is not one we know; it counts as not declared.`,
  declared_ambiguous: ({ words, read, other }) =>
    `The site is not known: ${words} is read as Copart’s ${read}; at IAAI it means ${other}.`,
  no_photos: () => 'No photos came with this lot.',
  photos_missing: ({ missing, of }) =>
    of === 1
      ? 'The only photo could not be loaded.'
      : `${missing} of ${counted(of, 'photo', 'photos')} could not be loaded.`,
  no_catalogue: ({ car, estimates }) =>
    `No parts catalog here covers ${car === '' ? 'this car' : `the ${car}`}: ${estimates ? 'the OEM numbers are those of kept estimates' : 'parts are named without OEM numbers'}.`,
  catalogue: catalogueGap,
};
const factWords = <C extends GapFact['code']>(fact: Of<C>): string =>
  (WORDS[fact.code] as (fact: Of<C>) => string)(fact);

/** What is to be said of a look or of the declared damage, a sentence; reports of schema_version 1 stored the words. */
export const noteWords = (note: DetectionNote | string): string =>
  typeof note === 'string' ? note : factWords(note);

/** Something that could not be done, a sentence; reports of schema_version 1 stored the words. */
export const gapWords = ({ fact, message = '' }: Pick<Gap, 'fact' | 'message'>): string =>
  fact ? factWords(fact) : message;

function conflictSentence(fact: ConflictFact): string {
  switch (fact.code) {
    case 'declared_zone_seen_intact':
      return `Damage is declared at the ${fact.zone}; ${fact.photo === null ? 'the photos show' : `photo ${fact.photo} shows`} it intact.`;
    case 'declared_zone_unnamed':
      return `A second look sees damage at the ${fact.zone}, as declared, but no part of it was named: inspect.`;
    case 'seen_but_not_declared':
      return `${fact.photo === null ? 'A photo' : `Photo ${fact.photo}`} shows damage of the ${placed(fact.part)}; none is declared there.`;
    case 'declared_but_seen_intact':
      return `Declared damage makes the ${placed(fact.part)} likely damaged; photo ${fact.photo} shows it intact.`;
    case 'photos_disagree':
      return `Photos disagree about the ${placed(fact.part)}: damaged on ${photosNamed(fact.damaged_on)}, undamaged on ${photosNamed(fact.whole_on)}. Confirm it.`;
  }
}

const FACTS: Record<Contradiction['fact'], string> = {
  vin: 'VIN',
  year: 'model year',
  odometer: 'odometer',
  primary_damage: 'primary damage',
  loss_type: 'loss',
  run_condition: 'running',
  keys: 'keys',
  airbags: 'airbags',
  title: 'title',
  current_bid: 'the current bid',
  buy_now: 'the Buy Now price',
  final_bid: 'the final bid',
};

/** A red flag: what the listing tells twice and differently. */
export const contradictionWords = ({ fact, readings }: Contradiction): string =>
  `Red flag: the listing contradicts itself on ${FACTS[fact]}: it says ${listedWords(readings.map((words) => `“${words}”`))}.`;

/** Where photos and declaration differ, a sentence; reports of schema_version 1 stored the words. */
export const conflictWords = ({
  fact,
  detail = '',
}: Pick<Detection['conflicts'][number], 'fact' | 'detail'>): string =>
  fact ? conflictSentence(fact) : detail;

/** Where what was told of the car and its VIN differ, each with what the report goes by. */
export const disagreementWords = ({
  lot_origin,
  vehicle,
}: Pick<ReportModel, 'lot_origin'> & { vehicle: Pick<ReportModel['vehicle'], 'disagreements'> }): string[] =>
  vehicle.disagreements.map(({ field, listing, vin }) => {
    const told = `${lot_origin === 'entered' ? 'Entered by hand is' : 'The listing says'} ${field.replace('_', ' ')} ${listing}`;
    const follows = field === 'fuel' ? 'The report goes by the VIN.' : 'Both are shown; nothing was changed.';
    return `${told}, the VIN says ${vin}. ${follows}`;
  });
