/** How a column writes numbers: its decimal mark. The thousands mark is the other one, a space or an apostrophe. */
export type DecimalStyle = 'point' | 'comma';

/** An amount without its currency: signs, letters around it and spaces at its ends are gone. */
const bareAmount = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[\s\p{Sc}A-Za-z]+\.?(?=[\s\d.,-])|[\s\p{Sc}A-Za-z]+\.?$/gu, '')
    // Swiss and French thousands marks; NFKC made narrow and hard spaces plain.
    .replace(/(?<=\d)['’ʼ ](?=\d{3}(?!\d))/g, '')
    .replace(/[.,][-–—]+$/, '')
    .trim();

/** What one amount proves of its column; null: it could be read either way. */
function styleOf(text: string): DecimalStyle | null {
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

/**
 * Decides how a column writes its amounts, from all its rows at once: what most of the amounts prove that can be read one way
 * only. `fallback` is for a column in which none can.
 */
export function decimalStyle(texts: Iterable<string | undefined>, fallback: DecimalStyle): DecimalStyle {
  let points = 0;
  for (const text of texts) {
    const style = text === undefined ? null : styleOf(text);
    if (style !== null) points += style === 'point' ? 1 : -1;
  }
  return points === 0 ? fallback : points > 0 ? 'point' : 'comma';
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
