import { type LabelPair, labelPairs, plainLabel, type Shapes } from './label-value-text.ts';
import { sameVin } from './listing-values.ts';
import { isVehicleTitle, withoutVin } from './vehicle-title.ts';

/** Which lines of a text are of which car: a search page or a watch list has the labels of each car once more. */

/** The part of a text that is of one car, and what names it there. */
export type CarLines = {
  lotNumber: string | null;
  vin: string | null;
  name: string | null;
  lines: readonly string[];
  /** Even this part holds words of two cars: nothing in it can be told to be of one. */
  mixed: boolean;
};

/** How a site's text tells one car from the next. */
export type CarMarks = {
  labels: readonly string[];
  shapes: Shapes;
  /** Labels of which a car has one value only: where it changes, another car begins. */
  once: readonly string[];
  /** The lot number whose label stands at this line. */
  numberAt(lines: readonly string[], index: number): string | null;
};

/** Headings after which a lot page shows other cars. */
const OTHER_CARS = /^(compare auctions|similar (archival )?offers|similar (vehicles|lots)|recommended)$/i;
const VIN = /(?<![\w*])[A-HJ-NPR-Z0-9]{11}(?:[A-HJ-NPR-Z0-9]{6}|\*{6})(?![\w*])/;
const MOST_IN_LINE = 160;
/** More than a page of results shows. */
const MOST_CARS = 250;

type Mark = { at: number; value: string };
type Same = (a: string, b: string) => boolean;
/** One kind of mark of a text, in its order. */
type Kind = { marks: readonly Mark[]; same: Same };

const equal: Same = (a, b) => a === b;
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** One says the other, and perhaps more: `2019 LEXUS RX` and `2019 Lexus RX 350`, `27,366 mi` and `27,366 mi (ACTUAL)`. */
const oneInOther: Same = (a, b) => {
  const [first, second] = [letters(a), letters(b)];
  return first.startsWith(second) || second.startsWith(first);
};

/** The lines of a text by car: one part where they are all of one. */
export function carsInLines(shown: readonly string[], site: CarMarks): CarLines[] {
  const allPairs = labelPairs(shown, site.labels, site.shapes);
  const onceLabels = new Set(site.once.map(plainLabel));
  const lines = beforeOtherCars(shown, allPairs.find(({ label }) => onceLabels.has(label))?.at ?? null);
  const pairs = allPairs.filter(({ at }) => at < lines.length);
  const numbers = marksOf(lines, (_, at) => site.numberAt(lines, at), equal);
  const vins = marksOf(lines, (line) => VIN.exec(line)?.[0] ?? null, sameVin);
  const names = marksOf(lines, (line) => (isVehicleTitle(line) ? withoutVin(line) : null), oneInOther);
  const labels = labelKinds(pairs);
  const once = [...onceLabels].flatMap((label) => labels.get(label) ?? []);
  const named = { numbers, vins, names };
  const leader = [numbers, vins, names, ...once].find((kind) => runsOf(kind).length > 1);
  if (leader === undefined) return [partOf(lines, { from: 0, to: lines.length }, named, [])];
  const others = [numbers, vins, names, ...labels.values()].filter((kind) => kind !== leader);
  const leading = others.filter((kind) => leads(kind, leader, kind === names));
  const starts = runsOf(leader)
    .slice(0, MOST_CARS)
    .map(({ at }, index, runs) => startOf(at, runs[index - 1]?.last ?? -1, leading));
  const parts = starts.map((from, index) => {
    const range = { from, to: starts[index + 1] ?? lines.length };
    const told = within(pairs, range.from, range.to).length;
    return { ...partOf(lines, range, named, once), told };
  });
  // Behind a lot's own words a bare name only mentions another car.
  const first = parts.findIndex(({ told }) => told > 0);
  return oncePerNumber(
    parts.filter((part, index) => index <= first || part.told > 0 || part.lotNumber !== null),
  );
}

