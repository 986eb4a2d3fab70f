import type { Asked, Narrowed, ToldBy } from '../../facts/number-facts.ts';
import type { OptionQuestion } from '../../option-question.ts';

type Answered = NonNullable<OptionQuestion['answered']>;

/** An option a car has or not: what is asked, and how it stands after "With" and "Without". */
const OPTIONS: Readonly<Record<string, { readonly text: string; readonly name: string }>> = {
  fog_lamps: { text: 'Fog lamps?', name: 'fog lamps' },
  parking_sensors: { text: 'Parking sensors?', name: 'parking sensors' },
  headlamp_washers: { text: 'Headlamp washers?', name: 'headlamp washers' },
  adaptive_headlamps: { text: 'Adaptive (turning) headlamps?', name: 'adaptive (turning) headlamps' },
  cruise_radar: { text: 'Distance-keeping cruise control?', name: 'distance-keeping cruise control' },
  blind_spot: { text: 'Blind-spot warning?', name: 'blind-spot warning' },
  view_camera: { text: 'View camera?', name: 'a view camera' },
  rain_sensor: { text: 'Rain sensor?', name: 'a rain sensor' },
  head_up_display: { text: 'Head-up display?', name: 'a head-up display' },
  heated: { text: 'Heated part?', name: 'heating' },
  power_folding: { text: 'Power folding mirrors?', name: 'power folding mirrors' },
  auto_dimming: { text: 'Automatic dimming?', name: 'automatic dimming' },
  sunroof: { text: 'Sunroof?', name: 'a sunroof' },
  roof_rails: { text: 'Roof rails?', name: 'roof rails' },
  trailer_hitch: { text: 'Trailer hitch?', name: 'a trailer hitch' },
  smart_key: { text: 'Keyless entry?', name: 'keyless entry' },
  power_tailgate: { text: 'Power tailgate?', name: 'a power tailgate' },
};

type Choice = {
  readonly text: string;
  readonly other: string;
  readonly answers: Readonly<Record<string, string>>;
};
const ANOTHER = 'Another one';
const NONE = 'None of these';

const CHOICES: Readonly<Record<string, Choice>> = {
  package: {
    text: 'Trim package?',
    other: NONE,
    answers: {
      m_sport: 'M Sport',
      lines: 'Line (Sport, Luxury or Modern)',
      f_sport: 'F Sport',
      s_line: 'S line',
      r_line: 'R-Line',
      n_line: 'N Line',
      r_design: 'R-Design',
      nismo: 'Nismo',
      trd: 'TRD',
      a_spec: 'A-Spec',
      type_r: 'Type R',
      sport: 'Sport',
      luxury: 'Luxury',
      off_road: 'Off-road',
    },
  },
  lamps: {
    text: 'Which lamps?',
    other: NONE,
    answers: { laser: 'Laser', led: 'LED', xenon: 'Xenon (HID)', halogen: 'Halogen' },
  },
  drive: {
    text: 'Driven wheels?',
    other: ANOTHER,
    answers: { four: 'All-wheel drive', two: 'Two-wheel drive' },
  },
  body: {
    text: 'Which body?',
    other: ANOTHER,
    answers: {
      sedan: 'Sedan',
      coupe: 'Coupe',
      convertible: 'Convertible',
      hatchback: 'Hatchback',
      wagon: 'Wagon',
    },
  },
  fuel: {
    text: 'What drives it?',
    other: ANOTHER,
    answers: { hybrid: 'Hybrid', electric: 'Electric', diesel: 'Diesel', petrol: 'Petrol (gasoline)' },
  },
  /** Its answers are liters. */
  engine: { text: 'Which engine?', other: ANOTHER, answers: {} },
};

/** `2014-03` as `03/2014`. */
const printed = (month: string): string => month.split('-').toReversed().join('/');

function askedText(asked: Asked): string {
  switch (asked.code) {
    case 'has':
      return OPTIONS[asked.option]?.text ?? asked.option;
    case 'which':
      return CHOICES[asked.option]?.text ?? asked.option;
    case 'built_from':
      return `Built from ${printed(asked.month)}?`;
    case 'year_from':
      return `Model year ${asked.year} or later?`;
  }
}

function answerTextOf(asked: Asked, answer: string): string {
  const yes = answer === 'yes';
  switch (asked.code) {
    case 'has':
      return `${yes ? 'With' : 'Without'} ${OPTIONS[asked.option]?.name ?? asked.option}`;
    case 'which': {
      const choice = CHOICES[asked.option];
      if (answer === 'other') return choice?.other ?? ANOTHER;
      return choice?.answers[answer] ?? (asked.option === 'engine' ? `${answer} liter` : answer);
    }
    case 'built_from':
      return yes ? `In ${printed(asked.month)} or later` : `Before ${printed(asked.month)}`;
    case 'year_from':
      return yes ? `${asked.year} or later` : `Before ${asked.year}`;
  }
}

/** What an option question asks; reports of schema_version 1 stored the words. */
export const questionText = ({ asked, text = '' }: Pick<OptionQuestion, 'asked' | 'text'>): string =>
  asked ? askedText(asked) : text;

/** What an answer to an option question says; empty for one it has not. */
export function answerText({ asked, answers }: OptionQuestion, id: string | null | undefined): string {
  const answer = answers.find((one) => one.id === id);
  if (!answer) return '';
  return asked ? answerTextOf(asked, answer.id) : (answer.text ?? '');
}

/** Who told an answer, without a full stop; reports of schema_version 1 stored the words. */
export function toldWords({ told, because = '' }: Pick<Answered, 'told' | 'because'>): string {
  return told ? toldBy(told) : because;
}

function toldBy(told: ToldBy): string {
  switch (told.code) {
    case 'vin':
      return `The VIN says ${told.says}`;
    case 'vin_year':
      return `The VIN says model year ${told.year}`;
    case 'user':
      return 'Answered by the user';
  }
}

/** What narrowed a line's numbers; reports of schema_version 1 stored the words. */
export function narrowedWords({ chosen, answered, because = '' }: Narrowed): string {
  if (because !== '') return because;
  if (chosen) return 'Chosen by the user';
  if (!answered) return '';
  const { asked, answer, told } = answered;
  return `${askedText(asked)} ${answerTextOf(asked, answer)} (${toldBy(told)})`;
}
