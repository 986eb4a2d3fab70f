/** Months as `YYYY-MM`, both ends in; null is open. */
export type MonthRange = { readonly from: string | null; readonly to: string | null };

const MONTH = '(0?[1-9]|1[0-2])[./-](20\\d{2}|19\\d{2})';
const FROM = new RegExp(`(?:\\bfrom|\\bsince|\\bafter|\\bab|\\bprod\\.? from|>=?)\\s*${MONTH}`, 'i');
const TO = new RegExp(`(?:\\bup to|\\bto|\\buntil|\\btill|\\bbis|<=?|–|—|-)\\s*${MONTH}`, 'i');
const BEFORE = new RegExp(`\\bbefore\\s*${MONTH}`, 'i');
const STARTS = new RegExp(`${MONTH}\\s*(?:–|—|-)`, 'i');
/** Nissan's way: [0913-1214], month and year. */
const BRACKET = /\[(?:(0[1-9]|1[0-2])(\d{2}))?-(?:(0[1-9]|1[0-2])(\d{2}))?\]/;

/** 2014/08 and 2014.08, never the 1995-10 of 01/1995-10/1997. */
const YEAR_FIRST = /(?<![\d./])(19\d{2}|20\d{2})[./](0[1-9]|1[0-2])(?![\d./])/g;

const month = (found: RegExpExecArray | null): string | null =>
  found?.[1] && found[2] ? `${found[2]}-${found[1].padStart(2, '0')}` : null;
const before = (value: string | null): string | null => (value === null ? null : monthAfter(value, -1));

/** A month so many months later. */
export function monthAfter(value: string, by = 1): string {
  const [year, at] = value.split('-').map(Number);
  const all = (year ?? 0) * 12 + (at ?? 1) - 1 + by;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`;
}

/** When cars that take a number were built, as a note says it; null where it says nothing. */
export function builtRange(text: string): MonthRange | null {
  const words = text.replace(YEAR_FIRST, '$2/$1');
  const bracket = BRACKET.exec(words);
  const short = (index: number): string | null =>
    bracket?.[index] && bracket[index + 1] ? `20${bracket[index + 1]}-${bracket[index]}` : null;
  const from = bracket ? short(1) : (month(FROM.exec(words)) ?? month(STARTS.exec(words)));
  const to = bracket ? short(3) : (month(TO.exec(words)) ?? before(month(BEFORE.exec(words))));
  return from === null && to === null ? null : { from, to };
}

/** Model years as the source lists them, as months of those years; null: none. */
export function yearsRange(years: readonly [number | null, number | null] | null): MonthRange | null {
  if (years === null || (years[0] === null && years[1] === null)) return null;
  const [first, last] = years;
  return { from: first === null ? null : `${first}-01`, to: last === null ? null : `${last}-12` };
}
