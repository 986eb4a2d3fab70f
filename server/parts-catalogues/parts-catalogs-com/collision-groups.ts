/**
 * Which groups of a catalogue's tree a collision can reach, by the words of their names (basis: judgement, read off public
 * samples of group names). `wants` are the categories whose parts stand there.
 */
const AREAS: readonly { readonly says: RegExp; readonly wants: RegExp }[] = [
  {
    says: /bumper|fascia|tow(?:ing)? (?:eye|hook)|licen[cs]e plate|number plate/,
    wants:
      /bumper|valance|tow_hook|license_plate|fog_lamp|parking_sensor|radar|header_panel|active_grille|hitch/,
  },
  { says: /grill/, wants: /grille|header_panel|emblem_front/ },
  { says: /\bhood\b|bonnet/, wants: /^hood|header_panel|cowl/ },
  {
    says: /\bwings?\b|\bfenders?\b|wheel ?(?:house|arch)|mud ?guard|mud ?flap|quarter/,
    wants: /fender|apron|quarter|mud_flap|strut_tower/,
  },
  { says: /mirror/, wants: /mirror/ },
  { says: /lamp|light|reflector/, wants: /lamp|light|drl|reflector|turn_signal/ },
  { says: /wiper|washer|cowl/, wants: /wiper|washer|cowl/ },
  { says: /glass(?!.?lift)|windshield|windscreen|window/, wants: /glass|windshield|window/ },
  { says: /\bdoors?\b/, wants: /door|belt_molding|window|glass|sash|liftgate|trunk/ },
  {
    says: /trunk|luggage|tail ?gate|back door|lift ?gate|boot|deck ?lid/,
    wants: /trunk|liftgate|rear_spoiler|back_glass|package_tray|emblem_rear|tail_lamp_inner/,
  },
  { says: /roof/, wants: /roof|headliner|antenna/ },
  { says: /floor|bottom/, wants: /floor|rail_rear/ },
  {
    says: /side (?:body|panel|member)|body side|pillar|dividers/,
    wants: /pillar|body_side|quarter_panel|rocker|rear_body|rail/,
  },
  {
    says: /\bframe|longeron|member|body (?:shell|structure|panel)|bodywork|sheet metal|engine compartment/,
    wants: /rail|tower|apron|crash_box|radiator_support|dash_panel|rear_body|subframe|undercover/,
  },
  {
    says: /cool|radiator|condenser|a\/c (?:system|radiator)|air condition/,
    wants: /radiator|condenser|cooler|coolant|ac_/,
  },
  { says: /air ?bag|\bsrs\b|restraint|safety|seat ?belt/, wants: /airbag|seat_belt|clock_spring/ },
  {
    says: /dashboard|instrument panel|interior|lining|trim|console|armrest/,
    wants: /instrument_panel|trim|headliner|package_tray/,
  },
  { says: /\bseats?\b/, wants: /^seat_(?:front|rear)|airbag_side/ },
  {
    says: /suspension|shock|spring|\barms?\b|knuckle|\bhub|axle|stabili[sz]er|subframe|strut|cross ?member|wheel drive/,
    wants: /control_arm|knuckle|hub_bearing|^strut$|spring$|stabilizer|axle|subframe|tie_rod/,
  },
  { says: /steering wheel/, wants: /steering_wheel|airbag_driver|clock_spring/ },
  { says: /steering|tie rod/, wants: /steering_(?:column|rack)|tie_rod/ },
  { says: /^electrical(?: system)?$/, wants: /lamp|light|horn|sensor|camera|radar|airbag/ },
  { says: /wheels?\b(?!.*(?:drive|bolt))|\bty?i?res?\b/, wants: /^wheel|^tire|tpms/ },
  {
    says: /mo(?:u)?lding|spoiler|emblem|badge|garnish|deflector/,
    wants: /molding|spoiler|emblem|rocker|flare|mud_flap|valance/,
  },
  { says: /muffler|exhaust/, wants: /exhaust/ },
  { says: /fuel tank|fuel filler|fuel-filling/, wants: /fuel_/ },
  { says: /driver assist|parking|radar|camera/, wants: /parking_sensor|radar|camera/ },
  { says: /battery/, wants: /^battery/ },
];

/** Below these everything may be a collision part, whatever the name; "Others" holds what the catalogue could not place. */
const BODY = /^(?:body|exterior|vehicle trim|others?$)/;

/** Smaller things of the same neighbourhoods, and what belongs to driving and service: never worth a call. */
const NEVER = new RegExp(
  [
    'gasket|seals?\\b|gland|repair kit|^tools?\\b|overhaul|bolt|fastener|bush|boots|decal',
    'switch|relay|fuse|meter\\b|wiring|computer|control units?|sensors, (?:units|relays|valves)|sensors of|engine sensors|supply system|interior light',
    'generator|starter|ignition|audio|navigation|display|servo|electric engines|terminals',
    'heater|evaporator|cooler unit|air duct|water piping|compressor|thermostat|pump(?!.*washer)|pipes?\\b|hose|tube',
    'oil\\b|brake|valve|flywheel|drive belt|manifold|transmission|gear ?(?:box|shift)',
  ].join('|'),
);

/** Whether parts of these categories may stand in a group, given its names from the root down. `categories` null: any. */
export function mayHold(path: readonly string[], categories: readonly string[] | null): boolean {
  const names = path.map((name) => name.toLowerCase().trim());
  if (/^(?:maintenance|multi-purpose|transmission|brake)/.test(names[0] ?? '')) return false;
  if (NEVER.test(names.at(-1) ?? '')) return false;
  for (const name of names.toReversed()) {
    const areas = AREAS.filter(({ says }) => says.test(name));
    if (areas.length > 0 && categories === null) return true;
    if (areas.some(({ wants }) => categories?.some((category) => wants.test(category)))) return true;
    if (BODY.test(name)) return true;
    if (areas.length > 0) return false;
  }
  return false;
}
