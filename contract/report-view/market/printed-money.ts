import { wholeDollars, wholeNumber } from '../figures.ts';

const SIGNS: Readonly<Record<string, string>> = { CAD: 'CA$', EUR: '€', GBP: '£' };

/**
 * An amount as its page prints it: US dollars in the money that is shown, any other currency in its own (`CA$7,900`, `7,900 PLN`). Without
 * a currency it is a bare number.
 */
export function printedMoney(amount: number, currency: string | null): string {
  if (currency === 'USD') return wholeDollars(amount);
  const figure = wholeNumber(amount);
  if (currency === null) return `${figure} (currency not listed)`;
  const sign = SIGNS[currency];
  return sign === undefined ? `${figure} ${currency}` : `${sign}${figure}`;
}

/** Lowest and highest as `$3,425–$8,100`; one amount where both are the same. */
export function printedRange(low: number, high: number, currency: string | null): string {
  if (low === high) return printedMoney(low, currency);
  if (currency === null) return `${wholeNumber(low)}–${wholeNumber(high)} (currency not listed)`;
  return `${printedMoney(low, currency)}–${printedMoney(high, currency)}`;
}
