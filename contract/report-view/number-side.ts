import { panelsOf } from '../car-diagram/panels-of.ts';
import type { NumberMissing } from '../facts/number-facts.ts';
import type { EstimateLine, OemNumber } from '../schemas/estimate.ts';
import { numberSource } from './source-date.ts';

/** For which side of the car a number is: as its source places it, in reports made before that was kept by its name; null untold. */
export function numberSide({ side, name }: Pick<OemNumber, 'side' | 'name'>): 'left' | 'right' | null {
  if (side) return side;
  const said = new Set((name.toLowerCase().match(/\b(?:left|right|[lr]h)\b/g) ?? []).map((word) => word[0]));
  if (said.size !== 1) return null;
  return said.has('l') ? 'left' : 'right';
}

/**
 * The number to order a line's part by. Where the line's side is not known, the first of each side with its side; how many
 * alternatives there are beside it; null where no source lists one.
 */
export function numberToOrder({ oem_numbers: numbers, side }: EstimateLine): string | null {
  const [first] = numbers;
  if (!first) return null;
  const sided = side === 'unknown' ? numbers.filter((number) => numberSide(number) !== null) : [];
  const one = sided.find((number) => numberSide(number) === 'left');
  const other = sided.find((number) => numberSide(number) === 'right');
  const told = [one, other].flatMap((number) => (number ? `${number.number} (${numberSide(number)})` : []));
  const shown = told.length === 0 ? [first.number] : told;
  const more = numbers.length - shown.length;
  return `${shown.join(' or ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function missingWords(missing: NumberMissing): string {
  switch (missing.code) {
    case 'not_listed':
      return 'OEM number not available';
    case 'pieces_only':
      return 'The catalogs we hold list only smaller pieces of this part for this car';
    case 'one_side':
      return `The catalogs we hold list this part for the ${missing.side} side only`;
    case 'added':
      return 'The user added this part without a number';
  }
}

/** So many numbers of similar cars are named. */
const MOST_SIMILAR = 3;

function similarWords(numbers: readonly OemNumber[]): string {
  const named = numbers.slice(0, MOST_SIMILAR).map((one) => `${one.number} (${numberSource(one, String)})`);
  const more = numbers.length - named.length;
  return `Seen on a similar car: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}; not known to fit this one`;
}

function counterpartWords({ number, side, others }: NonNullable<EstimateLine['counterpart']>): string {
  const more = others > 0 ? ` and ${others} more` : '';
  return `Counterpart of ${number}${more}, ${side}; number for this side not available`;
}

/** Which versions sources list for the other side alone; null: none, so that both sides have the same. */
export function oneSidedWords({ one_sided: alone }: Pick<EstimateLine, 'one_sided'>): string | null {
  if (!alone) return null;
  const { side, numbers } = alone;
  return `Listed for the ${side} side alone: ${numbers.join(', ')}; counterpart for this side not available`;
}

type Unnumbered = Pick<
  EstimateLine,
  'oem_missing' | 'oem_missing_reason' | 'counterpart' | 'similar_numbers'
>;

/**
 * Why a line has no number, with the other side's and those of similar cars where they are known: no number that fits; null:
 * nothing to say. Reports of schema_version 1 stored the words.
 */
export function whyNoNumber({
  oem_missing,
  oem_missing_reason: stored = null,
  counterpart,
  similar_numbers: similar = [],
}: Unnumbered): string | null {
  const said = [
    oem_missing ? missingWords(oem_missing) : stored,
    counterpart && counterpartWords(counterpart),
    similar.length > 0 ? similarWords(similar) : null,
  ].filter((words) => typeof words === 'string' && words !== '');
  return said.length === 0 ? null : said.join('. ');
}

type Sided = Pick<EstimateLine, 'id' | 'side' | 'standing' | 'other_side'>;

/**
 * The side of the car a line is on, in words; one piece of a pair nobody told apart is to be confirmed, its second is the
 * opposite side; null: none.
 */
export function lineSide({ id, side, standing, other_side }: Sided): string | null {
  if (side === 'left' || side === 'right') return side;
  if (side !== 'unknown') return null;
  if (standing !== undefined) return other_side ? 'opposite side' : 'side to confirm';
  // Reports of schema_version 1 tell the second piece by its id alone.
  return id.endsWith(':2') ? 'opposite side' : 'side to confirm';
}

/** At which end of the car a line is, where the same part is at both and its name does not tell; else null. */
export function lineEnd({
  category,
  name,
  position,
}: Pick<EstimateLine, 'category' | 'name' | 'position'>): 'front' | 'rear' | null {
  if (category === null || (position !== 'front' && position !== 'rear')) return null;
  if (name.toLowerCase().includes(position)) return null;
  return panelsOf(category, 'left', 'none').length > panelsOf(category, 'left', position).length
    ? position
    : null;
}

/** What a line is called wherever it is shown: its part, the end of the car where that is open, and its side, each said once. */
export function lineName(line: Sided & Pick<EstimateLine, 'category' | 'name' | 'position'>): string {
  const side = lineSide(line);
  const said = side !== null && line.name.toLowerCase().includes(side);
  return [line.name, lineEnd(line), said ? null : side].filter((word) => word !== null).join(', ');
}

/** What tells a number from others of the same part, in words; empty where nothing has to. What replaced it stands in supersession.ts. */
export function numberToldWords({ told_by: told, decides }: Pick<OemNumber, 'told_by' | 'decides'>): string {
  if (!told) return decides ?? '';
  const { years, note, words, drawing, untold } = told;
  return [
    years && `${years[0] ?? ''}–${years[1] ?? ''}`,
    note,
    words?.join(' '),
    drawing === undefined ? undefined : `drawing “${drawing}”`,
    untold ? 'the source names no difference: check by VIN' : undefined,
  ]
    .filter((word) => word !== undefined && word !== '')
    .join(' · ');
}
