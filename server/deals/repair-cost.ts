import type { Cents } from '../../contract/schemas/money.ts';
import type { LineMoney } from '../estimate/pricing/line-money.ts';
import { type PricedWork, ratesBy, repriced, sumOfMoney, taxOf } from '../estimate/pricing/reprice.ts';
import { COST_RATES, type CostRates } from '../estimate/tables/cost-profiles.ts';
import { costProfileOf, paintsElsewhere } from './buyer.ts';
import type { Deal } from './deal-lot.ts';

/** Where used airbags may not be sold: New York has no one who certifies them (VTL 415-c, 398-d). */
const NO_USED_AIRBAGS: ReadonlySet<string> = new Set(['NY']);

/** Whether the law lets this buyer take used airbags that never went off. */
export const mayUseAirbags = ({ lot }: Deal): boolean =>
  ![lot.home_state, lot.state].some((state) => state !== null && NO_USED_AIRBAGS.has(state));

const usesAirbags = (deal: Deal): boolean => deal.settings.used_airbags === true && mayUseAirbags(deal);

/** The rates of the deal's profile, with its user's own hour. */
function ratesOf(deal: Deal): CostRates | null {
  const profile = costProfileOf(deal);
  if (profile === null) return null;
  const rates = ratesBy(profile, deal.lot.estimate_rates);
  const { labor_usd } = deal.settings;
  return labor_usd === undefined || profile !== 'own_labor' ? rates : { ...rates, labor: labor_usd };
}

/** A line as this buyer pays it. */
function moneyOf(work: PricedWork, deal: Deal, rates: CostRates): LineMoney {
  const own = repriced(work, rates, { used_airbags: usesAirbags(deal) });
  if (!paintsElsewhere(deal)) return own;
  const { refinish, materials } = repriced(work, ratesBy('door_rate', deal.lot.estimate_rates));
  return { ...own, refinish, materials };
}

const sumWith = (deal: Deal, price: (work: PricedWork) => { money: LineMoney; rates: CostRates | null }) =>
  deal.lot.lines.reduce((sum, work) => {
    const { money, rates } = price(work);
    return sum + sumOfMoney(money) + taxOf(money, rates ?? { tax: 'same' }, deal.lot.tax);
  }, 0);

/** The lines as written, with tax: as the insurer pays them, by the profile as it stands, and with what its user changed of it. */
function writtenSums(deal: Deal): { insurer: Cents; profile: Cents; own: Cents } {
  const profile = costProfileOf(deal);
  const rates = ratesOf(deal);
  const insurer = sumWith(deal, ({ money }) => ({ money, rates: null }));
  if (profile === null || rates === null) return { insurer, profile: insurer, own: insurer };
  const standing = ratesBy(profile, deal.lot.estimate_rates);
  return {
    insurer,
    profile: sumWith(deal, (work) => ({ money: repriced(work, standing), rates: standing })),
    own: sumWith(deal, (work) => ({ money: moneyOf(work, deal, rates), rates })),
  };
}

/**
 * What the repair costs this buyer at every twentieth of its draws, rising, cents: the report's own shares of the insurer's figure by draw
 * where it has them, else those of the lines as written, else the profile's mean; times what its user changed of the profile.
 */
export function repairDraws(deal: Deal): readonly Cents[] {
  const known = kept.get(deal);
  if (known) return known;
  const made = drawsOf(deal);
  kept.set(deal, made);
  return made;
}
const kept = new WeakMap<Deal, readonly Cents[]>();

function drawsOf(deal: Deal): Cents[] {
  const profile = costProfileOf(deal);
  const { repair, repair_by } = deal.lot;
  if (profile === null) return [...repair];
  const sums = writtenSums(deal);
  const written = sums.insurer > 0 ? sums.profile / sums.insurer : COST_RATES[profile].mean;
  const change = sums.profile > 0 ? sums.own / sums.profile : 1;
  const shares = repair_by[profile];
  let most = 0;
  return repair.map((cents, at) => {
    most = Math.max(most, Math.round(cents * (shares?.[at] ?? written) * change));
    return most;
  });
}

/** A cost at a quantile of rising draws, straight between them. */
export function drawAt(draws: readonly Cents[], quantile: number): Cents {
  const at = Math.min(draws.length - 1, Math.max(0, quantile * (draws.length - 1)));
  const [from, to] = [draws[Math.floor(at)] ?? 0, draws[Math.ceil(at)] ?? 0];
  return Math.round(from + (to - from) * (at - Math.floor(at)));
}

/** Share of rising draws, 0–1, at or under a cost. */
export function shareUnder(draws: readonly Cents[], cost: Cents): number {
  const last = draws.length - 1;
  const above = draws.findIndex((value) => value > cost);
  if (above === -1) return 1;
  if (above === 0) return 0;
  const [from, to] = [draws[above - 1] ?? 0, draws[above] ?? 0];
  return (above - 1 + (to > from ? (cost - from) / (to - from) : 0)) / last;
}
