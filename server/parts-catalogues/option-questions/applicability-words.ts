/** Words by which catalogues say that a number is for cars with an option. Sources write "w/fog lamp", "without sonar", "exc. M sport". */

/** A car has it or not. */
export type OptionFlag = {
  readonly id: string;
  readonly says: RegExp;
  /** Parts that are the option itself: their own name is no condition. */
  readonly itself?: readonly string[];
};

/** One of several; `find` answers the ids that a text names. */
export type OptionChoice = {
  readonly id: string;
  readonly find: (words: string) => readonly string[];
  /** A number that names none fits every answer: its source need not speak of it. */
  readonly silentFits: boolean;
  /** Whether the drawing's name counts too: "m trim front". */
  readonly drawing?: boolean;
};

const flag = (id: string, says: RegExp, itself: readonly string[] = []): OptionFlag => ({ id, says, itself });

export const OPTION_FLAGS: readonly OptionFlag[] = [
  flag('fog_lamps', /\b(?:front )?fog(?:[ -]?(?:lamps?|lights?))?\b/i, [
    'fog_lamp_front',
    'fog_lamp_bezel',
    'backup_lamp',
  ]),
  flag(
    'parking_sensors',
    /\b(?:park(?:ing)?[ -]?(?:sensors?|aid|assist|assistance|distance)|pdc|pma|sonar|ultra ?sonic|clearance sonar)\b/i,
    ['parking_sensor', 'parking_sensor_bracket'],
  ),
  flag(
    'headlamp_washers',
    /\b(?:head(?:lamp|light) (?:wash(?:er|ers|ing)|clean(?:er|ing)(?: system)?)|h\/?l (?:washer|cleaner))\b/i,
    ['headlamp_washer', 'washer_reservoir'],
  ),
  flag(
    'adaptive_headlamps',
    /\b(?:akl|afs|adaptive (?:head(?:lamps?|lights?)|front light)|cornering (?:lamps?|lights?)|adaptive led)\b/i,
  ),
  flag(
    'cruise_radar',
    /\b(?:acc|icc|distronic|(?:adaptive|intelligent|active|smart|radar|dynamic radar) cruise(?: control)?|millimet(?:er|re)[ -]wave)\b/i,
    ['radar_sensor'],
  ),
  flag('blind_spot', /\b(?:blind[ -]spot(?: (?:warning|monitor|detection))?|bsw|bsm|bsd|rcta)\b/i, [
    'radar_sensor',
  ]),
  flag(
    'view_camera',
    /\b(?:(?:around|surround|side|rear|back|top)[ -]?(?:view|up)(?: monitor| camera)?|avm|camera|parking camera)\b/i,
    ['camera'],
  ),
  flag('rain_sensor', /\brain[ -]?sensor\b/i),
  flag('head_up_display', /\b(?:head[ -]?up display|hud)\b/i),
  flag('heated', /\bheat(?:ed|ing)\b/i),
  flag('power_folding', /\b(?:power|electric(?:ally)?|auto) ?fold(?:ing)?\b/i),
  flag(
    'auto_dimming',
    /\b(?:auto(?:matic)?[ -]dim(?:ming)?|electrochrom(?:e|ic)|anti[ -]?(?:glare|dazzle))\b/i,
  ),
  flag('sunroof', /\b(?:sun ?roof|moon ?roof|panoram(?:a|ic)(?: roof)?|sliding roof)\b/i, [
    'sunroof_glass',
    'sunroof_frame',
  ]),
  flag('roof_rails', /\b(?:roof rails?|roof rack)\b/i, ['roof_rail', 'roof_rack']),
  flag('trailer_hitch', /\b(?:trailer|tow(?:ing)? ?(?:hitch|bar|package)|hitch)\b/i, [
    'trailer_hitch',
    'tow_hook_cover',
  ]),
  flag('smart_key', /\b(?:keyless(?: entry)?|smart ?key|intelligent key|comfort access|i-key)\b/i),
  flag('power_tailgate', /\b(?:power (?:back ?door|tail ?gate|lift ?gate|trunk)|automatic tailgate)\b/i),
];

type Named = readonly [id: string, says: RegExp];
const named =
  (options: readonly Named[]) =>
  (words: string): string[] =>
    options.filter(([, says]) => says.test(words)).map(([id]) => id);
const choice = (
  id: string,
  options: readonly Named[],
  silentFits: boolean,
  drawing = false,
): OptionChoice => ({
  id,
  find: named(options),
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
    [
      ['m_sport', /\bm[ -](?:sport|trim|package|aero\w*|technic|performance)\b/i],
      ['lines', /\blines\b|\b(?:sport|luxury|modern)[ -]line\b/i],
      ['f_sport', /\bf[ -]?sport\b/i],
      ['s_line', /\bs[ -]line\b/i],
      ['r_line', /\br[ -]line\b/i],
      ['n_line', /\bn[ -]line\b/i],
      ['r_design', /\br[ -]design\b/i],
      ['nismo', /\bnismo\b/i],
      ['trd', /\btrd\b/i],
      ['a_spec', /\ba[ -]spec\b/i],
      ['type_r', /\btype[ -]r\b/i],
      ['sport', /(?<!\b[mf][ -])\bsports?\b(?! muffler)/i],
      ['luxury', /\bluxury\b/i],
      ['off_road', /\b(?:off[ -]?road|x[ -]?trail|wilderness)\b/i],
    ],
    false,
    true,
  ),
  choice(
    'lamps',
    [
      ['laser', /\blaser\b/i],
      ['led', /\bleds?\b/i],
      ['xenon', /\b(?:bi-?)?xenon\b|\bhid\b|\bdischarge\b/i],
      ['halogen', /\bhalogen\b/i],
    ],
    false,
  ),
  choice(
    'drive',
    [
      [
        'four',

        /\b(?:awd|4wd|4x4|4matic|x-?drive|quattro|4motion|all[ -]wheel drive|four[ -]wheel drive)\b/i,
      ],
      ['two', /\b(?:2wd|fwd|rwd|4x2|s-?drive|(?:front|rear|two)[ -]wheel drive)\b/i],
    ],
    true,
  ),
  choice(
    'body',
    [
      ['sedan', /\b(?:sedan|saloon|4 ?dr sedan|limousine)\b/i],
      ['coupe', /\b(?:coupe|coupé)\b/i],
      ['convertible', /\b(?:convertible|cabrio(?:let)?|roadster)\b/i],
      ['hatchback', /\b(?:hatchback|5 ?door|5dr)\b/i],
      ['wagon', /\b(?:wagon|touring|estate|avant|variant)\b/i],
    ],
    true,
  ),
  choice(
    'fuel',
    [
      ['hybrid', /\b(?:p?hev|hybrid)\b/i],
      ['electric', /\b(?:bev|electric (?:vehicle|model))\b/i],
      ['diesel', /\bdiesel\b/i],
      ['petrol', /\b(?:gasoline|petrol)\b/i],
    ],
    true,
  ),
  {
    id: 'engine',
    find: litresIn,
    silentFits: true,
  },
];
