import { shownUnits } from './shown-units.ts';

/** `cents`: as exact as the money has coins; `whole`: without them. */
export type Exactness = 'whole' | 'cents';

const decimalsOf = (exactness: Exactness): number => {
  const { money } = shownUnits();
  return exactness === 'whole' ? 0 : (money?.decimals ?? 2);
};

/** Smallest shown amounts in a US dollar. */
export const perDollar = (exactness: Exactness): number =>
  (shownUnits().money?.per_usd ?? 1) * 10 ** decimalsOf(exactness);

/** How many of the smallest shown amounts a figure in US dollars comes to: what its reader sees, without the point. */
export function shownCount(usd: number, exactness: Exactness): number {
  const count = Math.round(Math.abs(usd) * perDollar(exactness) + Number.EPSILON * 100);
  return usd < 0 && count !== 0 ? -count : count;
}

/** US dollars that are shown as so many of the smallest amounts. */
export const dollarsShownAs = (count: number, exactness: Exactness): number => count / perDollar(exactness);

/** A figure in US dollars as a number in the money that is shown. */
export const shownAmount = (usd: number): number =>
  shownUnits().money === null ? usd : shownCount(usd, 'cents') / 10 ** decimalsOf('cents');
