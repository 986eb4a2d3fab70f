/** Stands behind a number as part of it: a version's letter, or VW's mark of a primed part. */
const SUFFIX = /^(?:[A-Z]|GR[UV])$/;
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
const lengthOf = (text: string): number => text.replace(/[^0-9A-Z]/gi, '').length;
/** A group this long is a number by itself; the longest written in groups has eleven characters before its suffix. */
const WHOLE = 7;
const LONGEST = 11;

/**
 * The successor as sources name it in a note: `superseded by 51 11 7 293 026`, `replaced by 62022-4HB0H`; the first where
 * several are named, null where the words name no number.
 */
export function supersededBy(notes: string | null): string | null {
  const said = /\b(?:superseded|replaced)\s+(?:by|with|to)\s*:?\s*([^,;()]+)/i.exec(notes ?? '')?.[1] ?? '';
  const groups: string[] = [];
  for (const group of said.trim().split(/\s+/)) {
    const [first = ''] = groups;
    const closed = lengthOf(first) >= WHOLE || lengthOf(groups.join('')) >= LONGEST;
    const goesOn = /^[0-9A-Z.-]+$/i.test(group) && digitsIn(group) > 0 && !closed;
    if (!goesOn && !(groups.length > 0 && SUFFIX.test(group))) break;
    groups.push(group);
  }
  const number = groups.join(' ').replace(/[.-]+$/, '');
  return digitsIn(number) >= 4 ? number : null;
}
