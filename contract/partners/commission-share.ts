/** 100%, in hundredths of a percent. */
export const WHOLE = 10_000;

/** A commission: so many hundredths of a percent of `cents`, in US cents, half a cent up. */
export const shareOf = (cents: number, basisPoints: number): number =>
  Math.round((cents * basisPoints) / WHOLE);
