import type {
  ComparedRow,
  ComparedShare,
  EstimateComparison,
  MissedOperation,
} from '../../contract/estimate-exchange/estimate-comparison.ts';
import type { ImportedEstimate, ImportedLine } from '../../contract/estimate-exchange/imported-estimate.ts';
import { orderLines } from '../../contract/report-view/line-order.ts';
import { lineName } from '../../contract/report-view/number-side.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import { centsFromDollars as cents, dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { type CallingLine, calledOperations, notFitted } from '../estimate/lines/missed-operations.ts';
import type { RepairedCar } from '../estimate/lines/operation-rule.ts';
import { electrified } from '../vehicles/fuel-of-model.ts';
import { readMake } from '../vehicles/makes.ts';
import { isWritten, tenthsOf } from './ems-rows.ts';

type Place = Pick<ComparedRow, 'category' | 'side' | 'position'>;
/** What one estimate has for one part. */
type Entry = Place & { readonly share: ComparedShare };

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Hours in tenths, each line's for itself, as the line goes into an EMS set: so they add up, and so they are compared. */
function ourShare(line: EstimateLine): ComparedShare {
  const tenths = tenthsOf(line.labour?.hours.likely ?? 0);
  const paints = line.labour?.type === 'refinish';
  return {
    names: [lineName(line)],
    labour_hours: paints ? 0 : tenths / 10,
    refinish_hours: (tenthsOf(line.refinish?.hours ?? 0) + (paints ? tenths : 0)) / 10,
    parts: dollars(Math.round(cents(line.part_price?.likely ?? 0) * line.quantity)),
    other: line.sublet?.likely ?? 0,
  };
}

const theirShare = ({ description, part, labour, refinish_hours, other }: ImportedLine): ComparedShare => ({
  names: [description],
  labour_hours: hundredths(labour.reduce((sum, { hours }) => sum + hours, 0)),
  refinish_hours,
  parts: part ? dollars(Math.round(cents(part.price ?? 0) * part.quantity)) : 0,
  other,
});

/** The part a line is of; what is aligned or aimed is an operation, as ours are. */
const partNamed = ({ category, part, operation }: ImportedLine): string | null =>
  part === null && operation === 'align' ? null : category;

const together = (a: ComparedShare, b: ComparedShare): ComparedShare => ({
  names: [...new Set([...a.names, ...b.names])],
  labour_hours: hundredths(a.labour_hours + b.labour_hours),
  refinish_hours: hundredths(a.refinish_hours + b.refinish_hours),
  parts: dollars(cents(a.parts) + cents(b.parts)),
  other: dollars(cents(a.other) + cents(b.other)),
});

/** A line of both sides at once, as R&I of a set, goes with one whose side is not known. */
const sideOf = (side: Place['side']): Place['side'] => (side === 'unknown' ? 'none' : side);

/** Lines of one part as one entry; lines that are of no part stay apart. */
function byPart(entries: readonly Entry[]): Entry[] {
  const parts = new Map<string, Entry>();
  entries.forEach((entry, index) => {
    const { category, side, position } = entry;
    const key = category === null ? `line ${index}` : [category, sideOf(side), position].join(' ');
    const known = parts.get(key);
    parts.set(key, known ? { ...known, share: together(known.share, entry.share) } : entry);
  });
  return [...parts.values()];
}

/** The one answers the other where one of them does not tell. */
const agree = <T extends string>(a: T, b: T, untold: readonly T[]): number =>
  a === b ? 2 : untold.includes(a) || untold.includes(b) ? 1 : 0;

/** How well two entries of the same category stand for the same piece; 0: they do not. */
function samePiece(a: Place, b: Place): number {
  if (a.category === null || a.category !== b.category) return 0;
  const side = agree(a.side, b.side, ['none', 'unknown', 'center']);
  const position = agree(a.position, b.position, ['none']);
  return side === 0 || position === 0 ? 0 : side + position;
}

/** Words of a name, as Americans spell them. */
const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .toLowerCase()
      .replaceAll('colour', 'color')
      .match(/[a-z0-9]+/g)
      ?.filter((word) => word.length > 1) ?? [],
  );

/** From this share of their words in common two names are of the same operation. Judgement. */
const SAME_WORDS = 0.6;

/** How many of the words of two names are the same, 0–1, where that is enough to be of the same operation; else 0. */
function sameWords(name: string, otherName: string): number {
  const [one, other] = [wordsOf(name), wordsOf(otherName)];
  const both = [...one].filter((word) => other.has(word)).length;
  const share = both / Math.max(1, Math.min(one.size, other.size));
  return both > 0 && share >= SAME_WORDS ? share + both / 100 : 0;
}

const sameOperation = (a: Entry, b: Entry): number =>
  a.category !== null && b.category !== null
    ? 0
    : sameWords(a.share.names.join(' '), b.share.names.join(' '));

/** Pairs the entries of two estimates, the surest first, each once. */
function pairs(
  ours: readonly Entry[],
  theirs: readonly Entry[],
  likeness: (a: Entry, b: Entry) => number,
): Map<Entry, Entry> {
  const candidates = ours
    .flatMap((a) => theirs.map((b) => ({ a, b, score: likeness(a, b) })))
    .filter(({ score }) => score > 0)
    .toSorted((x, y) => y.score - x.score);
  const paired = new Map<Entry, Entry>();
  const taken = new Set<Entry>();
  for (const { a, b } of candidates) {
    if (paired.has(a) || taken.has(b)) continue;
    paired.set(a, b);
    taken.add(b);
  }
  return paired;
}

