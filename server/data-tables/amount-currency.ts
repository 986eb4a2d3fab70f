/** Signs that stand for one currency alone. */
export const CURRENCY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['US$', 'USD'],
  ['ZŁ', 'PLN'],
  ['KČ', 'CZK'],
]);
const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** What stands around the digits of a price, where it means one currency alone; a bare dollar sign does not. */
export function currencyIn(price: string | null | undefined): string | null {
  const words = (price ?? '').toUpperCase().match(/US\$|\p{Sc}|\p{L}+/gu) ?? [];
  const codes = words.flatMap((word) => CURRENCY_SIGNS.get(word) ?? (CURRENCY_CODES.has(word) ? [word] : []));
  return codes[0] ?? null;
}
