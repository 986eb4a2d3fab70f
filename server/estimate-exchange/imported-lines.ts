import {
  type ImportedEstimate,
  type ImportedLine,
  importedEstimateSchema,
  type LineDamage,
  type LineState,
  MOST_IMPORTED_LINES,
} from '../../contract/estimate-exchange/imported-estimate.ts';
import type { DecodedVin } from '../../contract/schemas/vehicle.ts';
import { matchEstimateLine } from '../categories/match-estimate-line.ts';
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
  /** Null: the file gives none. */
  readonly number: number | null;
  /** 0 the first estimate, then the supplement that wrote the line. */
  readonly supplement: number;
  readonly state: 'original' | 'added' | 'changed' | 'deleted';
  readonly damage: LineDamage;
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
    /** US dollars for the hours; null: the file has neither an amount nor a rate for them. */
    readonly amount: number | null;
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

/** The sum, rounded to hundredths. */
export const sum = (values: readonly number[]): number =>
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

function lineOf({ line, state, number, group }: ReadLine, make: string): ImportedLine {
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
  const named = matchEstimateLine({
    make,
    name: description,
    section: group ?? '',
    ...(part?.oem_number && { number: part.oem_number }),
  });
  return {
    number,
    state,
    damage: line.damage,
    counts: counts(state, line.damage),
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
    labour_amount: line.work.some(({ hours, amount }) => hours !== 0 && amount === null)
      ? null
      : sum(line.work.map(({ hours, amount }) => (hours === 0 ? 0 : (amount ?? 0)))),
    // A price that buys no part is that of somebody else's work.
    other: sum([line.other, part === null ? (line.price ?? 0) : 0]),
  };
}

/** What the codes of transactions (EMS) and line states (BMS) say; null: nothing. Both formats number them alike. */
export function codedState(code: string | null): 'added' | 'changed' | 'deleted' | null {
  if (code === null) return null;
  if (/^(?:[2c]|modif|revis|updat)/i.test(code)) return 'changed';
  if (/^(?:[3d]|remov|void)/i.test(code)) return 'deleted';
  return /^[1a]/i.test(code) ? 'added' : null;
}

/** A supplement adds lines; the first estimate has them from the start. */
export const lineState = (coded: ReturnType<typeof codedState>, supplement: number): RawLine['state'] =>
  coded === 'changed' || coded === 'deleted' ? coded : supplement > 0 ? 'added' : 'original';

const counts = (state: LineState, damage: LineDamage): boolean =>
  state !== 'deleted' && state !== 'replaced' && damage === 'this_loss';

/** Paint and further work in a line of its own under that of its part. */
const belongsTo = (line: RawLine, parent: ReadLine): boolean =>
  line.description === parent.line.description &&
  (line.price ?? 0) === 0 &&
  line.other === 0 &&
  line.oemNumber === null &&
  line.damage === parent.line.damage &&
  counts(line.state, line.damage) === counts(parent.state, parent.line.damage);

type ReadLine = {
  readonly line: RawLine & { readonly work: RawLine['work'][number][] };
  readonly number: number;
  readonly group: string | null;
  readonly state: LineState;
};

/** Whether a line is the later version of one of the same number: a later supplement's, or further on the same work again. */
function supersedes(later: RawLine, isBehind: boolean, line: RawLine): boolean {
  if (later.state !== 'changed' && later.state !== 'deleted') return false;
  if (later.supplement !== line.supplement) return later.supplement > line.supplement;
  const codes = new Set(later.work.map(({ code }) => code));
  return (
    isBehind &&
    later.description === line.description &&
    line.work.every(({ code }) => codes.has(code)) &&
    (later.state === 'changed' || (later.partCode === line.partCode && later.oemNumber === line.oemNumber))
  );
}

/** Lines that were changed or deleted under the number they had: the earlier version no longer counts. */
function replacedLines(raw: readonly RawLine[]): ReadonlySet<RawLine> {
  const replaced = new Set<RawLine>();
  const byNumber = Map.groupBy(
    raw.filter(({ number }) => number !== null),
    ({ number }) => number,
  );
  for (const versions of byNumber.values())
    for (const [at, line] of versions.entries())
      if (
        line.state !== 'deleted' &&
        versions.some((later, place) => later !== line && supersedes(later, place > at, line))
      )
        replaced.add(line);
  return replaced;
}

/**
 * Reads raw lines: headings and notes are left out, work of a line in a line of its own is taken into it, and lines without a
 * number stay separate.
 * @param make Make of the lines' car, as the file writes it.
 * @throws {AppError} `validation_error` where there are more lines than an estimate has.
 */
export function importedLines(raw: readonly RawLine[], make: string | null): ImportedLine[] {
  const lines: ReadLine[] = [];
  const numbered = new Map<number, ReadLine>();
  const replaced = replacedLines(raw);
  let unnumbered = raw.reduce((most, { number }) => Math.max(most, number ?? 0), 0);
  let group: string | null = null;
  for (const line of raw) {
    if (line.reference === NOTE_REF) continue;
    if (isHeading(line)) {
      group = tidyText(line.description);
      continue;
    }
    if (isEmpty(line)) continue;
    const parent = line.parent === null ? undefined : numbered.get(line.parent);
    if (parent && belongsTo(line, parent)) {
      for (const work of line.work) parent.line.work.push(work);
      continue;
    }
    if (line.number === null) unnumbered += 1;
    const read: ReadLine = {
      line: { ...line, work: [...line.work] },
      number: line.number ?? unnumbered,
      group: tidyText(line.heading) ?? group,
      state: replaced.has(line) ? 'replaced' : line.state,
    };
    lines.push(read);
    if (line.number !== null) numbered.set(line.number, read);
    // Before their names are read, which takes longest.
    if (lines.length > MOST_IMPORTED_LINES) throw unreadableEstimate('too_large');
  }
  const key = make === null ? '' : (readMake(make).key ?? '');
  return lines.map((line) => lineOf(line, key));
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
