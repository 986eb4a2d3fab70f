import type { NumberMake } from '../../../contract/vehicles/makes.ts';

/** Makes whose numbers follow one system: a number of one is as good in the catalogue of the other. */
const FAMILY_OF = {
  toyota: 'toyota',
  lexus: 'toyota',
  honda: 'honda',
  acura: 'honda',
  nissan: 'nissan',
  infiniti: 'nissan',
  subaru: 'subaru',
  mazda: 'mazda',
  mitsubishi: 'mitsubishi',
  hyundai: 'hyundai',
  kia: 'hyundai',
  ford: 'ford',
  bmw: 'bmw',
  vw: 'vag',
  audi: 'vag',
  porsche: 'vag',
  volvo: 'volvo',
  jaguar: 'jlr',
  landrover: 'jlr',
  Scion: 'toyota',
  Genesis: 'hyundai',
  Lincoln: 'ford',
  Mercury: 'ford',
  MINI: 'bmw',
  'Rolls-Royce': 'bmw',
  Bentley: 'vag',
  Lamborghini: 'vag',
  Polestar: 'volvo',
  Buick: 'gm',
  Cadillac: 'gm',
  Chevrolet: 'gm',
  GMC: 'gm',
  Hummer: 'gm',
  Oldsmobile: 'gm',
  Pontiac: 'gm',
  Saab: 'gm',
  Saturn: 'gm',
  Chrysler: 'mopar',
  Dodge: 'mopar',
  Jeep: 'mopar',
  RAM: 'mopar',
  'Mercedes-Benz': 'mercedes',
  Smart: 'mercedes',
  Tesla: 'tesla',
  Suzuki: 'suzuki',
  'Alfa Romeo': 'general',
  'Aston Martin': 'general',
  Ferrari: 'general',
  Fiat: 'general',
  Fisker: 'general',
  Isuzu: 'general',
  Lucid: 'general',
  Maserati: 'general',
  McLaren: 'general',
  Rivian: 'general',
} as const satisfies Record<NumberMake, string>;

export type NumberFamily = (typeof FAMILY_OF)[NumberMake];

const VAG = [
  /^[0-9A-Z]{3}[ .-]?\d{3}[ .-]?\d{3}(?:[ .-]?[A-Z]{1,2})?(?:[ .-]?[0-9A-Z]{3})?$/,
  /^N[ .-]?\d{3}[ .-]?\d{3}[ .-]?\d{1,3}$/,
  /^WHT[ .-]?\d{3}[ .-]?\d{3}[A-Z]?$/,
];

/**
 * For makers whose numbers follow no rule that we know: six to sixteen letters and digits in up to five pieces with a digit each,
 * five digits and a few letters at most, and no day or phone number (judgement).
 */
const GENERAL =
  /^(?!\d{1,4}[.-]\d{1,2}[.-]\d{1,4}$)(?!\d{3}[.-]\d{3}[.-]\d{4}$)(?=(?:[^0-9]*\d){5})(?!(?:[^A-Z]*[A-Z]){6})(?=(?:[.-]?[0-9A-Z]){6,16}$)[A-Z]{0,3}\d[0-9A-Z]*(?:[.-](?:[A-Z]{1,2}(?=[.-]|$)|[0-9A-Z]*\d[0-9A-Z]*)){0,4}$/;

/**
 * The shapes of each family's numbers, upper case, with the separators its catalogues write. Read from public catalogue
 * listings (basis: anchored for Nissan, Infiniti, Subaru and BMW, where 99 % and more of real numbers pass; judgement for
 * the others, from listed examples, and for GM, Mopar, Mercedes-Benz, Tesla and Suzuki from how dealers and owners write them). A pass is a sanity check, never proof.
 */
