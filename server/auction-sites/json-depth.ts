const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether lists and objects of a JSON text stand inside each other more than `most` deep, counted without parsing it: a parser
 * keeps some 50 bytes for each level that is open.
 */
export function nestsDeeperThan(text: string | Uint8Array, most: number): boolean {
  const at = typeof text === 'string' ? (i: number) => text.charCodeAt(i) : (i: number) => text[i];
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = at(i);
    if (character === QUOTE) {
      for (i += 1; i < text.length && at(i) !== QUOTE; i += 1) if (at(i) === BACKSLASH) i += 1;
    } else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > most) return true;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return false;
}
