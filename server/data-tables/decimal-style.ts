/** How a column writes numbers: its decimal mark. The thousands mark is the other one, a space or an apostrophe. */
export type DecimalStyle = 'point' | 'comma';

/** Signs, letters around an amount and spaces at its ends are gone. */
const withoutCurrency = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[\s\p{Sc}\p{L}]+\.?(?=[\s\d.,-])|[\s\p{Sc}\p{L}]+\.?$/gu, '')
    .trim();

/** An amount as digits with its point and comma. */
const bareAmount = (text: string): string =>
  withoutCurrency(text)
    // Swiss and French thousands marks; NFKC made narrow and hard spaces plain.
    .replace(/(?<=\d)['’ʼ ](?=\d{3}(?!\d))/g, '')
    .replace(NO_CENTS, '')
    .trim();

/** How people write that there are no cents: `12,-`, `12.–`, `12:-`. */
const NO_CENTS = /([.,:])[-–—]+$/;

/** What one amount proves of its column; null: it could be read either way. */
function styleOf(text: string): DecimalStyle | null {
  const dash = NO_CENTS.exec(withoutCurrency(text))?.[1];
  if (dash === '.' || dash === ',') return dash === '.' ? 'point' : 'comma';
  const amount = bareAmount(text);
  const marks = amount.match(/[.,]/g) ?? [];
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return null;
  // Both marks: the last one is the decimal mark.
  if (new Set(marks).size === 2) return last === '.' ? 'point' : 'comma';
  // One mark twice, or three digits behind it and few before: thousands, or not known.
  if (marks.length > 1) return last === '.' ? 'comma' : 'point';
  const [whole = '', fraction = ''] = amount.split(last);
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
  return last === '.' ? 'point' : 'comma';
}

/** `1.299` is no price in cents: its mark is for thousands. `1.290` may be one that was filled up with a zero. */
function likelyStyleOf(text: string): DecimalStyle | null {
  const mark = /^[1-9]\d{0,2}([.,])\d\d[1-9]$/.exec(bareAmount(text))?.[1];
  return mark === undefined ? null : mark === '.' ? 'comma' : 'point';
}

/**
 * Decides how a column writes its amounts, from all its rows at once: what most of the amounts prove that can be read one way
 * only, else what marks before three digits suggest. `fallback` is for a column that has neither.
 */
export function decimalStyle(texts: Iterable<string | undefined>, fallback: DecimalStyle): DecimalStyle {
  let [points, likely] = [0, 0];
  const vote = (style: DecimalStyle | null): number => (style === null ? 0 : style === 'point' ? 1 : -1);
  for (const text of texts) {
    if (text === undefined) continue;
    points += vote(styleOf(text));
    likely += vote(likelyStyleOf(text));
  }
  const votes = points === 0 ? likely : points;
  return votes === 0 ? fallback : votes > 0 ? 'point' : 'comma';
}

const GROUPED = { point: /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/, comma: /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/ };
const PLAIN = { point: /^\d*\.?\d+$/, comma: /^\d*,?\d+$/ };
/** Three decimals that are no zeros are a thousands mark of the other style, not a price. */
const THREE_DECIMALS = { point: /\.\d\d[1-9]$/, comma: /,\d\d[1-9]$/ };

/** An amount in the style of its column; null: it can't be read. Signs and letters of a currency around it are ignored. */
export function amountIn(style: DecimalStyle, text: string): number | null {
  const amount = bareAmount(text);
  const grouped = GROUPED[style].test(amount);
  if (!grouped && (!PLAIN[style].test(amount) || THREE_DECIMALS[style].test(amount))) return null;
  const plain = style === 'point' ? amount.replaceAll(',', '') : amount.replaceAll('.', '').replace(',', '.');
  return Number(plain);
}
