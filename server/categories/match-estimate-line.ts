import { z } from 'zod';
import { readTsv } from '../data-tables/data-table.ts';
import { CATEGORIES, categoryById } from './generic-categories.ts';
import { matchPartName, type PartNameMatch } from './match-part-name.ts';
import { ON_PICKUPS } from './pickup-names.ts';

/** A line of an estimating system: `section` is the heading above it, may be empty. */
export type EstimateLineQuery = {
  readonly make: string;
  readonly name: string;
  readonly section: string;
  readonly number?: string;
};

const rowSchema = z.object({
  section: z.string().transform((text) => (text === 'any' ? null : new RegExp(text))),
  line: z.string().transform((text) => new RegExp(text)),
  category: z.string(),
});

/** How estimating systems name parts, first match wins. */
const ESTIMATE_LINES = readTsv(
  new URL('data/estimate-lines.tsv', import.meta.url),
  rowSchema,
  ({ category }) => {
    const ids = category === 'none' ? [] : ['front', 'rear'].map((end) => category.replace('*', end));
    const unknown = ids.find((id) => categoryById(id) === undefined);
    return unknown === undefined ? null : `no category ${unknown}`;
  },
);

/** What estimating systems shorten, in lower case; written out. */
const SHORT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bw'?\/?strips?\b|\bw'strip\b/g, 'weatherstrip'],
  [/\bw\/shield\b/g, 'windshield'],
  [/\br ?& ?i\b|\br ?& ?r\b|\b(?:repl|rpr|refn|blnd|subl|algn)\b/g, ''],
  [/\bo\/h\b/g, 'overhaul'],
  [/\br\/c\b/g, ''],
  [/\bw\/o? ?.*$/g, ''],
  [/\bmldg?s?\b|\bmoulding\b|\bmldng\b/g, 'molding'],
  [/\bopng?\b/g, 'opening'],
  [/\bcntrl\b|\bctrl\b|\bcont\b/g, 'control'],
  [/\bbkts?\b|\bbrkt\b|\bbrckt\b/g, 'bracket'],
  [/\bsup\b|\bsupt\b/g, 'support'],
  [/\breinf\b|\brnfcmt\b|\breinforcement\b/g, 'reinf'],
  [/\bfrt\b|\bfr\b/g, 'front'],
  [/\brr\b/g, 'rear'],
  [/\botr\b/g, 'outer'],
  [/\binr\b/g, 'inner'],
  [/\bctr\b|\bcntr\b/g, 'center'],
  [/\bupr\b/g, 'upper'],
  [/\blwr\b/g, 'lower'],
  [/\bqtr\b/g, 'quarter'],
  [/\bassembly\b|\bassm\b|\basy\b/g, 'assy'],
  [/\bwhlhse\b|\bw\/house\b/g, 'wheelhouse'],
  [/\bhdlp\b|\bhead lamp\b|\bheadlight\b|\bhead light\b|\blamp assy,? head\b/g, 'headlamp'],
  [/\btaillamp\b|\btail light\b|\btaillight\b/g, 'tail lamp'],
  [/\bs\/member\b/g, 'side member'],
  [/\bx-?member\b|\bcross member\b/g, 'crossmember'],
  [/\bgrl\b|\bgrill\b/g, 'grille'],
];
const SIDES = /(?<![a-z])(?:lt|rt|lh|rh|l|r|left|right)(?![a-z'])/g;

/** Words of a line or a section: lower case, written out, without sides, sizes and what is in parentheses or quotes. */
function wordsOf(text: string): string {
  let words = text.toLowerCase().replace(/\([^)]*\)|"[^"]*"|“[^”]*”/g, ' ');
  for (const [short, long] of SHORT_WORDS) words = words.replace(short, long);
  return words
    .replace(SIDES, ' ')
    .replace(/[^a-z0-9' -]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Fills the end of the car into a category: what the section says, else the line. */
function placed(category: string, section: string, line: string): string | null {
  if (!category.includes('*')) return category;
  const end = /\b(front|rear)\b/.exec(section)?.[1] ?? /\b(front|rear)\b/.exec(line)?.[1];
  return end === undefined ? null : category.replace('*', end);
}

/** Names as reports print them, in lower case; a category that both ends have goes by its name without the end. */
const OWN_NAMES = new Map([
  ...Object.entries(ON_PICKUPS).map(([id, name]) => [name.toLowerCase(), id] as const),
  ...CATEGORIES.map(({ id, name }) => [name.toLowerCase(), id] as const),
]);

/** The category of a name that a report printed, with or without its end and side; undefined for any other name. */
export function ownCategory(name: string): string | undefined {
  const whole = name
    .trim()
    .toLowerCase()
    .replace(/ *\(with the [^()]*\)/, '')
    .replace(/,? *\(?\b(?:left|right|lh|rh|side to confirm|both sides)\)?$/, '');
  const own = OWN_NAMES.get(whole);
  if (own !== undefined) return own;
  const bare = OWN_NAMES.get(whole.replace(/^(?:front|rear|side) /, ''));
  return categoryById(bare ?? '')?.position === 'named' ? bare : undefined;
}

/**
 * Places a line of an estimating system in the fixed vocabulary: by the name that reports print, by the systems' own words for parts, then by its name as a
 * catalog would read it, then by its name behind its section's, which completes a bare one. Never throws.
 */
export function matchEstimateLine({ make, name, section, number }: EstimateLineQuery): PartNameMatch {
  // `R&I` would be read as a side.
  const part = name.replaceAll(/\b(?:R ?& ?[IR]|O\/H|R\/C)\b/gi, ' ');
  const query = { make, name: part, diagram: section, ...(number !== undefined && { number }) };
  const own = ownCategory(name);
  if (own !== undefined)
    return { ...matchPartName({ ...query, sourceSays: own }), category: own, rule: 'name of a report' };
  const byName = matchPartName(query);
  const [line, heading] = [wordsOf(name), wordsOf(section)];
  // A line says its section itself where it has no heading.
  const place = heading === '' ? line : heading;
  const row = ESTIMATE_LINES.find(
    (one) => (one.section === null || one.section.test(place)) && one.line.test(line),
  );
  if (row?.category === 'none') return { ...byName, category: null, rule: 'estimate line: no part' };
  const category = row === undefined ? null : placed(row.category, heading, line);
  if (category !== null) {
    const complete = matchPartName({ ...query, name: `${heading} ${part}`, sourceSays: category });
    return { ...complete, category, rule: 'estimate line' };
  }
  // Words that name no part at all are not completed: they are work.
  if (byName.category !== null || heading === '' || !byName.rule.endsWith(': no rule')) return byName;
  return matchPartName({ ...query, name: `${heading} ${part}` });
}

/** How estimating systems begin a line: the side, or what is done. */
const LINE_START = /^(?:(?:RT|LT)[ /]|(?:L|R) (?=[A-Z][a-z])|(?:R&I|O\/H|Add for|Rpr|Repl|Refn|Blnd|Subl)\b)/;
/** Short words that only they write. */
const LINE_WORDS = /\bw'strip\b|\bw\/shield\b|\bmldg\b|\bopng\b|\bcntrl\b|\((?:HSS|ALU|UHS)\)/i;
/** Headings of their sections, which no catalog's drawing is named by alone. */
const HEADINGS =
  /^(?:(?:front|rear) (?:bumper|lamps?|doors?|suspension|body(?: & floor)?|frame|inner structure)(?: & grille)?|grille|radiator support|cooling|hood|(?:front )?fenders?|windshield|cowl(?: & dash)?|quarter panel|(?:trunk|luggage|deck) lid|lift ?gate|tail ?gate|roof|pillars?, rocker & floor|rocker\/pillars\/floor|wheels?|steering|restraint systems?|air bag system|exhaust|air condition(?:er & heater|ing)|electrical|miscellaneous(?: operations)?|vehicle diagnostics)$/i;

/**
 * Whether a name is a line of an estimating system, by its own signs or its section's heading. A catalog's name has commas or
 * dashes between its words, or is all in capitals.
 */
export const isEstimateLine = (name: string, section: string): boolean =>
  LINE_START.test(name.trim()) ||
  LINE_WORDS.test(name) ||
  (HEADINGS.test(section.trim()) && !/[a-z],|[a-z]-[a-z]|;/i.test(name) && /[a-z]/.test(name));

/** Places a name of a list that may hold all: what a report printed, lines of estimating systems, and catalogs' names. */
export const matchListedName = ({ make, name, section, number }: EstimateLineQuery): PartNameMatch =>
  ownCategory(name) !== undefined || isEstimateLine(name, section)
    ? matchEstimateLine({ make, name, section, ...(number !== undefined && { number }) })
    : matchPartName({ make, name, diagram: section, ...(number !== undefined && { number }) });
