import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { CA_PROVINCES } from '../../../contract/us-states.ts';
import { type Deal, destinationOf, fuelOf, ruleOf, segmentOf } from '../deal-lot.ts';
import { RESALE_RULES, type ResaleClass, rebuiltTitleRow, titleShareRow } from '../tables/resale-rules.ts';
import { middleOf } from '../tables/sourced-row.ts';
import { defaultOf } from '../tables/verdict-rules.ts';
import { doubted, type Figure, type Ledger, middle, percentCents, percentOf, unknown } from './ledger.ts';

/** At which class of resale the repaired car sells; null: its title keeps it from being sold as a car. */
export function resaleClassOf({ lot }: Deal): ResaleClass | null {
  const flooded = lot.facts.special !== null;
  const of = ruleOf(lot)?.resale ?? 'rebuilt';
  return of === 'none' ? null : flooded ? 'flood_fire' : of;
}

/** How it is sold, and as whose car it waits. */
export const soldBy = ({ settings: { channel = 'private', buyer = 'private' } }: Deal) => ({
  channel,
  buyer,
});

const channelOf = (deal: Deal) =>
  RESALE_RULES.channels.find(({ channel }) => channel === soldBy(deal).channel);

/** A middle of two shares, without what adding them left over. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

/** What the repaired car sells for: likely, with the ends of what is not known of value, title and channel. */
export function resale(deal: Deal): Figure {
  const { value } = deal.lot;
  const of = resaleClassOf(deal);
  if (value === null) return unknown('value');
  const segment = segmentOf(deal);
  const share = of && titleShareRow(of, segment);
  const channel = channelOf(deal);
  if (!share || !channel) return unknown('figure');
  const asked = RESALE_RULES.ask_to_sold.find((row) => row.segment === (segment ?? 'mainstream'));
  // What its user says the car is worth is not asked for, but paid.
  const sold = value.of === 'user' || !asked ? 1 : 1 - asked.percent / 100;
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

/** The quantile of the repair that counts. */
export const quantileOf = ({ settings }: Deal): number =>
  settings.repair_quantile ?? defaultOf('repair_quantile');

/** The repair at a quantile, straight between the drawn ones. */
export function repairAt(quantiles: readonly Cents[], quantile: number): Cents {
  const at = Math.min(quantiles.length - 1, Math.max(0, quantile * (quantiles.length - 1)));
  const [from, to] = [quantiles[Math.floor(at)] ?? 0, quantiles[Math.ceil(at)] ?? 0];
  return Math.round(from + (to - from) * (at - Math.floor(at)));
}

/** Percent of the repair kept back for what photos do not show, by what is known of the lot. */
export function reservePercent(deal: Deal): { percent: number; row: (typeof RESALE_RULES.reserve)[number] } {
  const segment = segmentOf(deal) ?? 'mainstream';
  const row = RESALE_RULES.reserve.find((one) => one.segment === segment) ?? RESALE_RULES.reserve[0];
  if (!row) throw new RangeError('the reserve has no row');
  const { frame, photos, odometer } = deal.lot.facts;
  const fuel = fuelOf(deal);
  const percent =
    row.percent +
    (frame > 0 ? row.heavy_structure : 0) +
    (fuel === 'electric' || fuel === 'hybrid' || fuel === 'plug_in_hybrid' ? row.high_voltage : 0) +
    (photos.examined === 0 || photos.zones_missing.length > 0 ? row.weak_photos : 0) +
    (odometer === 'actual' ? 0 : row.odometer_unknown);
  return { percent: Math.min(row.cap, percent), row };
}

function reserve(deal: Deal, repair: Cents): Figure {
  const { percent, row } = reservePercent(deal);
  return {
    cents: Math.max(centsFromDollars(row.floor), percentCents(repair, percent)),
    basis: { code: 'reserve', percent, of: dollarsFromCents(repair), floor: row.floor },
    rows: [row],
  };
}

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
  return percentOf(resold, row.percent, row);
}

/** What the car is to be repaired for, and what is kept back beside it. */
export function putRepairRows(ledger: Ledger, deal: Deal): void {
  const quantile = quantileOf(deal);
  const repair = ledger.put('repair', 'repair', {
    cents: repairAt(deal.lot.repair, quantile),
    low: repairAt(deal.lot.repair, 0.1),
    high: repairAt(deal.lot.repair, 0.9),
    basis: { code: 'quantile', quantile },
    rows: [],
    from: 'report',
  });
  ledger.put('reserve', 'repair', reserve(deal, repair));
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
  ledger.put('holding', 'selling', holding(deal));
  ledger.put('margin', 'wanted', margin(deal, resold));
}
