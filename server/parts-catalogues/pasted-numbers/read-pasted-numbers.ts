import type { NumberMake } from '../../../contract/vehicles/makes.ts';
import { matchListedName } from '../../categories/match-estimate-line.ts';
import { amountIn } from '../../data-tables/decimal-style.ts';
import { normaliseNumber, numberFamily, numberFormatOk } from '../merge/number-format.ts';

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
        .replaceAll('\t', ' | ')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '');

/** Words of a line that can be a number: with five digits and letters at least, in one piece or in pieces with separators. */
const CANDIDATE = /[A-Z0-9]+(?:[ .-][A-Z0-9]+){0,5}/gi;

/** What may follow the last blank of a number: letters of a version, a color with a digit in it, a primer. */
const TAIL = /^(?!(?:lh|rh|lt|rt|fr|rr)$)(?:[a-z]{1,2}|gru|(?=.*\d)[0-9a-z]+)$/i;
/** What may be a side, a quantity or a price where the number before it has no blanks: nobody writes half a number in groups. */
const AFTER_WHOLE = /^(?:[lr]|\d+)$/i;

/** Whether the last of these pieces is a word behind a number and no piece of it: `5G0807221 Front`, `5G0807221 LH`. */
function endsInWord(pieces: readonly string[]): boolean {
  const last = pieces.at(-1)?.replace(/[ .-]+$/, '') ?? '';
  if (pieces.length < 2 || !pieces.at(-2)?.endsWith(' ')) return false;
  return !TAIL.test(last) || (pieces.length === 2 && AFTER_WHOLE.test(last) && /\d{6}/.test(pieces[0] ?? ''));
}

/** The make's numbers in a line, each as written: the longest run of its pieces that has the form of one. */
function numbersIn(make: NumberMake, line: string): string[] {
  const found: string[] = [];
  for (const [run] of line.replaceAll(PRICE, ' | ').matchAll(CANDIDATE)) {
    // A piece of a day or of a phone number would pass where any form may be a number.
    const pieces = run.split(numberFamily(make) === 'general' ? /(?<= )/ : /(?<=[ .-])/);
    for (let from = 0; from < pieces.length; ) {
      let to = pieces.length;
      const piece = () =>
        pieces
          .slice(from, to)
          .join('')
          .replace(/[ .-]+$/, '');
      while (to > from && (endsInWord(pieces.slice(from, to)) || !isNumber(make, piece()))) to -= 1;
      if (to > from) found.push(piece());
      from = Math.max(to, from + 1);
    }
  }
  return found;
}

/** Words, years and prices have the form of some makes' numbers too: a number has four digits (a colored trim piece of Mopar's three), and is no day or VIN. */
const isNumber = (make: NumberMake, text: string): boolean =>
  text.replace(/\D/g, '').length >= (numberFamily(make) === 'mopar' ? 3 : 4) &&
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

/** What makes an amount one of another currency, right before it or right behind it. */
const FOREIGN = '[€£¥₹₩]|zł|\\b(?:EUR|GBP|CAD|AUD|NZD|MXN|CHF|PLN|SEK|NOK|DKK|JPY|INR)\\b';
const FOREIGN_BEFORE = new RegExp(`(?:(?:${FOREIGN}) ?|\\b(?:CA?|AU?|NZ|MX|HK))$`, 'i');
const FOREIGN_BEHIND = new RegExp(`^ ?(?:${FOREIGN})`, 'i');

const inDollars = (line: string, amount: RegExpExecArray): boolean =>
  !FOREIGN_BEFORE.test(line.slice(0, amount.index)) &&
  !FOREIGN_BEHIND.test(line.slice(amount.index + amount[0].length));

function priceIn(lines: readonly string[]): number | null {
  for (const line of lines) {
    if (OTHER_PRICE.test(line)) continue;
    const [price] = [...line.matchAll(PRICE)]
      .filter((amount) => inDollars(line, amount))
      .map(([, signed, plain]) => amountIn('point', signed ?? plain ?? ''));
    if (price) return price;
  }
  return null;
}

/** The lines right above one, nearest first, up to a line with a number: that one and its words are of another part. */
function linesAbove(lines: readonly string[], inLine: readonly string[][], at: number): string[] {
  const first = Math.max(
    0,
    at - NAME_ABOVE,
    inLine.findLastIndex((numbers, of) => of < at && numbers.length > 0) + 1,
  );
  return lines.slice(first, at).toReversed();
}

/**
 * Reads the numbers of a make from pasted text or source: of each the name beside it or above it, and the price beside it or
 * below it. The same number counts once, with the first name that names a part. Never throws.
 */
export function readPastedNumbers(make: NumberMake, text: string): PastedNumber[] {
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
        ...linesAbove(lines, inLine, at).map((line) => nameIn(line, [])),
        ...(next === 0 ? [] : [nameIn(lines[at + 1] ?? '', [])]),
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
