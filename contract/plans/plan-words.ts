import type { Plan } from './plan.ts';

const dollars = (price: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);

/** So many reports, in words. */
export const reportsWords = (reports: number): string =>
  `${reports.toLocaleString('en-US')} ${reports === 1 ? 'report' : 'reports'}`;

/** What a plan brings and costs: `10 reports for $90` or `50 reports a month for $300`. */
export const planWords = ({ reports, price, every }: Pick<Plan, 'reports' | 'price' | 'every'>): string =>
  `${reportsWords(reports)}${every === null ? '' : ' a month'} for ${dollars(price)}`;

/** What comes after the free reports, by what this installation sells: sentences that read on after `Free trial: 3 reports, no credit card.` too. */
export function afterTrialWords({ plans, checkout }: { plans: readonly Plan[]; checkout: boolean }): string {
  if (plans.length === 0)
    return 'No paid plan yet, so no charges. Need more reports? Ask us. You keep the reports you have.';
  const offers = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(plans.map(planWords));
  const how = checkout
    ? `You can then buy ${offers}. You pay at Stripe when you choose one; nothing is charged before.`
    : `You can then ask us for ${offers}; nothing is charged online.`;
  return `${how} Your finished reports stay.`;
}
