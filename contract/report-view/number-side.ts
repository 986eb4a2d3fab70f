import type { EstimateLine, OemNumber } from '../schemas/estimate.ts';

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

/** Why a line has no number, with the other side's where that is known: no number that fits; null: nothing to say. */
export function whyNoNumber({
  oem_missing_reason: missing,
  counterpart,
}: Pick<EstimateLine, 'oem_missing_reason' | 'counterpart'>): string | null {
  if (!counterpart) return missing;
  const { number, side, others } = counterpart;
  const more = others > 0 ? ` and ${others} more` : '';
  return `${missing ? `${missing}. ` : ''}Counterpart of ${number}${more}, ${side}; number for this side not known`;
}

/** The side of the car a line is on, in words; the second line of a pair nobody told apart is the other side; null: none. */
export function lineSide({ id, side }: Pick<EstimateLine, 'id' | 'side'>): string | null {
  if (side === 'left' || side === 'right') return side;
  if (side !== 'unknown') return null;
  return id.endsWith(':2') ? 'the other side' : 'side not known';
}

/** A part's name with the side its line is on, said once. */
export function sidedName(line: Pick<EstimateLine, 'id' | 'name' | 'side'>): string {
  const side = lineSide(line);
  return side === null || line.name.toLowerCase().includes(side) ? line.name : `${line.name}, ${side}`;
}
