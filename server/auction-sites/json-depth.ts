const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** `deepest`: lists and objects that stand inside each other; `mostValues`: values that stand beside each other, all together. */
export type JsonBounds = { readonly deepest: number; readonly mostValues: number };

/**
 * Whether a JSON text has more than that, counted without parsing it: a parser keeps some 50 bytes for each level that is open,
 * and for each value.
 */
export function isLargerJson(text: string | Uint8Array, { deepest, mostValues }: JsonBounds): boolean {
  const at = typeof text === 'string' ? (i: number) => text.charCodeAt(i) : (i: number) => text[i];
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i += 1) {
    const character = at(i);
    if (character === QUOTE) {
      for (i += 1; i < text.length && at(i) !== QUOTE; i += 1) if (at(i) === BACKSLASH) i += 1;
    } else if (character === COMMA) {
      values += 1;
      if (values > mostValues) return true;
    } else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return false;
}
