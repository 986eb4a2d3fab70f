import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { CA_PROVINCES } from '../../../contract/us-states.ts';
import { buyerOf, costChoiceOf } from '../buyer.ts';
import { type Deal, destinationOf, fuelOf, ruleOf, segmentOf } from '../deal-lot.ts';
import { drawAt, repairDraws } from '../repair-cost.ts';
import { RESALE_RULES, type ResaleClass, rebuiltTitleRow, titleShareRow } from '../tables/resale-rules.ts';
import { middleOf } from '../tables/sourced-row.ts';
import { defaultOf } from '../tables/verdict-rules.ts';
import { doubted, type Figure, type Ledger, middle, percentOf, unknown } from './ledger.ts';

/** At which class of resale the repaired car sells; null: its title keeps it from being sold as a car. */
export function resaleClassOf({ lot }: Deal): ResaleClass | null {
  const flooded = lot.facts.special !== null;
  const of = ruleOf(lot)?.resale ?? 'rebuilt';
  return of === 'none' ? null : flooded ? 'flood_fire' : of;
}

/** How it is sold, and as whose car it waits. */
export const soldBy = (deal: Deal) => {
  const usual = buyerOf(deal);
  const { channel = usual.channel, buyer = usual.buyer } = deal.settings;
  return { channel, buyer };
};

const channelOf = (deal: Deal) =>
  RESALE_RULES.channels.find(({ channel }) => channel === soldBy(deal).channel);

/** A middle of two shares, without what adding them left over. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

/** By what its user remembers what a model brings in a country: `Volkswagen Jetta, LT`; null at home, where the car's value tells. */
export function resaleKey(deal: Deal): string | null {
  const country = destinationOf(deal);
  return country === 'US' || deal.lot.model === null ? null : `${deal.lot.model}, ${country}`;
}

/** What the repaired car sells for: likely, with the ends of what is not known of value, title and channel. */
export function resale(deal: Deal): Figure {
  const { value } = deal.lot;
  const of = resaleClassOf(deal);
  const country = destinationOf(deal);
  const key = resaleKey(deal);
  const told = key === null ? undefined : deal.settings.resales?.[key];
  if (told !== undefined)
    return { cents: centsFromDollars(told), basis: { code: 'user' }, rows: [], from: 'user' };
  // What it is worth in the United States says nothing of what it brings elsewhere.
  if (country !== 'US') return unknown('resale_abroad');
  if (value === null) return unknown('value');
  const segment = segmentOf(deal);
  const share = of && titleShareRow(of, segment);
  const channel = channelOf(deal);
  if (!share || !channel) return unknown('figure');
  const asked = RESALE_RULES.ask_to_sold.find((row) => row.segment === (segment ?? 'mainstream'));
  // A listed value and its user's are what such cars are sold for; ours is what they are asked for.
  const sold = value.of !== 'model' || !asked ? 1 : 1 - asked.percent / 100;
  const [title_share, channel_share] = [rounded(middleOf(share)), rounded(middleOf(channel))];
  const likely = value.likely * sold * title_share * channel_share;
  // Independent of each other: their reaches add up by squares.
  const reach = (end: 'low' | 'high'): number =>
    Math.hypot(
      value.likely > 0 ? value[end] / value.likely - 1 : 0,
      share[end] / title_share - 1,
      channel[end] / channel_share - 1,
    );
  return {
    cents: Math.round(likely),
    low: Math.round(likely * Math.max(0, 1 - reach('low'))),
    high: Math.round(likely * (1 + reach('high'))),
    basis: {
      code: 'resale',
      value: dollarsFromCents(value.likely),
      of: value.of,
      sold_share: sold,
      title_share,
      channel_share,
    },
    rows: [share, ...(sold === 1 || !asked ? [] : [asked]), channel],
    from: 'report',
  };
}

/** Something of the car is not known that a repair often hangs on: the odometer, or what a high-voltage system has come to. */
function isCareful(deal: Deal): boolean {
  const fuel = fuelOf(deal);
  const electric = fuel === 'electric' || fuel === 'hybrid' || fuel === 'plug_in_hybrid';
  return electric || deal.lot.facts.odometer !== 'actual';
}

/** The quantile of the repair that counts. */
export const quantileOf = (deal: Deal): number =>
  deal.settings.repair_quantile ?? defaultOf(isCareful(deal) ? 'careful_quantile' : 'repair_quantile');

function holding(deal: Deal): Figure {
  const { settings } = deal;
  const row = RESALE_RULES.holding.find(({ buyer }) => buyer === soldBy(deal).buyer);
  if (!row) return unknown('figure');
  const days = settings.holding_days ?? row.days;
  const usd_a_day = settings.holding_usd_a_day ?? row.usd_a_day;
  const own = settings.holding_days !== undefined && settings.holding_usd_a_day !== undefined;
  return {
    cents: Math.round(days * centsFromDollars(usd_a_day)),
    basis: { code: 'days', days, usd_a_day },
    rows: own ? [] : [row],
    ...(own ? { from: 'user' as const } : {}),
  };
}

function margin({ settings }: Deal, resold: Cents | null): Figure {
  const [row] = RESALE_RULES.margin;
  const own = settings.margin;
  if (own?.kind === 'amount')
    return { cents: centsFromDollars(own.usd), basis: { code: 'user' }, rows: [], from: 'user' };
  if (!row) return unknown('figure');
  if (resold === null) return unknown('value');
  if (own) return { ...percentOf(resold, own.percent, row), rows: [], from: 'user' };
  const share = percentOf(resold, row.percent, row);
  return {
    ...share,
    cents: Math.max(centsFromDollars(row.floor), share.cents ?? 0),
    basis: { code: 'percent', percent: row.percent, of: dollarsFromCents(resold), minimum: row.floor },
  };
}

/** What the repair costs this buyer. Its user may still set something aside for what photos don't show. */
export function putRepairRows(ledger: Ledger, deal: Deal): void {
  const quantile = quantileOf(deal);
  const draws = repairDraws(deal);
  ledger.put('repair', 'repair', {
    cents: drawAt(draws, quantile),
    low: drawAt(draws, 0.1),
    high: drawAt(draws, 0.9),
    basis: {
      code: 'repair',
      quantile,
      cost: costChoiceOf(deal),
      insurer: dollarsFromCents(drawAt(deal.lot.repair, quantile)),
    },
    rows: [],
    from: 'report',
  });
  if (deal.settings.rows?.reserve !== undefined) ledger.put('reserve', 'repair', unknown('figure'));
}

/** By the state where the car is registered; what a Canadian province takes is in no table. */
function rebuiltTitle({ lot }: Deal): Figure {
  const state = lot.home_state ?? lot.state;
  const row = state !== null && Object.hasOwn(CA_PROVINCES, state) ? null : rebuiltTitleRow(state);
  return row ? middle(doubted(row, state === null ? 'state_open' : null)) : unknown('figure');
}

/** What selling it costs, and what is to be left. */
export function putSaleRows(ledger: Ledger, deal: Deal): void {
  const resold = ledger.amount('resale');
  const needsTitle = ruleOf(deal.lot)?.inspection ?? true;
  if (destinationOf(deal) === 'US' && needsTitle) ledger.put('rebuilt_title', 'selling', rebuiltTitle(deal));
  const channel = channelOf(deal);
  ledger.put(
    'exit_cost',
    'selling',
    channel && resold !== null ? percentOf(resold, channel.cost_percent, channel) : unknown('value'),
  );
  if (destinationOf(deal) === 'US') ledger.put('holding', 'selling', holding(deal));
  ledger.put('margin', 'wanted', margin(deal, resold));
}
