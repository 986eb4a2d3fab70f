/** Words by which catalogues say that a number is for cars with an option. Sources write "w/fog lamp", "without sonar", "exc. M sport". */

/** A car has it or not. */
export type OptionFlag = {
  readonly id: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly says: RegExp;
  /** Parts that are the option itself: their own name is no condition. */
  readonly itself?: readonly string[];
};

/** One of several; `find` answers the ids that a text names. */
export type OptionChoice = {
  readonly id: string;
  readonly text: string;
  readonly find: (words: string) => readonly string[];
  readonly label: (id: string) => string;
  /** What numbers that name none are for. */
  readonly other: string;
  /** A number that names none fits every answer: its source need not speak of it. */
  readonly silentFits: boolean;
  /** Whether the drawing's name counts too: "m trim front". */
  readonly drawing?: boolean;
};

const flag = (
  id: string,
  name: string,
  says: RegExp,
  itself: readonly string[] = [],
  text = `${name.charAt(0).toUpperCase()}${name.slice(1)}?`,
): OptionFlag => ({ id, text, yes: `With ${name}`, no: `Without ${name}`, says, itself });

export const OPTION_FLAGS: readonly OptionFlag[] = [
  flag('fog_lamps', 'fog lamps', /\b(?:front )?fog(?:[ -]?(?:lamps?|lights?))?\b/i, [
    'fog_lamp_front',
    'fog_lamp_bezel',
    'backup_lamp',
  ]),
  flag(
    'parking_sensors',
    'parking sensors',
    /\b(?:park(?:ing)?[ -]?(?:sensors?|aid|assist|assistance|distance)|pdc|pma|sonar|ultra ?sonic|clearance sonar)\b/i,
    ['parking_sensor', 'parking_sensor_bracket'],
  ),
  flag(
    'headlamp_washers',
    'headlamp washers',
    /\b(?:head(?:lamp|light) (?:wash(?:er|ers|ing)|clean(?:er|ing)(?: system)?)|h\/?l (?:washer|cleaner))\b/i,
    ['headlamp_washer', 'washer_reservoir'],
  ),
  flag(
    'adaptive_headlamps',
    'adaptive (turning) headlamps',
    /\b(?:akl|afs|adaptive (?:head(?:lamps?|lights?)|front light)|cornering (?:lamps?|lights?)|adaptive led)\b/i,
  ),
  flag(
    'cruise_radar',
    'distance-keeping cruise control',
    /\b(?:acc|icc|distronic|(?:adaptive|intelligent|active|smart|radar|dynamic radar) cruise(?: control)?|millimet(?:er|re)[ -]wave)\b/i,
    ['radar_sensor'],
  ),
  flag(
    'blind_spot',
    'blind-spot warning',
    /\b(?:blind[ -]spot(?: (?:warning|monitor|detection))?|bsw|bsm|bsd|rcta)\b/i,
    ['radar_sensor'],
  ),
  flag(
    'view_camera',
    'a view camera',
    /\b(?:(?:around|surround|side|rear|back|top)[ -]?(?:view|up)(?: monitor| camera)?|avm|camera|parking camera)\b/i,
    ['camera'],
    'View camera?',
  ),
  flag('rain_sensor', 'a rain sensor', /\brain[ -]?sensor\b/i, [], 'Rain sensor?'),
  flag('head_up_display', 'a head-up display', /\b(?:head[ -]?up display|hud)\b/i, [], 'Head-up display?'),
  flag('heated', 'heating', /\bheat(?:ed|ing)\b/i, [], 'Heated part?'),
  flag('power_folding', 'power folding mirrors', /\b(?:power|electric(?:ally)?|auto) ?fold(?:ing)?\b/i),
  flag(
    'auto_dimming',
    'automatic dimming',
    /\b(?:auto(?:matic)?[ -]dim(?:ming)?|electrochrom(?:e|ic)|anti[ -]?(?:glare|dazzle))\b/i,
  ),
  flag(
    'sunroof',
    'a sunroof',
    /\b(?:sun ?roof|moon ?roof|panoram(?:a|ic)(?: roof)?|sliding roof)\b/i,
    ['sunroof_glass', 'sunroof_frame'],
    'Sunroof?',
  ),
  flag('roof_rails', 'roof rails', /\b(?:roof rails?|roof rack)\b/i, ['roof_rail', 'roof_rack']),
  flag(
    'trailer_hitch',
    'a trailer hitch',
    /\b(?:trailer|tow(?:ing)? ?(?:hitch|bar|package)|hitch)\b/i,
    ['trailer_hitch', 'tow_hook_cover'],
    'Trailer hitch?',
  ),
  flag(
    'smart_key',
    'keyless entry',
    /\b(?:keyless(?: entry)?|smart ?key|intelligent key|comfort access|i-key)\b/i,
  ),
  flag(
    'power_tailgate',
    'a power tailgate',
    /\b(?:power (?:back ?door|tail ?gate|lift ?gate|trunk)|automatic tailgate)\b/i,
    [],
    'Power tailgate?',
  ),
];

