import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { matchListedName } from '../../categories/match-estimate-line.ts';
import { amountIn } from '../../data-tables/decimal-style.ts';
import { normaliseNumber, numberFormatOk } from '../merge/number-format.ts';

/** A number read from what a user pasted. Price in US dollars for one piece; null: none is shown. */
export type PastedNumber = {
  readonly number: string;
  readonly name: string;
  readonly price: number | null;
  /** The part that its name names; null: none that reports know. */
  readonly category: string | null;
  readonly side: 'left' | 'right' | null;
};

/** Numbers of one paste. Judgement: a dealer's longest page of results shows a hundred. */
const MOST_NUMBERS = 500;
const MOST_NAME = 200;
/** Characters of a line that are read, and names that are looked at. Judgement. */
const MOST_LINE = 1_000;
const MOST_LOOKS = 2_000;
/** How many lines above a number its name is looked for, and below it its price. Judgement. */
const NAME_ABOVE = 3;
const PRICE_BELOW = 5;

const PRICE = /(?:US)?\$ ?(\d[\d,]{0,12}(?:\.\d{1,2})?)|\b(\d[\d,]{0,12}\.\d{2})(?: ?USD)?\b/g;
/** Prices that nobody pays for the part. */
const OTHER_PRICE = /\b(?:msrp|list|retail|was|save|savings|core|discount|shipping)\b/i;
const LABEL =
  /\b(?:oem )?part (?:number|no\.?|#)\s*:?|\bpart#\s*:?|\bsku\s*:?|\bmpn\s*:?|\b(?:item|stock) (?:number|no\.?|#)\s*:?|\bnumber\s*:|\b(?:add to cart|view details|in stock|out of stock|qty)\b:?/gi;

/** Source without its scripts and styles, in time that grows with its length only. */
function withoutScripts(source: string): string {
  const lower = source.toLowerCase();
  const left: string[] = [];
  for (let at = 0; at < source.length; ) {
    const starts = ['script', 'style'].map((tag) => [lower.indexOf(`<${tag}`, at), tag] as const);
    const [first] = starts.filter(([start]) => start >= 0).toSorted(([a], [b]) => a - b);
    if (first === undefined) return [...left, source.slice(at)].join('\n');
    const [start, tag] = first;
    left.push(source.slice(at, start));
    const end = lower.indexOf(`</${tag}`, start);
    at = end === -1 ? source.length : end;
  }
  return left.join('\n');
}

/** Pasted source as its visible lines; what is no source stays as it is. */
const visibleLines = (text: string): string[] =>
  (/<(?:html|body|div|table|ul|script|span)\b/i.test(text)
    ? withoutScripts(text)
        .replace(/<[^<>]*>/g, '\n')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&')
        .replaceAll('&quot;', '"')
        .replaceAll('&#36;', '$')
    : text
  )
    .split(/\r?\n/)
    .map((line) =>
      line
        .slice(0, MOST_LINE)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '');

/** Words of a line that can be a number: with five digits and letters at least, in one piece or in pieces with separators. */
const CANDIDATE = /[A-Z0-9]+(?:[ .-][A-Z0-9]+){0,5}/gi;

/** The make's numbers in a line, each as written: the longest run of its pieces that has the form of one. */
function numbersIn(make: MakeKey, line: string): string[] {
  const found: string[] = [];
  for (const [run] of line.replaceAll(PRICE, ' | ').matchAll(CANDIDATE)) {
    const pieces = run.split(/(?<=[ .-])/);
    for (let from = 0; from < pieces.length; ) {
      let to = pieces.length;
      const piece = () =>
        pieces
          .slice(from, to)
          .join('')
          .replace(/[ .-]+$/, '');
      while (to > from && !isNumber(make, piece())) to -= 1;
      if (to > from) found.push(piece());
      from = Math.max(to, from + 1);
    }
  }
  return found;
}

/** Words, years and prices have the form of some makes' numbers too: a number has four digits, and is no day or VIN. */
const isNumber = (make: MakeKey, text: string): boolean =>
  text.replace(/\D/g, '').length >= 4 &&
  normaliseNumber(text).length >= 6 &&
  normaliseNumber(text).length <= 16 &&
  !/^(?:19|20)\d\d[ .-](?:19|20)?\d\d/.test(text) &&
  numberFormatOk(make, text);

/** What a line says beside numbers, prices and labels. */
const nameIn = (line: string, numbers: readonly string[]): string =>
  numbers
    .reduce((rest, number) => rest.replace(number, ' '), line)
    .replaceAll(PRICE, ' ')
    .replaceAll(LABEL, ' ')
    .replace(/[\t|;]+/g, ' ')
    .replace(/(?:^|\s)[,:#–-]+(?=\s|$)/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[\s,:.-]+|[\s,:.-]+$/g, '')
    .slice(0, MOST_NAME);

function priceIn(lines: readonly string[]): number | null {
  for (const line of lines) {
    if (OTHER_PRICE.test(line)) continue;
    const [price] = [...line.matchAll(PRICE)].map(([, signed, plain]) =>
      amountIn('point', signed ?? plain ?? ''),
    );
    if (price) return price;
  }
  return null;
}

/**
 * Reads the numbers of a make from pasted text or source: of each the name beside it or above it, and the price beside it or
 * below it. The same number counts once, with the first name that names a part. Never throws.
 */
export function readPastedNumbers(make: MakeKey, text: string): PastedNumber[] {
  const lines = visibleLines(text);
  const inLine = lines.map((line) => numbersIn(make, line));
  const found = new Map<string, PastedNumber>();
  let looks = 0;
  for (const [at, numbers] of inLine.entries()) {
    for (const number of numbers) {
      const key = normaliseNumber(number, make);
      const last = at + 1 + PRICE_BELOW;
      const next = inLine.slice(at + 1, last).findIndex((others) => others.length > 0);
      const below = lines.slice(at, next === -1 ? last : at + 1 + next);
      const price = priceIn(below);
      const before = found.get(key);
      if (before !== undefined && before.category !== null) {
        if (before.price === null) found.set(key, { ...before, price });
        continue;
      }
      const candidates = [
        nameIn(lines[at] ?? '', numbers),
        ...lines
          .slice(Math.max(0, at - NAME_ABOVE), at)
          .toReversed()
          .map((line) => nameIn(line, [])),
        nameIn(lines[at + 1] ?? '', inLine[at + 1] ?? []),
      ].filter((name) => /[a-z]{3}/i.test(name));
      looks += candidates.length;
      if (looks > MOST_LOOKS) return [...found.values()];
      const placed = candidates
        .map((name) => ({ name, ...matchListedName({ make, name, section: '', number }) }))
        .find(({ category }) => category !== null);
      if (before === undefined && found.size >= MOST_NUMBERS) return [...found.values()];
      found.set(key, {
        number: before?.number ?? number,
        name: placed?.name ?? candidates[0] ?? '',
        price: price ?? before?.price ?? null,
        category: placed?.category ?? null,
        side: placed?.side === 'left' || placed?.side === 'right' ? placed.side : null,
      });
    }
  }
  return [...found.values()];
}
