/** A price as alerts keep it: `7900 USD`; without a currency the number alone. */
export const priceValue = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : `${amount} ${currency}`;

/** Amount and currency of such a text; null where it is none. */
export function readPriceValue(text: string): { amount: number; currency: string | null } | null {
  const [, amount, currency = null] = /^(\d{1,9}(?:\.\d{1,2})?)(?: ([A-Z]{3}))?$/.exec(text) ?? [];
  return amount === undefined ? null : { amount: Number(amount), currency };
}
