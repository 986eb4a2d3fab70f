import type { OdometerReading } from '../../contract/photo-reading/photo-reading.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { TextLine } from './text-line.ts';

export type OdometerRead = {
  readonly value: number;
  readonly unit: 'mi' | 'km' | null;
  readonly line: TextLine;
};

/** With a comma for the thousands, which is read as a point too and set apart, or without. */
const FIGURE = String.raw`\d{1,3}(?:[,.] ?\d{3})+|\d{4,6}`;
/** Such a figure alone: the decimals of a trip meter, times and degrees are none. */
const NUMBER = String.raw`(?<![\d.,:])(${FIGURE})(?![\d:°]|[.,]\d)`;
const UNIT = '(?:(MILES|MI|KM)(?![A-Z/]))';
/** ODO, as it is misread too. */
const ANNOUNCED = '(?:[O0]D[O0]|T[O0]TAL)';
const AFTER_WORD = new RegExp(String.raw`${ANNOUNCED}[^A-Z0-9]*(${FIGURE})(?![\d:°]|[.,]\d)\s*${UNIT}?`);
const BEFORE_UNIT = new RegExp(String.raw`${NUMBER}\s*${UNIT}`, 'g');
const ALONE = new RegExp(String.raw`^\D*?${NUMBER}\s*${UNIT}?\D*$`);
const ENDS_WITH_WORD = new RegExp(String.raw`${ANNOUNCED}\W*$`);
/** What else a dash counts in miles or shows in digits. */
const OTHERS = /TRIP|RANGE|AVG|AVERAGE|SERVICE|OIL|NEXT|MPG|TEMP|°/;

const DIGITS = { least: 4, most: 6 };
/** Any digits that stand together. */
const ANY = new RegExp(String.raw`${FIGURE}|\d+`, 'g');
const numberIn = (digits: string): number | null => {
  const bare = digits.replaceAll(/\D/g, '');
  const value = Number(bare);
  return bare.length < DIGITS.least || bare.length > DIGITS.most || value === 0 ? null : value;
};
const unitOf = (word: string | undefined): OdometerRead['unit'] =>
  word === undefined ? null : word === 'KM' ? 'km' : 'mi';

const heightOf = ({ box: [, y0, , y1] }: TextLine): number => y1 - y0;
const overlaps = ([a0, , a1]: TextLine['box'], [b0, , b1]: TextLine['box']): boolean => a0 < b1 && b0 < a1;
/** Whether a line stands right above or below another. */
function isBeside(line: TextLine, other: TextLine): boolean {
  const gap = Math.max(other.box[1] - line.box[3], line.box[1] - other.box[3]);
  return gap >= -heightOf(line) / 2 && gap < 1.5 * heightOf(line) && overlaps(line.box, other.box);
}

/** What one line tells, by itself and by the lines beside it. */
function inLine(line: TextLine, others: readonly TextLine[]): OdometerRead[] {
  const text = line.text.toUpperCase();
  const read = (digits: string | undefined, unit: string | undefined): OdometerRead[] => {
    const value = digits === undefined ? null : numberIn(digits);
    return value === null ? [] : [{ value, unit: unitOf(unit), line }];
  };
  const named = AFTER_WORD.exec(text);
  if (named) return read(named[1], named[2]);
  if (OTHERS.test(text)) return [];
  const beside = others.filter((other) => isBeside(line, other));
  if (beside.some((other) => OTHERS.test(other.text.toUpperCase()))) return [];
  const united = [...text.matchAll(BEFORE_UNIT)].flatMap(([, digits, unit]) => read(digits, unit));
  if (united.length > 0) return united;
  const under = beside.some(
    (other) => other.box[1] < line.box[1] && ENDS_WITH_WORD.test(other.text.toUpperCase()),
  );
  const alone = under ? ALONE.exec(text) : null;
  return alone ? read(alone[1], alone[2]) : [];
}

/**
 * The odometer readings among the lines of a dash: digits after ODO or TOTAL, or before mi or km. Trip meters, ranges, averages and
 * scales are none. Several different ones mean that nobody knows which it is.
 */
export const odometersIn = (lines: readonly TextLine[]): OdometerRead[] =>
  lines.flatMap((line) =>
    inLine(
      line,
      lines.filter((other) => other !== line),
    ),
  );

/** Whether lines show these very digits as a number of their own; where only the number was read again, its words may be cut off. */
export const showsNumber = (lines: readonly TextLine[], value: number): boolean =>
  lines.some(({ text }) =>
    [...text.toUpperCase().matchAll(ANY)].some(([digits]) => numberIn(digits) === value),
  );

const KM_PER_MILE = 1.609344;
/** A listing may be some days older than its photos, and rounded. */
const NEAR = 0.01;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR * Math.max(a, b);
/** Whether one is the other with a digit lost. */
function lostDigit(a: number, b: number): boolean {
  const [long, short] = [String(a), String(b)].toSorted((x, y) => y.length - x.length) as [string, string];
  return (
    long.length === short.length + 1 &&
    [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
  );
}

type Beside = OdometerReading['listing'];

/**
 * How a reading stands beside the listing's: `unit` where one of both is told in the other's; null where a digit was rather lost or
 * doubled in reading, so that nothing was read.
 */
export function odometerBesideListed(
  { value, unit }: Pick<OdometerRead, 'value' | 'unit'>,
  { odometer, mileage }: Pick<Lot, 'odometer' | 'mileage'>,
): Beside | null {
  const listed = odometer?.value ?? mileage;
  const listedUnit = odometer?.value == null ? 'mi' : odometer.unit;
  if (listed === null || listed === 0) return 'none';
  if (unit !== null && listedUnit !== null && unit !== listedUnit) {
    const [miles, listedMiles] =
      unit === 'km' ? [value / KM_PER_MILE, listed] : [value, listed / KM_PER_MILE];
    if (near(miles, listedMiles)) return 'same';
  }
  if (near(value, listed))
    return unit === null || listedUnit === null || unit === listedUnit ? 'same' : 'unit';
  if (near(value, listed * KM_PER_MILE) || near(value * KM_PER_MILE, listed)) return 'unit';
  if (near(value, listed * 10) || near(value * 10, listed) || lostDigit(value, listed)) return null;
  return value < listed ? 'lower' : 'higher';
}