/** The one car of a text where its number and name stand there, whatever else does; null where there are more, or neither. */
export function onlyCar(lines: readonly string[], site: CarMarks): CarLines | null {
  const [car, ...more] = carsInLines(lines, site);
  return car && more.length === 0 && car.lotNumber !== null && car.name !== null ? car : null;
}

/** A menu entry has the same words as the heading over the other cars; it stands before the lot's own. */
function beforeOtherCars(lines: readonly string[], first: number | null): readonly string[] {
  const end = first === null ? -1 : lines.findIndex((line, at) => at > first && OTHER_CARS.test(line));
  return end < 0 ? lines : lines.slice(0, end);
}

function marksOf(
  lines: readonly string[],
  read: (line: string, at: number) => string | null,
  same: Same,
): Kind {
  const marks = lines.flatMap((line, at) => {
    const value = line.length > MOST_IN_LINE ? null : read(line, at);
    return value === null ? [] : [{ at, value }];
  });
  return { marks, same };
}

function labelKinds(pairs: readonly LabelPair[]): Map<string, Kind> {
  const kinds = new Map<string, Mark[]>();
  for (const { at, label, value } of pairs) {
    const marks = kinds.get(label) ?? [];
    marks.push({ at, value });
    kinds.set(label, marks);
  }
  return new Map([...kinds].map(([label, marks]) => [label, { marks, same: oneInOther }]));
}

/** What stands at the lines from `from` to before `to`: without a walk through all, which each of 250 cars would take. */
function within<T extends { at: number }>(marks: readonly T[], from: number, to: number): readonly T[] {
  const first = placeOf(marks, from);
  return marks.slice(first, Math.max(first, placeOf(marks, to)));
}

/** The place of the first that stands at a line or behind it. */
function placeOf(marks: readonly { at: number }[], line: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.at ?? line) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Marks that follow each other with one value, as one. */
function runsOf({ marks, same }: Kind): (Mark & { last: number })[] {
  const runs: (Mark & { last: number })[] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run && same(run.value, mark.value)) run.last = mark.at;
    else runs.push({ ...mark, last: mark.at });
  }
  return runs;
}

/** Whether a car's part begins with this kind rather than with the leader: it stands before the first one, and not after the last. */
function leads({ marks }: Kind, leader: Kind, isName: boolean): boolean {
  const [first, last] = [leader.marks[0], leader.marks.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (isName) return marks.some(({ at }) => at <= first.at);
  return marks.some(({ at }) => at < first.at) && !marks.some(({ at }) => at > last.at);
}

/** Where the part begins whose leader stands at `at`: with what leads it, after the part before. */
function startOf(at: number, after: number, leading: readonly Kind[]): number {
  let start = at;
  for (const kind of leading) {
    const between = within(kind.marks, after + 1, at + 1);
    const run = runsOf({ ...kind, marks: between }).at(-1);
    if (run && run.at < start) start = run.at;
  }
  return start;
}

function partOf(
  lines: readonly string[],
  { from, to }: { from: number; to: number },
  { numbers, vins, names }: Record<'numbers' | 'vins' | 'names', Kind>,
  once: readonly Kind[],
): CarLines {
  const [number, vin, name, ...values] = [numbers, vins, names, ...once].map(({ marks, same }) =>
    runsOf({ marks: within(marks, from, to), same }),
  );
  return {
    lotNumber: number?.[0]?.value ?? null,
    vin: vin?.[0]?.value ?? null,
    name: name?.[0]?.value ?? null,
    lines: lines.slice(from, to),
    mixed: [number, vin, name, ...values].some((runs) => (runs?.length ?? 0) > 1),
  };
}

/** A number that comes back later is of the same car. */
function oncePerNumber(parts: readonly CarLines[]): CarLines[] {
  const cars: CarLines[] = [];
  for (const { lotNumber, vin, name, lines, mixed } of parts) {
    const known = lotNumber === null ? -1 : cars.findIndex((car) => car.lotNumber === lotNumber);
    const car = cars[known];
    if (car) cars[known] = { ...car, lines: [...car.lines, ...lines] };
    else cars.push({ lotNumber, vin, name, lines, mixed });
  }
  return cars;
}
