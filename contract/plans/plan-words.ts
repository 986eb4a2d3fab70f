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

/** What comes after the free reports, by what this installation sells. */
export function afterTrialWords({ plans, checkout }: { plans: readonly Plan[]; checkout: boolean }): string {
  if (plans.length === 0)
    return 'No paid plan is set up and nothing is charged. For more reports, ask us. Your finished reports stay.';
  const offers = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(plans.map(planWords));
  const how = checkout
    ? 'You pay at Stripe when you choose one; nothing is charged before.'
    : 'Ask us for them; nothing is charged online.';
  return `${offers}. ${how} Your finished reports stay.`;
}
