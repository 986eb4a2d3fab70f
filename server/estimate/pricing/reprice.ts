import type { CostProfile } from '../../../contract/deal/cost-profile.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import { COST_RATES, type CostRates, USED_AIRBAGS } from '../tables/cost-profiles.ts';
import type { LineMoney } from './line-money.ts';

/** A line as an insurer pays it, with what others price it by. */
export type PricedWork = {
  readonly money: LineMoney;
  readonly hours: number;
  readonly refinish_hours: number;
  /** OEM list of all its pieces where an aftermarket or used part would do; null: none would, or its user set the price. */
  readonly list: Cents | null;
  /** Airbags, belts and what sets them off: used ones are another question than used parts. */
  readonly isRestraint: boolean;
};

/** How a profile prices; an estimate that is not at an insurer's rates is at its user's door rate already. */
export function ratesBy(profile: CostProfile, estimateRates: string): CostRates {
  const rates = COST_RATES[profile];
  return rates.labor === null && estimateRates !== 'insurer'
    ? { ...rates, labor_factor: 1, materials: 1 }
    : rates;
}

/** What a buyer may set of a profile. */
export type OwnCosts = {
  /** Used airbags in place of new ones, where the law allows them. */
  readonly used_airbags?: boolean | undefined;
};

/**
 * What a line costs by a profile, integer cents by kind of money, before tax. Own labor and unpaid work are never dearer than the insurer's
 * line, and parts that are swapped never dearer than what it takes.
 */
export function repriced(
  { money, hours, refinish_hours, list, isRestraint }: PricedWork,
  rates: CostRates,
  own: OwnCosts = {},
): LineMoney {
  const { labor, labor_factor, swapped } = rates;
  const atRate = (cents: Cents, worked: number): Cents => {
    if (labor === null) return Math.round(cents * labor_factor);
    const paid = Math.round(worked * labor * 100);
    return swapped === null ? paid : Math.min(cents, paid);
  };
  const part =
    swapped === null || list === null
      ? Math.round(money.parts * rates.parts)
      : Math.min(money.parts, Math.round(list * swapped));
  const used = own.used_airbags === true && isRestraint;
  return {
    parts: used ? Math.min(part, Math.round(money.parts * USED_AIRBAGS)) : part,
    labour: atRate(money.labour, hours),
    refinish: atRate(money.refinish, refinish_hours * rates.refinish_hours),
    materials: Math.round(money.materials * rates.materials),
    sublet: Math.round(money.sublet * rates.sublet),
  };
}

/** Sales tax on a repriced line, cents; `tax`: the estimate's own, percent. */
export function taxOf(
  money: LineMoney,
  { tax: rule }: Pick<CostRates, 'tax'>,
  tax: { readonly percent: number; readonly on_labour: boolean },
): number {
  if (rule !== 'same') return (money.parts * rule) / 100;
  const taxable = money.parts + money.materials + (tax.on_labour ? money.labour + money.refinish : 0);
  return (taxable * tax.percent) / 100;
}

export const sumOfMoney = ({ parts, labour, refinish, materials, sublet }: LineMoney): number =>
  parts + labour + refinish + materials + sublet;
