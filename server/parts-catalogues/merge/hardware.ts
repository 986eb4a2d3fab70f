import type { NumberMake } from '../../../contract/vehicles/makes.ts';
import { ownCategory } from '../../categories/match-estimate-line.ts';
import { namesPieceOf } from '../../categories/match-part-name.ts';
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
    says: /^(?:body|housing|case|base|frame|drive|glass)\b|\bmirror (?:body|housing|case|base|glass)\b/,
  },
  {
    of: /^(?:rocker_panel|[abc]_pillar|fender_apron|quarter_panel|body_side_panel|rear_body_panel|radiator_support|roof_rail|frame_rail_.*)$/,
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
    of: /^(?:headlamp|(?:tail|backup|license|high_mount_stop)_lamp(?:_inner)?|fog_lamp_front|turn_signal_front|drl)$/,
    says: /^(?:lens|housing|body|case|socket|cover)\b|\b(?:lamp|light) (?:lens|housing|body|socket)\b/,
    unless: /\band\b/,
  },
  { of: /^seat_(?:front|rear)$/, says: /^(?:cushion|back|frame|pad)\b/ },
  { of: /^(?:fender|quarter)_liner$/, says: /^cover\b/, unless: /\b(?:wheel|wheelhouse|splash|liner)\b/ },
  { of: /^(?:front|rear)_bumper_cover$/, says: /\blower\b/, unless: /\bupper\b/ },
  { of: /^(?:front|rear)_bumper_bracket$/, says: /\b(?:harness|horn|fog|sensor|licen[sc]e)\b/ },
  { of: /^fog_lamp_bezel$/, says: /\b(?:bracket|support)\b/ },
  { of: /^battery$/, says: /\b(?:tray|bracket|support|cable|clamp|hold)\b/, unless: /\band\b/ },
  { of: /^ac_compressor$/, says: /\b(?:pipe|hose|tube|line|clutch|pulley)\b/ },
  { of: /^antenna$/, says: /\bsmall parts\b/ },
  { of: /^door_handle_outside$/, says: /^(?:carrier|base)\b/ },
  { of: /^door_hinge$/, says: /\b(?:check|checker|stopper)\b/ },
  { of: /^door_lock$/, says: /\bcylinder\b|^key\b/, unless: /\b(?:with|w|and) (?:lock )?cylinder\b/ },
  { of: /^door_sash$/, says: /\b(?:glass (?:run|channel)|tape)\b/ },
  { of: /^exhaust_muffler$/, says: /\b(?:pipe|tube|finisher|tip)\b/, unless: /\b(?:muffler|silencer)\b/ },
  { of: /^parking_sensor$/, says: /\bring\b/ },
  { of: /^rear_spoiler$/, says: /^attachment\b/ },
  { of: /^roof_rail$/, says: /^bow\b/ },
  { of: /^stabilizer$/, says: /\b(?:link|connecting)\b/, unless: /\b(?:with|w|and) link/ },
  { of: /^strut_tower$/, says: /\b(?:bar|brace)\b/ },
  { of: /^sunroof_frame$/, says: /^(?:deflector|motor)\b|\b(?:deflector|motor)$/ },
  {
    of: /^washer_reservoir$/,
    says: /\b(?:nozzle|jet|pump|hose|cap)\b/,
    unless: /\b(?:tank|reservoir|jar)\b/,
  },
  { of: /^wheel$/, says: /\bweight\b/ },
  { of: /^wiper_arm_blade$/, says: /\b(?:blade|refill)\b/, unless: /\barm\b/ },
  { of: /^wiper_motor$/, says: /^link(?:age)?\b/, unless: /\bmotor\b/ },
  { of: /^airbag_/, says: /\binflator\b/ },
];

/** Whether a name is that of a piece of the part, by its noun or the rules above: it neither replaces the part nor tells its price. */
export function isHardware(
  { category, name }: { readonly category: string | null; readonly name: string },
  make: NumberMake | null,
): boolean {
  // `Battery / tray` is what a report calls the part itself.
  if (category === null || ownCategory(name) === category) return false;
  if (namesPieceOf(category, name, make ?? '')) return true;
  const words = wordsOf(name.replaceAll('&', ' and ')).join(' ');
  return RULES.some(
    ({ of, says, unless, family }) =>
      of.test(category) &&
      says.test(words) &&
      !unless?.test(words) &&
      (family === undefined || (make !== null && numberFamily(make) === family)),
  );
}