type Named = readonly [id: string, label: string, says: RegExp];
const named =
  (options: readonly Named[]) =>
  (words: string): string[] =>
    options.filter(([, , says]) => says.test(words)).map(([id]) => id);
const labelled =
  (options: readonly Named[]) =>
  (id: string): string =>
    options.find(([known]) => known === id)?.[1] ?? id;
const choice = (
  id: string,
  text: string,
  options: readonly Named[],
  silentFits: boolean,
  drawing = false,
): OptionChoice => ({
  id,
  text,
  find: named(options),
  label: labelled(options),
  other: silentFits ? 'Another one' : 'None of these',
  silentFits,
  drawing,
});

const LITRES = /\b([0-8]\.\d)[ -]?(?:l\b|t\b|i\b|d\b|litre|liter|tdi|tfsi|tsi|turbo)/gi;
const CUBIC = /\b(\d{4}) ?cc\b/gi;
const litresIn = (words: string): string[] => [
  ...new Set([
    ...[...words.matchAll(LITRES)].map(([, litres]) => litres ?? ''),
    ...[...words.matchAll(CUBIC)].map(([, cubic]) => (Number(cubic) / 1000).toFixed(1)),
  ]),
];

export const OPTION_CHOICES: readonly OptionChoice[] = [
  choice(
    'package',
    'Which package or look?',
    [
      ['m_sport', 'M Sport', /\bm[ -](?:sport|trim|package|aero\w*|technic|performance)\b/i],
      ['lines', 'Line (Sport, Luxury or Modern)', /\blines\b|\b(?:sport|luxury|modern)[ -]line\b/i],
      ['f_sport', 'F Sport', /\bf[ -]?sport\b/i],
      ['s_line', 'S line', /\bs[ -]line\b/i],
      ['r_line', 'R-Line', /\br[ -]line\b/i],
      ['n_line', 'N Line', /\bn[ -]line\b/i],
      ['r_design', 'R-Design', /\br[ -]design\b/i],
      ['nismo', 'Nismo', /\bnismo\b/i],
      ['trd', 'TRD', /\btrd\b/i],
      ['a_spec', 'A-Spec', /\ba[ -]spec\b/i],
      ['type_r', 'Type R', /\btype[ -]r\b/i],
      ['sport', 'Sport', /(?<!\b[mf][ -])\bsports?\b(?! muffler)/i],
      ['luxury', 'Luxury', /\bluxury\b/i],
      ['off_road', 'Off-road', /\b(?:off[ -]?road|x[ -]?trail|wilderness)\b/i],
    ],
    false,
    true,
  ),
  choice(
    'lamps',
    'Which lamps?',
    [
      ['laser', 'Laser', /\blaser\b/i],
      ['led', 'LED', /\bleds?\b/i],
      ['xenon', 'Xenon (HID)', /\b(?:bi-?)?xenon\b|\bhid\b|\bdischarge\b/i],
      ['halogen', 'Halogen', /\bhalogen\b/i],
    ],
    false,
  ),
  choice(
    'drive',
    'Driven wheels?',
    [
      [
        'four',
        'All-wheel drive',
        /\b(?:awd|4wd|4x4|4matic|x-?drive|quattro|4motion|all[ -]wheel drive|four[ -]wheel drive)\b/i,
      ],
      ['two', 'Two-wheel drive', /\b(?:2wd|fwd|rwd|4x2|s-?drive|(?:front|rear|two)[ -]wheel drive)\b/i],
    ],
    true,
  ),
  choice(
    'body',
    'Which body?',
    [
      ['sedan', 'Sedan', /\b(?:sedan|saloon|4 ?dr sedan|limousine)\b/i],
      ['coupe', 'Coupe', /\b(?:coupe|coupé)\b/i],
      ['convertible', 'Convertible', /\b(?:convertible|cabrio(?:let)?|roadster)\b/i],
      ['hatchback', 'Hatchback', /\b(?:hatchback|5 ?door|5dr)\b/i],
      ['wagon', 'Wagon', /\b(?:wagon|touring|estate|avant|variant)\b/i],
    ],
    true,
  ),
  choice(
    'fuel',
    'What drives it?',
    [
      ['hybrid', 'Hybrid', /\b(?:p?hev|hybrid)\b/i],
      ['electric', 'Electric', /\b(?:bev|electric (?:vehicle|model))\b/i],
      ['diesel', 'Diesel', /\bdiesel\b/i],
      ['petrol', 'Petrol (gasoline)', /\b(?:gasoline|petrol)\b/i],
    ],
    true,
  ),
  {
    id: 'engine',
    text: 'Which engine?',
    find: litresIn,
    label: (litres) => `${litres} litre`,
    other: 'Another one',
    silentFits: true,
  },
];
