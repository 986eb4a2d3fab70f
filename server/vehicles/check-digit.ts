/** Values of 49 CFR 565.15(c) table III; I, O and Q have none and are never part of a VIN. */
const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, Number(digit)])),
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};

/** Weights of 49 CFR 565.15(c) table IV; position 9, the check digit itself, weighs nothing. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * The check digit (`0`–`9` or `X`) that 17 characters should carry in position 9 (49 CFR 565.15).
 * null where it can't be computed: not 17 characters, or one that no VIN has.
 */
export function checkDigitOf(vin: string): string | null {
  if (vin.length !== WEIGHTS.length) return null;
  let sum = 0;
  for (const [at, weight] of WEIGHTS.entries()) {
    const value = VALUES[vin.charAt(at)];
    // The check digit's own place weighs nothing and may hold anything.
    if (value === undefined && weight !== 0) return null;
    sum += (value ?? 0) * weight;
  }
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}