/** Characters that both VINs show at the same place, and differ: then they are of two cars. Stars are hidden. */
const differs = (vin: string, other: string): boolean =>
  [...vin].some((character, at) => {
    const there = other[at] ?? '*';
    return character !== '*' && there !== '*' && character !== there;
  });

/** Two spellings of one make are that make. */
const otherMake = (make: string | null, other: string | null): boolean =>
  make !== null && other !== null && readMake(make).name !== readMake(other).name;

function sameCar(
  { vehicle: ours }: ReportModel,
  { vehicle }: ImportedEstimate,
): EstimateComparison['same_car'] {
  const { vin } = ours;
  if (vin !== null && vehicle.vin !== null) {
    if (differs(vin, vehicle.vin)) return 'no';
    if (!ours.vin_masked && vehicle.vin_check_ok !== null) return 'yes';
  }
  return otherMake(ours.make, vehicle.make) ? 'no' : 'unknown';
}

/** The edges of a new panel are in its own paint time where an estimating system wrote it. */
const INSIDE_PANEL_TIME = 'inside';

/** The car their estimate is of, as far as operations hang on it: of a year nobody tells it has none of the newer ones. */
function repairedCar(model: ReportModel, imported: ImportedEstimate): RepairedCar {
  const { vehicle } = model;
  const drive = sameCar(model, imported) === 'no' ? null : electrified(vehicle.fuel ?? '');
  return {
    year: imported.vehicle.year ?? vehicle.year ?? 0,
    electric: drive === 'Electric',
    hybrid: drive === 'Hybrid',
    body_class: vehicle.body_class,
    stage: 'two_stage',
  };
}

/** Of the operations that their lines call for those that none of their lines without a part is named like. */
function missedOperations(lines: readonly ImportedLine[], car: RepairedCar): MissedOperation[] {
  const calling = lines.flatMap(
    ({ number, description, side, category, position, ...line }): CallingLine[] =>
      category === null
        ? []
        : [
            {
              id: String(number),
              name: description,
              side,
              category,
              position,
              operation: line.operation ?? (line.part ? 'replace' : 'repair'),
              labour: null,
              painted: line.refinish_hours > 0,
            },
          ],
  );
  const written = lines.filter(({ part }) => part === null).map(({ description }) => description);
  return calledOperations(calling, new Set([...notFitted(car), INSIDE_PANEL_TIME])).flatMap(
    ({ id, name, callers }) =>
      written.some((description) => sameWords(name, description) > 0)
        ? []
        : [{ id, name, called_by: [...new Set(callers.map((line) => line.name))] }],
  );
}

/** Hours of all rows. */
const hoursOf = (entries: readonly Entry[]): number =>
  hundredths(entries.reduce((sum, { share }) => sum + share.labour_hours + share.refinish_hours, 0));

const isMarked = ({ state, counts }: ImportedLine): boolean => state !== 'original' || !counts;

/**
 * Compares an imported estimate with the report's written lines: what both have, what only one has, what operations theirs may
 * have missed, and the lines its file marks. Lines that do not count are in no row.
 */
export function compareEstimates(model: ReportModel, imported: ImportedEstimate): EstimateComparison {
  const written = orderLines(model.estimate.lines.filter(isWritten));
  const ours = byPart(
    written.map((line) => ({
      // R&I is of its part; other standard operations are of none.
      category: line.block === 'standard' && line.operation !== 'r_and_i' ? null : line.category,
      side: line.side,
      position: line.position,
      share: ourShare(line),
    })),
  );
  const counted = imported.lines.filter(({ counts }) => counts);
  const theirs = byPart(
    counted.map((line) => ({
      category: partNamed(line),
      side: line.side,
      position: line.position,
      share: theirShare(line),
    })),
  );
  const byPiece = pairs(ours, theirs, samePiece);
  const paired = new Set(byPiece.values());
  const byWords = pairs(
    ours.filter((entry) => !byPiece.has(entry)),
    theirs.filter((entry) => !paired.has(entry)),
    sameOperation,
  );
  const answers = new Map([...byPiece, ...byWords]);
  const answered = new Set(answers.values());
  const row = (place: Place, a: Entry | null, b: Entry | null): Omit<ComparedRow, 'number'> => ({
    category: place.category,
    side: place.side,
    position: place.position,
    ours: a?.share ?? null,
    theirs: b?.share ?? null,
  });
  const { lines: all, ...head } = imported;
  const { estimate } = model;
  return {
    theirs: { ...head, lines: counted.length, hours: hoursOf(theirs) },
    ours: {
      lines: written.length,
      hours: hoursOf(ours),
      total: estimate.outcome?.as_written ?? estimate.total.likely,
    },
    same_car: sameCar(model, imported),
    rows: [
      ...ours.map((entry) => row(entry, entry, answers.get(entry) ?? null)),
      ...theirs.filter((entry) => !answered.has(entry)).map((entry) => row(entry, null, entry)),
    ].map((of, index) => ({ number: index + 1, ...of })),
    missed: missedOperations(counted, repairedCar(model, imported)),
    marked: all.filter(isMarked).map((line) => ({
      number: line.number,
      description: line.description,
      state: line.state,
      damage: line.damage,
      counts: line.counts,
      share: theirShare(line),
    })),
  };
}
