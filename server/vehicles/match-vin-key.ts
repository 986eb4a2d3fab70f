/**
 * How closely a vPIC key describes a VIN's characters, `null` where it does not.
 * A key is read from the left: `*` any character, `#` a digit, `[A-CX]` one of a class, anything else itself.
 * A literal counts 10, a class 9, a digit 5: the most exact key of an element is the one to believe.
 */
export function matchVinKey(key: string, characters: string): number | null {
  let exactness = 0;
  let at = 0;
  for (let i = 0; i < key.length; i += 1, at += 1) {
    const rule = key.charAt(i);
    if (rule === '[') {
      const end = key.indexOf(']', i);
      if (end < 0 || !inClass(key, i + 1, end, characters.charAt(at))) return null;
      i = end;
      exactness += 9;
    } else if (rule === '#') {
      if (!/^\d$/.test(characters.charAt(at))) return null;
      exactness += 5;
    } else if (rule !== '*') {
      if (rule !== characters.charAt(at)) return null;
      if (rule !== '|') exactness += 10;
    }
  }
  return exactness;
}

function inClass(key: string, from: number, to: number, character: string): boolean {
  if (character === '' || character === '*') return false;
  for (let i = from; i < to; i += 1) {
    const low = key.charAt(i);
    if (key.charAt(i + 1) === '-' && i + 2 < to) {
      if (character >= low && character <= key.charAt(i + 2)) return true;
      i += 2;
    } else if (character === low) return true;
  }
  return false;
}
