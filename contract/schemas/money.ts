/** Money is integer US cents inside the service and a JSON number in US dollars on the wire. */
export type Cents = number;

/** Dollars (wire) to integer cents (inside), rounded half away from zero. Throws RangeError on NaN or infinity. */
export function centsFromDollars(dollars: number): Cents {
  if (!Number.isFinite(dollars)) throw new RangeError('money must be a finite number');
  const cents = Math.round(Math.abs(dollars) * 100 + Number.EPSILON * 100);
  return dollars < 0 ? -cents : cents;
}

/** Integer cents (inside) to dollars (wire) with at most two decimals. */
export function dollarsFromCents(cents: Cents): number {
  return Math.round(cents) / 100;
}
