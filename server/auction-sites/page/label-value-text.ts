/** Label and value pairs from visible text: the form that outlives every redesign of a page. */

/** Longer texts are no label; the pattern's time would grow with the square of theirs. */
const LONGEST_LABEL = 100;

/** A label as it is compared: in lower case, with single spaces, without what stands after it. */
export const plainLabel = (text: string): string => {
  const lower = text.slice(0, LONGEST_LABEL).toLowerCase();
  // Most lines end in a letter and hold single spaces: then nothing is replaced.
  return (/[:?\s]$/.test(lower) ? lower.replace(/[:?\s]+$/, '') : lower)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
};

/** The value of a label, or null. */
export type LabelValues = (label: string) => string | null;

type Pair = { label: string; value: string };
/** A label with its value, and the line it stands at. `sure`: more than a space stands between them. */
export type LabelPair = Pair & { at: number; sure: boolean };

/** What a value must look like, so that a heading of the same words is not taken for the label. */
export type Shapes = Readonly<Record<string, RegExp>>;

/**
 * Reads `Label: value`, `Label` with the value on the next line, and `Label value`. `labels` are all labels of the
 * page, so that a label which stands where a value should be is not taken for one. Where a label repeats, the first
 * value that fits its shape wins; a pair with only a space between gives way to any other.
 */
export function readLabels(
  lines: readonly string[],
  labels: readonly string[],
  shapes: Shapes = {},
): LabelValues {
  const sure = new Map<string, string>();
  const spaced = new Map<string, string>();
  for (const pair of labelPairs(lines, labels, shapes)) {
    const found = pair.sure ? sure : spaced;
    if (!found.has(pair.label)) found.set(pair.label, pair.value);
  }
  const { plainOf } = wordsOf(labels);
  return (label) => {
    const plain = plainOf.get(label) ?? plainLabel(label);
    return sure.get(plain) ?? spaced.get(plain) ?? null;
  };
}

/** All pairs of a text in its order, by the rules of `readLabels`. */
export function labelPairs(
  lines: readonly string[],
  labels: readonly string[],
  shapes: Shapes = {},
): LabelPair[] {
  const { known, byFirstWord } = wordsOf(labels);
  const shapeOf = shapesOf(shapes);
  const plain = plainLines(lines);
  return lines.flatMap((line, at) => {
    if (line.length > MAX_LINE) return [];
    const whole = pairAt(lines, plain, at, known);
    const pair = whole ?? (known.has(plain[at] ?? '') ? null : spacedPair(line, known, byFirstWord, shapeOf));
    if (pair === null || !(shapeOf.get(pair.label)?.test(pair.value) ?? true)) return [];
    return [{ ...pair, at, sure: whole !== null }];
  });
}

/** What `make` makes of each list or table, once: a page is read by several rules, and many pages by the same labels. */
function onceFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

type Words = {
  plainOf: ReadonlyMap<string, string>;
  known: ReadonlySet<string>;
  byFirstWord: ReadonlyMap<string, readonly string[]>;
};
/** The labels as they are compared, and by their first word the longest first. */
const wordsOf = onceFor((labels: readonly string[]): Words => {
  const plainOf = new Map(labels.map((label) => [label, plainLabel(label)]));
  const known = new Set(plainOf.values());
  const longestFirst = [...known].toSorted((a, b) => b.length - a.length);
  return { plainOf, known, byFirstWord: Map.groupBy(longestFirst, firstWord) };
});
const firstWord = (text: string): string => {
  const space = text.indexOf(' ');
  return space < 0 ? text : text.slice(0, space);
};
const shapesOf = onceFor(
  (shapes: Shapes): ReadonlyMap<string, RegExp> =>
    new Map(Object.entries(shapes).map(([label, shape]) => [plainLabel(label), shape])),
);
const plainLines = onceFor((lines: readonly string[]): readonly string[] => lines.map(plainLabel));

const MAX_LINE = 400;

/** A pair with a colon, or over two lines; `plain` are the lines as labels are compared. */
function pairAt(
  lines: readonly string[],
  plain: readonly string[],
  index: number,
  known: ReadonlySet<string>,
): Pair | null {
  const line = lines[index] ?? '';
  const label = plain[index] ?? '';
  if (known.has(label)) {
    const value = lines[index + 1] ?? '';
    if (!isValue(value, known, plain[index + 1])) return null;
    const after = lines[index + 2] ?? '';
    return { label, value: isContinued(value, after, known) ? `${value} ${after}` : value };
  }
  const colon = line.indexOf(':');
  if (colon < 1) return null;
  const before = plainLabel(line.slice(0, colon));
  if (!known.has(before)) return null;
  const value = line.slice(colon + 1).trim();
  return isValue(value, known) ? { label: before, value } : null;
}

/** `27,366 mi` with `(ACTUAL)` below it; `IL -` with the document it stands before. */
const isContinued = (value: string, after: string, known: ReadonlySet<string>): boolean =>
  /^\([^()]{1,40}\)$/.test(after) || (/^[A-Z]{2} ?[-–]$/.test(value) && isValue(after, known));

/**
 * `Primary damage Front end`. A label of one word starts other labels and links too (`Exterior Colour:`, `Seller Mobile`): its
 * value must have a shape of its own.
 */
function spacedPair(
  line: string,
  known: ReadonlySet<string>,
  byFirstWord: Words['byFirstWord'],
  shapeOf: ReadonlyMap<string, RegExp>,
): Pair | null {
  if (line.length > 120) return null;
  const lower = line.toLowerCase();
  const label = byFirstWord.get(firstWord(lower))?.find((candidate) => lower.startsWith(`${candidate} `));
  if (label === undefined || !(label.includes(' ') || shapeOf.has(label))) return null;
  const value = line.slice(label.length).trim();
  return isValue(value, known) ? { label, value } : null;
}

/** What is there, is no label, known or not, and does not begin another pair; `plain` is the line as labels are compared. */
function isValue(line: string, known: ReadonlySet<string>, plain = plainLabel(line)): boolean {
  if (line === '' || line.endsWith(':') || known.has(plain)) return false;
  const colon = line.indexOf(':');
  return colon < 1 || !known.has(plainLabel(line.slice(0, colon)));
}

/** The first of several labels that has a value. */
export function firstOf(read: LabelValues, ...labels: readonly string[]): string | null {
  for (const label of labels) {
    const value = read(label);
    if (value !== null) return value;
  }
  return null;
}
