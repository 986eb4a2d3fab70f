/** Stands behind a number as part of it: a version's letter, or VW's mark of a primed part. */
const SUFFIX = /^(?:[A-Z]|GR[UV])$/;
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
const lengthOf = (text: string): number => text.replace(/[^0-9A-Z]/gi, '').length;
/** A group this long is a number by itself; the longest written in groups has eleven characters before its suffix. */
const WHOLE = 7;
const LONGEST = 11;

/** What a note says came after its number. */
export type Successors = {
  /** The one it names; the first of several. */
  readonly superseded_by: string | null;
  /** The others of several: which one it is the note may say, or nobody. */
  readonly superseded_also?: string[];
};

/** The number a text begins with, and what stands behind it. */
function numberAt(text: string): { number: string; rest: string } {
  const groups: string[] = [];
  let rest = text.trimStart();
  for (;;) {
    const group = /^[^\s,;()]+/.exec(rest)?.[0] ?? '';
    const [first = ''] = groups;
    const closed = lengthOf(first) >= WHOLE || lengthOf(groups.join('')) >= LONGEST;
    const goesOn = /^[0-9A-Z.-]+$/i.test(group) && digitsIn(group) > 0 && !closed;
    if (!goesOn && !(groups.length > 0 && SUFFIX.test(group))) break;
    groups.push(group);
    rest = rest.slice(group.length).trimStart();
  }
  return { number: groups.join(' ').replace(/[.-]+$/, ''), rest };
}

/** What joins a number to another one: "A or B", "A (to 03/2015), B". */
const JOINED = /^(?:\([^()]*\)\s*)?(?:,|\/|&|\b(?:and|or)\b)\s*/i;

/**
 * The successors as sources name them in a note: `superseded by 51 11 7 293 026`, `replaced by 62022-4HB0H or 62022-4HB1H`; null
 * where the words name no number.
 */
export function successorsIn(notes: string | null): Successors {
  const said = /\b(?:superseded|replaced)\s+(?:by|with|to)\s*:?\s*(.+)/is.exec(notes ?? '')?.[1] ?? '';
  const first = numberAt(said);
  if (digitsIn(first.number) < 4) return { superseded_by: null };
  const others: string[] = [];
  let { rest } = first;
  for (let joint = JOINED.exec(rest); joint; joint = JOINED.exec(rest)) {
    const next = numberAt(rest.slice(joint[0].length));
    // "from 03/2015", "2 pcs": shorter figures are no numbers of parts.
    if (digitsIn(next.number) < 4 || lengthOf(next.number) < WHOLE) break;
    others.push(next.number);
    ({ rest } = next);
  }
  return { superseded_by: first.number, ...(others.length > 0 && { superseded_also: others }) };
}
