import { type Exactness, shownCount } from './units/shown-amounts.ts';
import { shownUnits } from './units/shown-units.ts';

/**
 * Figures and days as US readers write them, amounts and distances in the units their reader has set. Without Intl: its first formatter holds a browser's thread for some 20 ms, and pages
 * need them at once; figures.test.ts holds both to the same words.
 */

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');

function inDollars(amount: number, decimals: 0 | 2): string {
  const digits = Math.abs(amount).toFixed(decimals);
  const [dollars = '', cents] = digits.split('.');
  const sign = amount < 0 && Number(digits) !== 0 ? '-' : '';
  return `${sign}$${grouped(dollars)}${cents === undefined ? '' : `.${cents}`}`;
}

/** An amount of US dollars in the money that is shown. */
function inShownMoney(usd: number, exactness: Exactness): string {
  const { money } = shownUnits();
  if (money === null) return inDollars(usd, exactness === 'whole' ? 0 : 2);
  const count = shownCount(usd, exactness);
  const decimals = exactness === 'whole' ? 0 : money.decimals;
  const [whole = '', part] = (Math.abs(count) / 10 ** decimals).toFixed(decimals).split('.');
  return `${count < 0 ? '-' : ''}${money.sign}${grouped(whole)}${part === undefined ? '' : `.${part}`}`;
}

/** US dollars without cents: `$1,235`; in other money where its reader has set it: `€1,050`. */
export const wholeDollars = (amount: number): string => inShownMoney(amount, 'whole');
/** US dollars with cents: `$1,234.50`; in other money where its reader has set it. */
export const dollarsAndCents = (amount: number): string => inShownMoney(amount, 'cents');
/** US dollars with cents, whatever money its reader has set: what is owed in them. */
export const usDollarsAndCents = (amount: number): string => inDollars(amount, 2);
/** `87,412`; of a fraction what is nearest. */
export const wholeNumber = (value: number): string => grouped(String(Math.round(value)));

const KM_A_MILE = 1.609344;
/** Miles as a whole count of what distances are shown in. */
export const shownDistance = (miles: number): number =>
  Math.round(shownUnits().distance === 'km' ? miles * KM_A_MILE : miles);
/** Miles as `87,412 mi`, or `140,676 km` where its reader has set kilometers. */
export const distanceOf = (miles: number): string =>
  `${wholeNumber(shownDistance(miles))} ${shownUnits().distance}`;

/** Of the year, `Jan` first. By hand: a browser's own format takes longer to load than the page it is on. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Jan 15, 2026` by UTC, so that a day is the same for everybody; `time`: milliseconds since 1970. */
export function dayInUtc(time: number): string {
  const at = new Date(time);
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
}
/** `Jan 15, 2026` where the reader is. */
export function dayHere(time: number): string {
  const at = new Date(time);
  return `${MONTHS[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}
