import type { MakeKey } from '../../../contract/schemas/vehicle.ts';
import { numberFamily } from './number-format.ts';
import { wordsOf } from './words-of.ts';

/** A name of one of these categories that says so is that of a smaller piece, unless it also says what makes it whole. */
type Rule = {
  readonly of: RegExp;
  readonly says: RegExp;
  readonly unless?: RegExp;
  readonly family?: ReturnType<typeof numberFamily>;
};

/**
 * Names by which makers list pieces beside the assembly they belong to (read off public catalogue listings; basis:
 * judgement). Tried on the words of the name: lower case, abbreviations written out, `&` as "and".
 */
const RULES: readonly Rule[] = [
  { of: /^seat_belt/, says: /\b(?:buckle|stalk|latch|anchor|terminal|inner)\b/, unless: /\bretractor\b/ },
  // Nissan's outer belt is the lap anchor; elsewhere the outer one is the belt with its retractor.
  { of: /^seat_belt/, says: /\bouter\b/, family: 'nissan' },
  {
    of: /^radiator_fan$/,
    says: /^(?:shroud|cowling|duct|motor|blade|guide|ring|fan)\b|\b(?:shroud|motor|blade)$/,
    unless: /\b(?:and|with|w) (?:fan|motor|shroud)\b|^fan (?:assembly|module|complete)\b/,
  },
  {
    of: /^door_mirror$/,
    says: /^(?:body|housing|case|base|frame|drive)\b|\bmirror (?:body|housing|case|base)\b/,
  },
  {
    of: /^(?:rocker_panel|[abc]_pillar|fender_apron|quarter_panel|body_side_panel|rear_body_panel|radiator_support|frame_rail_.*)$/,
    says: /\b(?:reinforce|reinforcement|reinf|brace|stiffener|gusset|closing|connector|extension|bracket)\b/,
    unless: /\b(?:with|w) (?:reinforce|brace)/,
  },
  { of: /^(?:rocker_panel|[abc]_pillar|quarter_panel|body_side_panel|rear_body_panel)$/, says: /\binner\b/ },
  { of: /^fender_apron$/, says: /\b(?:upper|lower)\b/, unless: /\b(?:assembly|complete)\b/ },
  { of: /^(?:(?:front|rear)_door_shell|hood|trunk_lid|liftgate)$/, says: /\b(?:inner|outer)\b/ },
  { of: /^control_arm$/, says: /\bupper\b/, unless: /\blower\b/ },
  { of: /^(?:front|rear)_bumper_bracket$/, says: /^(?:retainer|spacer)\b/, unless: /\bside\b/ },
  { of: /^(?:hood_latch|trunk_latch|door_lock)$/, says: /^(?:striker|male|catch|hook)\b|\bstriker$/ },
  {
    of: /^(?:headlamp|tail_lamp(?:_inner)?|fog_lamp_front)$/,
    says: /^(?:lens|housing|body|case|socket|cover)\b/,
    unless: /\band\b/,
  },
  { of: /^seat_(?:front|rear)$/, says: /^(?:cushion|back|frame|pad)\b/ },
  { of: /^(?:fender|quarter)_liner$/, says: /^cover\b/, unless: /\b(?:wheel|wheelhouse|splash|liner)\b/ },
  { of: /^airbag_/, says: /\binflator\b/ },
];

/** Whether a name is that of a piece of the part, which neither replaces the part nor tells its price. */
export function isHardware(
  { category, name }: { readonly category: string | null; readonly name: string },
  make: MakeKey | null,
): boolean {
  const words = wordsOf(name.replaceAll('&', ' and ')).join(' ');
  return RULES.some(
    ({ of, says, unless, family }) =>
      category !== null &&
      of.test(category) &&
      says.test(words) &&
      !unless?.test(words) &&
      (family === undefined || (make !== null && numberFamily(make) === family)),
  );
}
