import { z } from 'zod';

/**
 * Words models use for ours. Only what can mean nothing else: “bent” may be a dent or buckled, “left” in a picture may be
 * the vehicle's or the picture's; such a word is left as it is, does not fit, and its entry is counted as unusable.
 */
const SAME_WORD: Readonly<Record<string, readonly string[]>> = {
  // Kinds of damage, and what only looks like it.
  scratch: ['scratched', 'scrape', 'scraped', 'scuff', 'scuffed'],
  paint: ['paint_damage', 'paint_chip', 'chipped_paint', 'peeling_paint'],
  dent: ['dented'],
  crease: ['creased'],
  crack: ['cracked'],
  torn: ['tear', 'ripped'],
  broken: ['break'],
  shattered: ['shatter'],
  missing: ['absent'],
  misaligned: ['misalignment'],
  buckled: ['buckle', 'buckling'],
  burn: ['burned', 'burnt'],
  corrosion: ['corroded', 'rust', 'rusted', 'rusty'],
  water_mark: ['watermark', 'water_line'],
  deployed: ['deployment'],
  reflection: ['reflected'],
  dirt: ['dirty', 'mud'],
  design_line: ['body_line'],
  sticker_or_tape: ['sticker', 'tape', 'decal'],
  other_car: ['other_vehicle', 'another_car', 'another_vehicle'],
  // Views. The driver's side is told to be the left one.
  front: ['front_view', 'front_end'],
  rear: ['rear_view', 'rear_end', 'back'],
  left: ['left_side', 'left_view', 'driver_side'],
  right: ['right_side', 'right_view', 'passenger_side'],
  front_left: ['left_front', 'front_left_corner'],
  front_right: ['right_front', 'front_right_corner'],
  rear_left: ['left_rear', 'rear_left_corner', 'back_left'],
  rear_right: ['right_rear', 'rear_right_corner', 'back_right'],
  underbody: ['undercarriage', 'underside'],
  engine_bay: ['engine_compartment'],
  interior_front: ['front_interior'],
  interior_rear: ['rear_interior'],
  dash: ['dashboard'],
  vin_or_label: ['vin', 'vin_label'],
  closeup: ['close_up'],
  // Places in the picture.
  image_left: ['left_of_image', 'picture_left'],
  image_right: ['right_of_image', 'picture_right'],
  center: ['centre', 'middle', 'image_center'],
  n_a: ['na', 'not_applicable'],
  // What is to be done, verdicts, states.
  repair: ['repairable'],
  replace: ['replacement'],
  unsure: ['uncertain', 'unclear'],
  confirmed: ['confirm'],
  not_damage: ['no_damage', 'not_damaged'],
  intact: ['undamaged', 'whole'],
  damage_visible: ['damaged', 'visible_damage'],
  not_shown: ['not_visible'],
  // Air bags and what covers the photos.
  driver: ['driver_airbag', 'steering_wheel'],
  passenger: ['passenger_airbag'],
  knee: ['knee_airbag'],
  curtain: ['curtain_airbag', 'side_curtain'],
  several_vehicles: ['multiple_vehicles', 'several_cars', 'multiple_cars'],
  // Parts.
  front_bumper_cover: ['front_bumper'],
  rear_bumper_cover: ['rear_bumper'],
  headlamp: ['headlight', 'head_lamp'],
  tail_lamp: ['tail_light', 'taillight', 'taillamp'],
  fog_lamp_front: ['front_fog_lamp', 'front_fog_light'],
  front_door_shell: ['front_door'],
  rear_door_shell: ['rear_door'],
  door_mirror: ['side_mirror', 'wing_mirror'],
  hood: ['bonnet'],
  trunk_lid: ['boot_lid', 'decklid'],
  windshield: ['windscreen'],
  back_glass: ['rear_window', 'rear_windshield'],
  roof_panel: ['roof'],
  wheel: ['rim'],
  tire: ['tyre'],
};

const NUMBERS: Readonly<Record<string, number>> = { cosmetic: 1, minor: 2, major: 3, destroyed: 4 };

/** “Left-Front ” → left_front: case and separators mean nothing. */
const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[\s\-_./]+/g, '_');
/** A word as it is, and in the other number. */
const formsOf = (word: string): Set<string> =>
  new Set([word, `${word}s`, word.replace(/s$/, ''), word.replace(/es$/, '')]);

/** The one of `words` that a model's word can only mean; what is ambiguous or unknown stays as it was given. */
export function sameWord(given: unknown, words: readonly string[]): unknown {
  if (typeof given !== 'string' || words.includes(given)) return given;
  const forms = formsOf(plain(given));
  const meant = words.filter((word) =>
    [plain(word), ...(SAME_WORD[plain(word)] ?? [])].some((form) => forms.has(form)),
  );
  return meant.length === 1 ? meant[0] : given;
}

/** Reads one of `words`, also where a model writes it in its own way. */
export const wordOf = <T extends string>(words: readonly T[]) =>
  z.preprocess((given) => sameWord(given, words), z.enum([...words]));

/** Reads a photo's number, also as its label: 3, “3”, “P3”. */
export const photoNumber = z.preprocess(
  (given) =>
    typeof given === 'string' && /^P?\d{1,3}$/i.test(given) ? Number(given.replace(/^p/i, '')) : given,
  z.number(),
);

/** Reads a severity of 1 to 4, also as the first word of its meaning. */
export const severityNumber = z.preprocess(
  (given) => (typeof given === 'string' ? (NUMBERS[plain(given)] ?? given) : given),
  z.literal([1, 2, 3, 4]),
);
