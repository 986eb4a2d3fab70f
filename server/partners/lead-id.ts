import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Without those that are taken for each other. */
const VOUCHER_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const random = (letters: string, count: number): string =>
  Array.from({ length: count }, () => letters.charAt(randomInt(letters.length))).join('');

/** What leaves with a link: random, about nobody. 16 of 36 letters. */
export const newLeadId = (): string => random(LETTERS, 16);

/** What a buyer names with the order of an accepted quote: `LL-` and eight letters, of 31. */
export const newVoucher = (): string => `LL-${random(VOUCHER_LETTERS, 8)}`;
