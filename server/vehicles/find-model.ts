import { readMake } from './makes.ts';
import { bareName, type ListedMake, type Model, modelsOf } from './models.ts';

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[()&,;/]/g, ' ')
    .split(/\s+/)
    .map(bareName)
    .filter(Boolean);

/**
 * The model line a free text names: the longest run of leading words that is one (`F150 SUPERCREW` → F-150,
 * `SANTA FE SPORT` is not Santa Fe), then the make's own habits (`330i` → 3 Series, `RX350` → RX, `G37X` → G37).
 * null where the table has none such.
 */
export function findModel(make: ListedMake | null, text: string): Model | null {
  if (make === null) return null;
  const models = modelsOf(make);
  const words = withoutMake(make, wordsOf(habitual(make, text)), models);
  const named = longestNamed(models, words);
  if (named) return named;
  const [first = ''] = words;
  // `G37X`, `A8L`, `Q70L`: a numbered model with a letter or two for its drive or length.
  const stem = /^([a-z]*\d+)[a-z]{1,2}$/.exec(first)?.[1];
  return (stem !== undefined && models.get(stem)) || null;
}

function longestNamed(models: ReadonlyMap<string, Model>, words: readonly string[]): Model | null {
  for (let count = words.length; count > 0; count -= 1) {
    const model = models.get(words.slice(0, count).join(''));
    if (model) return model;
  }
  return null;
}

/** `MAZDA CX-5`, `BMW 3 SERIES`: the make before the model says nothing. But Mazda3 is a model. */
function withoutMake(make: ListedMake, words: string[], models: ReadonlyMap<string, Model>): string[] {
  const names = new Set<string>([make, ...readMake(make).name.toLowerCase().split(' ')]);
  let start = 0;
  while (
    start < words.length - 1 &&
    names.has(words[start] ?? '') &&
    !longestNamed(models, words.slice(start))
  )
    start += 1;
  return words.slice(start);
}

/** Spellings by which a make writes engine or version into the model's name, brought to the line's own name. */
function habitual(make: ListedMake, text: string): string {
  if (make === 'bmw') return bmwLine(text);
  // `3.2TL`, `2.2 CL`: the engine's litres first.
  if (make === 'acura') return text.replace(/^\s*\d\.\d\s*/, '');
  // `RX350`, `RX 350H`, `IS F`: two letters are the line.
  if (make === 'lexus') return text.replace(/^(\s*(?:lexus\s+)?[a-z]{2})\s*-?(?=\d)/i, '$1 ');
  if (make === 'mercedesbenz') return mercedesLine(text);
  // `C1500`, `K2500`: two and four driven wheels of one pickup.
  if (make === 'chevrolet' || make === 'gmc') return text.replace(/^\s*(?:c\/k|[ck])\s*-?(?=[123]500)/i, 'k');
  return text;
}

/** `C 300`, `GLE350 4MATIC`, `E-CLASS`, `AMG C 63` → `C-Class`, …; AMG GT is a line by itself. */
function mercedesLine(text: string): string {
  const name = text.replace(/^\s*mercedes[\s-]*benz\s+/i, '').replace(/^\s*(?:amg|maybach)\s+(?!gt\b)/i, '');
  const line =
    /^\s*(gl[abceks]?|cl[aeks]?|sl[cks]?|eq[abces]|ml|[abcegmrs])(?:[\s-]*(?:class\b|\d{2,3}(?!\d))|\s*$)/i.exec(
      name,
    )?.[1];
  if (line === undefined) return text;
  const letters = line.toUpperCase();
  return `${letters === 'ML' ? 'M' : letters}-Class`;
}

/** `330i`, `M340i`, `328xi GT`, `435i Gran Coupe`, `5-series` → `3 Series`, …; M3, X5 and Z4 are lines of their own. */
function bmwLine(text: string): string {
  const name = text.replace(/^\s*bmw\s+/i, '').replace(/^\s*(?:active\s?hybrid|alpina)\s+/i, '');
  const digit =
    /^\s*m?([1-8])\d\d(?!\d)/i.exec(name)?.[1] ??
    /^\s*([1-8])[\s-]*(?:series|er\b)/i.exec(name)?.[1] ??
    /^\s*([3-7])\s*$/.exec(name)?.[1] ??
    /^\s*b([4-8])\b/i.exec(name)?.[1];
  if (digit === undefined) return text;
  if (/gran\s*turismo|(?<=[^a-z]|i|x)gt\b/i.test(name)) return `${digit} Series GT`;
  if (/gran\s*coupe|(?<=[^a-z]|i|x)gc\b/i.test(name)) return `${digit} Series Gran Coupe`;
  return `${digit} Series`;
}