const SHAPES: Readonly<Record<NumberFamily, readonly RegExp[]>> = {
  toyota: [
    /^(?:\d[0-9A-Z]{4}|PT[0-9A-Z]{3})-?[0-9A-Z]{5}(?:-?[0-9A-Z]{2})?$/,
    // Cars that Subaru builds: the 86 and its successors.
    /^SU\d{3}-?[0-9A-Z]{5}$/,
  ],
  honda: [
    /^\d{5}-?[0-9A-Z]{3}-?[0-9A-Z]{3,5}$/,
    /^\d{5}-?[0-9A-Z]{3}-?[0-9A-Z]{3}-?[A-Z]{2}$/,
    /^\d{5}-\d{5}-\d{2}$/,
    /^08[0-9A-Z]{3}-?[0-9A-Z]{3}-?[0-9A-Z]{3,4}$/,
  ],
  nissan: [
    /^(?:\d{5}|[A-Z]\d{4}|\d{3}[A-Z]{2}|[A-Z]{2}\d{3}|\d{3}[A-Z]\d|\d{4}[A-Z])-?[0-9A-Z]{5,7}$/,
    // Painted panels and air bags: F510M-…, H010A-…, K85P0-…; only with the dash, so that words don't pass.
    /^(?=[^-]*\d)[A-Z][0-9A-Z]{4}-[0-9A-Z]{5}$/,
  ],
  subaru: [/^\d{5}-?[A-Z]{2}\d{3}(?:-?[0-9A-Z]{2})?$/, /^[0-9A-Z]{5}[A-Z]{1,2}[0-9A-Z]{3,5}$/, /^\d{9}$/],
  mazda: [/^[0-9A-Z]{4}-?[0-9A-Z]{2}-?[0-9A-Z]{3,5}(?:-[0-9A-Z]{1,3})?$/],
  mitsubishi: [/^\d{4}-?[A-Z]\d{3}-?[A-Z]{0,2}$/, /^M[A-Z]\d{6}[A-Z]{0,2}$/],
  hyundai: [/^\d[0-9A-Z]{4}-?[0-9A-Z]{5}(?:-?[0-9A-Z]{2,3})?$/, /^[A-Z]\d[0-9A-Z]{3}-[0-9A-Z]{5}$/],
  ford: [
    /^[0-9A-Z]{2,4}-[0-9A-Z]{4,8}-[0-9A-Z]{1,6}$/,
    /^[0-9A-Z]{3}[0-9Z]\d[0-9A-Z]{3,7}[A-Z]{0,5}$/,
    /^W\d{6}-?S\d{3}[A-Z]?$/,
  ],
  bmw: [/^\d{2}[ .-]?\d{2}[ .-]?\d[ .-]?\d{3}[ .-]?\d{3}$/, /^\d{7}$/],
  vag: VAG,
  volvo: [/^\d{6,8}$/],
  jlr: [
    /^[A-Z]{2,4}-?\d{3,6}[A-Z]{0,3}$/,
    /^[A-Z]\d[A-Z]\d{3,6}[A-Z]{0,2}$/,
    /^[A-Z]{2}[0-9A-Z]{2}-[0-9A-Z]{4,7}-[A-Z]{2,3}$/,
  ],
  gm: [/^\d{7,8}$/],
  // Eight digits and the two letters of the version; trim pieces carry their color: 5JP31TZZAC.
  mopar: [/^\d{7,8}[A-Z]{2}$/, /^\d[0-9A-Z]{7}[A-E][A-Z]$/],
  mercedes: [/^[A-Z]?[ .-]?\d{3}[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}(?:[ .-]?\d{4})?$/],
  tesla: [/^\d{7}-?[0-9A-Z]{2}-?[A-Z]$/],
  suzuki: [/^\d{5}-?[0-9A-Z]{5}(?:-?[0-9A-Z]{3})?$/],
  general: [GENERAL],
};

/** Porsche numbers its own cars beside the shared VAG parts. */
const PORSCHE = [
  ...VAG,
  /^[0-9A-Z]{3}[ .-]?\d{3}[ .-]?\d{3}[ .-]?\d{2}(?:[ .-]?[0-9A-Z]{3})?$/,
  /^PAF?\d{6,7}$/,
];

export function numberFamily(make: NumberMake): NumberFamily {
  return FAMILY_OF[make];
}

/** Spreadsheets drop the leading zeros of BMW's eleven digits. */
function withLostZeros(make: NumberMake | null, number: string): string {
  return make === 'bmw' && /^\d{8,10}$/.test(number) ? number.padStart(11, '0') : number;
}

/** The number for comparing: upper case, without spaces, dots, dashes, underscores and slashes. */
export function normaliseNumber(number: string, make: NumberMake | null = null): string {
  return withLostZeros(make, number.toUpperCase().replace(/[\s.\-_/‐-―]/g, ''));
}

/** Whether a number has the shape this make's numbers have. */
export function numberFormatOk(make: NumberMake, number: string): boolean {
  const written = withLostZeros(make, number.trim().toUpperCase());
  const shapes = make === 'porsche' ? PORSCHE : SHAPES[FAMILY_OF[make]];
  return shapes.some((shape) => shape.test(written));
}

/** Letters by which Nissan replaces the first digit of a code on kits and primed panels: F2022 is 62022. */
const NISSAN_DIGITS = ' ABCDEFGHK';

/**
 * The part of a number in which its maker says what the piece is (62022 is a front fascia on every Nissan), null where the
 * family has no such part or the number does not show it. Numbers with different codes are different pieces, not versions.
 */
export function functionCode(make: NumberMake, number: string): string | null {
  const bare = normaliseNumber(number, make);
  switch (FAMILY_OF[make]) {
    case 'nissan': {
      const digit = NISSAN_DIGITS.indexOf(bare.charAt(0));
      return (digit > 0 ? String(digit) : bare.charAt(0)) + bare.slice(1, 4);
    }
    case 'toyota':
    case 'honda':
    case 'hyundai':
    case 'subaru':
      return bare.slice(0, 5);
    case 'mazda':
      return bare.slice(4, 9);
    case 'vag':
      return /^[0-9A-Z]{3}\d{6}/.test(bare) ? bare.slice(3, 9) : null;
    case 'ford':
      return (
        number
          .trim()
          .toUpperCase()
          .split('-')[1]
          ?.replace(/[A-Z]+$/, '') ?? null
      );
    default:
      return null;
  }
}
