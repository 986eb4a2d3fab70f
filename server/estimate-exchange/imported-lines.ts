import {
  type ImportedEstimate,
  type ImportedLine,
  importedEstimateSchema,
  MOST_IMPORTED_LINES,
} from '../../contract/estimate-exchange/imported-estimate.ts';
import type { DecodedVin } from '../../contract/schemas/vehicle.ts';
import { matchPartName } from '../categories/match-part-name.ts';
import { decodeVin } from '../vehicles/decode-vin.ts';
import { readMake } from '../vehicles/makes.ts';
import { LABOUR_BY_CODE, OPERATIONS_BY_CODE, PARTS_BY_CODE } from './ems-codes.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

/** Line numbers of the Mitchell database that stand for a note. */
const NOTE_REF = '900501';
/** What systems write where a number should stand. */
const NO_NUMBER = /^(none|existing|sublet|n\/?a|unknown)$/i;

/** A line as either format has it, before its codes are read. */
export type RawLine = {
  readonly number: number;
  /** The line it belongs to. */
  readonly parent: number | null;
  readonly heading: string | null;
  readonly description: string | null;
  readonly reference: string | null;
  readonly partCode: string | null;
  readonly oemNumber: string | null;
  readonly price: number | null;
  readonly quantity: number | null;
  readonly work: readonly {
    readonly code: string | null;
    readonly operation: string | null;
    readonly hours: number;
  }[];
  readonly other: number;
};

export const tidyText = (text: string | null | undefined): string | null =>
  text
    ?.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200) || null;

const isEmpty = ({ partCode, price, work, other }: RawLine): boolean =>
  partCode === null &&
  price === null &&
  other === 0 &&
  work.every(({ operation, hours }) => operation === null && hours === 0);

/** An upper-case line without work, part or price heads those after it. */
const isHeading = (line: RawLine): boolean =>
  isEmpty(line) &&
  line.description !== null &&
  /\p{Lu}/u.test(line.description) &&
  !/\p{Ll}/u.test(line.description);

const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((all, value) => all + value, 0) * 100) / 100;

function partOf({ partCode, oemNumber, price, quantity }: RawLine): ImportedLine['part'] {
  const type = partCode === null ? undefined : PARTS_BY_CODE.get(partCode);
  if (type === undefined) return null;
  const number = tidyText(oemNumber);
  return {
    type,
    oem_number: number === null || NO_NUMBER.test(number) ? null : number,
    price,
    quantity: quantity !== null && quantity > 0 && quantity <= 999 ? quantity : 1,
  };
}

function lineOf(line: RawLine, group: string | null, make: string): ImportedLine {
  const part = partOf(line);
  const labour = new Map<string, ImportedLine['labour'][number]>();
  for (const { code, hours } of line.work) {
    const type = LABOUR_BY_CODE.get(code ?? '') ?? null;
    if (type === 'refinish' || hours === 0) continue;
    const known = labour.get(code ?? '');
    labour.set(code ?? '', { type, hours: sum([known?.hours ?? 0, hours]) });
  }
  const operations = line.work.flatMap(({ operation }) => OPERATIONS_BY_CODE.get(operation ?? '') ?? []);
  const description = tidyText(line.description) ?? '';
  const named = matchPartName({
    make,
    name: description,
    diagram: group ?? '',
    ...(part?.oem_number && { number: part.oem_number }),
  });
  return {
    number: line.number,
    group,
    description,
    category: named.category,
    side: named.side,
    position: named.position,
    operation: operations[0] ?? null,
    part,
    labour: [...labour.values()],
    refinish_hours: sum(
      line.work.filter(({ code }) => LABOUR_BY_CODE.get(code ?? '') === 'refinish').map(({ hours }) => hours),
    ),
    // A price that buys no part is that of somebody else's work.
    other: sum([line.other, part === null ? (line.price ?? 0) : 0]),
  };
}

/** Paint and further work that stands in a line of its own under that of its part. */
const belongsTo = (line: RawLine, parent: RawLine): boolean =>
  line.description === parent.description &&
  (line.price ?? 0) === 0 &&
  line.other === 0 &&
  line.oemNumber === null;

/**
 * Lines with headings and notes taken out, and what belongs to a line taken into it; `make` is that of their car. Throws
 * validation_error where there are more than an estimate has.
 */
export function importedLines(raw: readonly RawLine[], make: string | null): ImportedLine[] {
  const lines = new Map<number, { line: RawLine; group: string | null; work: RawLine['work'][number][] }>();
  let group: string | null = null;
  for (const line of raw) {
    if (line.reference === NOTE_REF) continue;
    if (isHeading(line)) {
      group = tidyText(line.description);
      continue;
    }
    if (isEmpty(line)) continue;
    const parent = line.parent === null ? undefined : lines.get(line.parent);
    if (parent && belongsTo(line, parent.line)) {
      for (const work of line.work) parent.work.push(work);
      continue;
    }
    lines.set(line.number, { line, group: tidyText(line.heading) ?? group, work: [...line.work] });
    // Before their names are read, which takes longest.
    if (lines.size > MOST_IMPORTED_LINES) throw unreadableEstimate('too_large');
  }
  const key = make === null ? '' : (readMake(make).key ?? '');
  return [...lines.values()].map((one) => lineOf({ ...one.line, work: one.work }, one.group, key));
}

/** VIN, whether its check digit is right, and the model year it tells. */
export function readVehicle(told: {
  vin: string | null;
  year: string | null;
  make: string | null;
  model: string | null;
}): ImportedEstimate['vehicle'] {
  const listed = yearOf(told.year, []);
  const decoded = told.vin === null ? null : decodeVin(told.vin, listed);
  return {
    vin: decoded?.vin ?? null,
    vin_check_ok: decoded?.check_digit_ok ?? null,
    year: yearOf(told.year, decoded === null ? [] : yearsOf(decoded)),
    make: tidyText(told.make) ?? decoded?.make ?? null,
    model: tidyText(told.model) ?? decoded?.model ?? null,
  };
}

/** The years a VIN may mean. */
const yearsOf = ({ year, possible_years }: DecodedVin): readonly number[] =>
  year === null ? (possible_years ?? []) : [year];

/** A year of two digits is that of the VIN where they agree; where they do not, the year is unknown. */
function yearOf(told: string | null, decoded: readonly number[]): number | null {
  const digits = /^(?:\d\d|(?:19|20)\d\d)$/.test(told ?? '') ? Number(told) : null;
  if (digits === null) return decoded.length === 1 ? (decoded[0] ?? null) : null;
  if (digits > 99) return digits;
  if (decoded.length > 0) return decoded.find((year) => year % 100 === digits) ?? null;
  return digits <= 50 ? 2000 + digits : 1900 + digits;
}

/** The estimate as one value; throws validation_error where it has no lines, or figures that no estimate has. */
export function importedEstimate(estimate: ImportedEstimate): ImportedEstimate {
  if (estimate.lines.length === 0) throw unreadableEstimate('empty');
  const fits = importedEstimateSchema.safeParse(estimate);
  if (!fits.success) throw unreadableEstimate('damaged', fits.error);
  return fits.data;
}
