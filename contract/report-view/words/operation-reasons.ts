import { inSentence } from './in-sentence.ts';

/** Why an operation is on the estimate, by its id. */
export const OPERATION_REASONS: Readonly<Record<string, string>> = {
  scan_pre: 'Makers ask for a scan before and after a collision repair',
  scan_post: 'Makers ask for a scan before and after a collision repair',
  calibrate_front_radar: 'The front bumper or radar is disturbed, where the car has one',
  calibrate_camera: 'The windshield or its camera is disturbed, where the car has one',
  calibrate_blind_spot: 'The rear corner is disturbed, where the car has the radar',
  alignment: 'Suspension, steering or what carries them is renewed or straightened',
  set_up_and_measure: 'Welded structure is repaired or sectioned',
  corrosion_protection: 'Panels are welded or sectioned',
  test_fit: 'New panels are fitted to a repaired structure',
  ac_recharge: 'The A/C circuit is opened',
  coolant: 'The cooling circuit is opened',
  brake_bleed: 'Knuckles or hubs carry the brakes; bled where a line is opened',
  restraint_check: 'Makers ask for an inspection after a deployment',
  srs_disarm: 'Airbags, belts or what they sit in are taken out',
  aim_headlamps: 'Headlamps are renewed',
  aim_after_access: 'Headlamps come off and go back',
  headliner_r_and_i: 'Roof panel or curtain airbags are reached through it',
  hv_disable:
    'Electric or hybrid car: made safe before welding, rear body work and work beside its cables and battery',
  trim: 'Taken off for refinish',
  battery_disconnect: 'Disconnected for work near lamps, modules, wiring and welds',
  restraint_inspection: 'Makers ask for an inspection after any collision',
  clean_for_delivery: 'Shops bill it; insurers seldom write it at first',
  set_up_quarter: 'A welded panel is replaced',
  pull: 'Structure is straightened',
  corrosion_bolted: 'Metal panels are replaced or repaired; no book time has it',
  alignment_wheel: 'A wheel or tire is renewed',
  battery_case: 'Makers ask for an inspection of the battery case',
  isolation_test: 'Cables or battery may be hit',
  pyro_fuse: 'Electric car: the fuse opens with the airbags and is used once',
  storage: 'Electric car whose battery may be hurt: stored apart from others',
  emblem: 'Adhesive emblems are used once',
  with_new: 'New panels come bare, and its clips seldom come out whole',
  raw_plastic: 'New covers come unprimed',
  flex_additive: 'Paint on plastic covers has to flex',
  feather_prime_block: 'Repaired panels are leveled before paint; no book time has it',
  mask_jambs: 'Panels that open are painted',
  tint: 'The color is matched to the car',
  denib: 'Clear coat is polished out; insurers pay it on request',
  cover_car: 'Panels are painted on the car',
  hazardous_waste: 'Paint waste',
  inside: 'A new panel is painted inside and out',
};

/** The same of operations done to one part, by its name. */
export const OPERATION_REASONS_OF_PART: Readonly<Record<string, (part: string) => string>> = {
  r_and_i: (part) => `Comes off for the ${inSentence(part)}`,
  blend: (part) => `Color match to ${part}, unless the neighbor is painted anyway`,
  extend_clear: (part) => `Nothing ends the surface of the ${part}`,
};
