/** Label and value pairs from visible text: the form that outlives every redesign of a page. */

/** Longer texts are no label; the pattern's time would grow with the square of theirs. */
const LONGEST_LABEL = 100;

const plain = (text: string): string =>
  text
    .slice(0, LONGEST_LABEL)
    .toLowerCase()
    .replace(/[:?\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The value of a label, or null. */
export type LabelValues = (label: string) => string | null;

type Pair = { label: string; value: string };

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
  const known = new Set(labels.map(plain));
  const longestFirst = [...known].toSorted((a, b) => b.length - a.length).map((label) => `${label} `);
  const shapeOf = new Map(Object.entries(shapes).map(([label, shape]) => [plain(label), shape]));
  const sure = new Map<string, string>();
  const spaced = new Map<string, string>();
  lines.forEach((line, index) => {
    if (line.length > MAX_LINE) return;
    const pair = pairAt(lines, index, known);
    const found = pair ? sure : spaced;
    const { label, value } = pair ?? spacedPair(line, known, longestFirst) ?? { label: '', value: '' };
    if (label !== '' && !found.has(label) && (shapeOf.get(label)?.test(value) ?? true))
      found.set(label, value);
  });
  return (label) => sure.get(plain(label)) ?? spaced.get(plain(label)) ?? null;
}

const MAX_LINE = 400;

/** A pair with a colon, or over two lines. */
function pairAt(lines: readonly string[], index: number, known: ReadonlySet<string>): Pair | null {
  const line = lines[index] ?? '';
  const label = plain(line);
  if (known.has(label)) {
    const value = lines[index + 1] ?? '';
    if (value === '' || isLabel(value, known)) return null;
    const after = lines[index + 2] ?? '';
    return { label, value: /^\([^()]{1,40}\)$/.test(after) ? `${value} ${after}` : value };
  }
  const colon = line.indexOf(':');
  if (colon < 1) return null;
  const before = plain(line.slice(0, colon));
  const value = line.slice(colon + 1).trim();
  return known.has(before) && value !== '' ? { label: before, value } : null;
}

/** `Primary damage Front end`; a label of one word starts sentences too, so its line must be short. */
function spacedPair(line: string, known: ReadonlySet<string>, longestFirst: readonly string[]): Pair | null {
  const lower = line.toLowerCase();
  if (line.length > 120 || known.has(plain(line))) return null;
  const label = longestFirst.find((candidate) => lower.startsWith(candidate))?.slice(0, -1);
  if (label === undefined || (!label.includes(' ') && line.length > label.length + 40)) return null;
  const value = line.slice(label.length).trim();
  return value === '' || isLabel(value, known) ? null : { label, value };
}

/** A label alone, or the start of another pair. */
function isLabel(line: string, known: ReadonlySet<string>): boolean {
  if (known.has(plain(line))) return true;
  const colon = line.indexOf(':');
  return colon > 0 && known.has(plain(line.slice(0, colon)));
}

/** The first of several labels that has a value. */
export function firstOf(read: LabelValues, ...labels: readonly string[]): string | null {
  for (const label of labels) {
    const value = read(label);
    if (value !== null) return value;
  }
  return null;
}
