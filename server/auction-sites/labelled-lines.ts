/** Label and value pairs from visible text: the form that outlives every redesign of a page. */

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[:?\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Pairs of a text, first value first; a label without a value gives none. */
export type Labelled = (label: string) => string | null;

/**
 * Reads `Label: value` on one line and `Label` with the value on the next. `labels` are all labels of the page, so
 * that a label which stands where a value should be is not taken for one. Where a label repeats, the first wins.
 */
export function readLabels(lines: readonly string[], labels: readonly string[]): Labelled {
  const known = new Set(labels.map(plain));
  const found = new Map<string, string>();
  lines.forEach((_, index) => {
    const pair = pairAt(lines, index, known);
    if (pair && !found.has(pair.label)) found.set(pair.label, pair.value);
  });
  if (found.size < FEW) readBarePairs(lines, labels, found);
  return (label) => found.get(plain(label)) ?? null;
}

/** With fewer pairs than that, a text may have label and value on one line with only a space between. */
const FEW = 3;

/** `Primary damage Front end`: labels of several words only, which no other sentence starts with. */
function readBarePairs(
  lines: readonly string[],
  labels: readonly string[],
  found: Map<string, string>,
): void {
  const long = labels.map(plain).filter((label) => label.includes(' ') || label === 'odometer');
  for (const line of lines) {
    if (line.length > 120) continue;
    const lower = line.toLowerCase();
    const label = long.find((candidate) => lower.startsWith(`${candidate} `));
    if (label !== undefined && !found.has(label)) found.set(label, line.slice(label.length).trim());
  }
}

function pairAt(
  lines: readonly string[],
  index: number,
  known: ReadonlySet<string>,
): { label: string; value: string } | null {
  const line = lines[index] ?? '';
  if (line.length > 400) return null;
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

/** A label alone, or the start of another pair. */
function isLabel(line: string, known: ReadonlySet<string>): boolean {
  if (known.has(plain(line))) return true;
  const colon = line.indexOf(':');
  return colon > 0 && known.has(plain(line.slice(0, colon)));
}

/** The first of several labels that has a value. */
export function firstOf(read: Labelled, ...labels: readonly string[]): string | null {
  for (const label of labels) {
    const value = read(label);
    if (value !== null) return value;
  }
  return null;
}
