import type {
  BROKERS,
  CostChoice,
  DealRowId,
  DealSettings,
  DealThreshold,
  PartOutFigure,
} from '../../deal/deal-settings.ts';
import type {
  DealBasis,
  DealNeed,
  DealReason,
  DealRow,
  DealSheet,
  DealSource,
  RedFlag,
} from '../../deal/deal-sheet.ts';
import { dollarsAndCents, wholeDollars } from '../figures.ts';
import { counted, percentOf } from '../words/sentence.ts';
import { ODOMETER_STATUSES, titleChoices } from '../words/title-words.ts';

/** Rows of a deal as they are shown. */
export const DEAL_ROW_NAMES: Record<DealRowId, string> = {
  resale: 'Resale after repair',
  repair: 'Repair',
  reserve: 'Reserve for what photos don’t show',
  buyer_fee: 'Buyer fee',
  bid_fee: 'Bid fee',
  gate: 'Gate or service fee',
  environmental: 'Environmental fee',
  title_fee: 'Title fee',
  purchase_tax: 'Provincial sales tax',
  broker: 'Broker',
  broker_on_account: 'Broker on the auction’s account',
  storage: 'Storage at the yard',
  inland: 'Truck from the yard',
  non_runner: 'Truck, car doesn’t drive',
  ocean: 'Ocean freight',
  powertrain: 'Freight, hybrid or electric',
  border_leg: 'Truck from the port to the border',
  insurance: 'Freight insurance',
  duty: 'Customs duty',
  excise: 'Excise',
  import_tax: 'Import tax',
  forwarder: 'Forwarder',
  customs_broker: 'Customs broker',
  port_handling: 'Port handling',
  vat: 'VAT',
  pension_fund: 'Pension fund at registration',
  registration: 'Registration and plates',
  certification: 'Certification',
  rebuilt_title: 'Rebuilt title and inspection',
  exit_cost: 'Cost of selling',
  holding: 'Holding',
  margin: 'Target profit',
};

export const DEAL_GROUP_NAMES: Record<DealRow['group'], string> = {
  resale: 'Resale',
  repair: 'Repair',
  auction: 'At the auction',
  transport: 'Transport',
  import: 'Import',
  selling: 'Until it is sold',
  wanted: 'Profit',
};

/** What has to be known for a row that is not. */
export const NEEDS_WORDS: Record<DealNeed, string> = {
  auction: 'which auction sells it',
  canada_fees: 'fees in Canada are not in our tables',
  canada_tax: 'HST or GST and QST on bid and fees',
  us_import: 'import from Canada into the US is not in our tables',
  yard: 'how far the yard is',
  freight: 'no rate for this way',
  storage: 'it differs by yard',
  broker_fee: 'no figure for this auction',
  engine: 'the engine’s size',
  battery: 'the battery’s kWh',
  fuel: 'the fuel',
  year: 'the model year',
  exchange_rate: 'the exchange rate',
  figure: 'no figure in our tables',
  value: 'what the car is worth',
  resale_abroad: 'what it sells for there',
};

const UNITS = { liter: 'L', cc: 'cc', kwh: 'kWh' };
const VALUES = { listed: 'listed value', model: 'by our valuation', user: 'value entered' };

/** The repair figures a max bid is switched between, by the share of repairs that cost less. */
export const CAUTION_NAMES: Readonly<Record<number, string>> = {
  0.5: 'Likely',
  0.7: 'Cautious',
  0.9: 'Worst case',
};
/** Which figure of the repair counts. */
const cautionWords = (quantile: number): string =>
  CAUTION_NAMES[quantile]?.toLowerCase() ?? `${percentOf(quantile)} of such repairs cost less`;

/** Whose repair a bid counts and which figure of it, `repair counted at $9,564 (own labor, likely)`; empty where the deal counts none. */
export function repairFigureWords({ rows }: Pick<DealSheet, 'rows'>): string {
  const row = rows.find(({ id }) => id === 'repair');
  if (row === undefined || row.usd === null) return '';
  const { basis } = row;
  const by =
    basis.code !== 'repair'
      ? dealBasisWords(basis)
      : // Without it the figure contradicts the likely repair cost, which is an insurer's.
        [
          ...(basis.cost === 'insurer' ? [] : [COST_NAMES[basis.cost].toLowerCase()]),
          cautionWords(basis.quantile),
        ].join(', ');
  return `repair counted at ${wholeDollars(row.usd)} (${by})`;
}

/** Why an amount is what it is, in short. */
export function dealBasisWords(basis: DealBasis): string {
  switch (basis.code) {
    case 'user':
      return 'entered by hand';
    case 'unknown':
      return `enter it: ${NEEDS_WORDS[basis.needs]}`;
    case 'flat':
      return 'fixed amount';
    case 'step':
      return 'by the bid';
    case 'percent':
      return `${basis.percent}% of ${wholeDollars(basis.of)}${basis.minimum ? `, at least ${wholeDollars(basis.minimum)}` : ''}`;
    case 'middle':
      return `middle of ${wholeDollars(basis.low)} to ${wholeDollars(basis.high)}`;
    case 'days':
      return `${basis.days} days at ${dollarsAndCents(basis.usd_a_day)}`;
    case 'tariff':
      return [
        `${basis.amount} ${basis.currency}`,
        ...(basis.unit === 'once' ? [] : [`${basis.quantity} ${UNITS[basis.unit]}`]),
        ...(basis.years === null ? [] : [basis.years === 1 ? '1 year' : `${basis.years} years`]),
      ].join(' × ');
    case 'repair':
      return [
        COST_NAMES[basis.cost].toLowerCase(),
        cautionWords(basis.quantile),
        ...(basis.cost === 'insurer' ? [] : [`an insurer would pay ${wholeDollars(basis.insurer)}`]),
      ].join(', ');
    case 'resale':
      return [
        `${wholeDollars(basis.value)} ${VALUES[basis.of]}`,
        ...(basis.sold_share === 1 ? [] : [`${percentOf(basis.sold_share)} of what is asked`]),
        `${percentOf(basis.title_share)} for its title`,
        ...(basis.channel_share === 1 ? [] : [`${percentOf(basis.channel_share)} by how it is sold`]),
      ].join(' × ');
  }
}

/** Why a row of a table is to be doubted. */
export const DOUBT_WORDS: Record<NonNullable<DealSource['doubt']>, string> = {
  undated: 'undated',
  sources_disagree: 'sources disagree',
  range: 'a range in its source',
  low_trust: 'low trust',
  unsourced: 'no source of its own',
  boundary_open: 'steps differ by a cent',
  base_open: 'what it is taken of is open',
  age_open: 'exact age is open',
  hybrid_open: 'hybrids are open',
  fuel_open: 'depends on the fuel, not known',
  class_open: 'depends on the customs class: car or goods vehicle',
  engine_rounded: 'depends on the exact engine size',
  classic_open: 'free as a collector’s item, from 30 years on',
  title_open: 'depends on the title, not understood',
  state_open: 'depends on the state, not known',
  upper_bound: 'the most from that coast, usually less',
  annex_not_seen: 'none with proof of US origin',
  sister_site: 'read at a sister site',
  other_auction: 'the other auction’s, in place of its own',
};

/** Where a figure comes from, with the page it is on, and how far to trust it. */
export const dealSourceWords = (source: DealSource): string =>
  [
    `${source.words} (${placeWords(source)})`,
    ...(source.typical ? [`typical; check at ${source.where}`] : []),
    ...(source.judgement ? ['our judgment'] : []),
    ...(source.doubt ? [DOUBT_WORDS[source.doubt]] : []),
    ...(source.old ? ['more than a year old'] : []),
  ].join('; ');

const placeWords = ({ name, where, date, read, typical, judgement, checked }: DealSource): string => {
  const day = checked ? `checked ${checked}` : (date ?? `undated, read ${read}`);
  const isNamed = typical || judgement || where === '' || name.toLowerCase().includes(where.toLowerCase());
  return [name, ...(isNamed ? [] : [where]), day].join(', ');
};

/** Figures of a car in parts. */
export const PART_OUT_NAMES: Record<PartOutFigure, string> = {
  parts: 'Parts',
  metal: 'Metal',
  catalyst: 'Catalytic converter',
  labor: 'Labor',
  selling: 'Cost of selling',
};

/** When the verdict says what, and who says so. */
export function thresholdWords({ code, value, sources }: DealSheet['thresholds'][number]): string {
  const told: Record<DealThreshold, string> = {
    buy_chance: `Buy within your max bid, from a ${percentOf(value)} chance of your target profit`,
    consider_chance: `Consider from a ${percentOf(value)} chance of breaking even`,
    parts_share: `Parts where they bring at least ${value} × what they cost, all in`,
  };
  const [source] = sources;
  return `${told[code]} (${source ? `our judgment, ${source.date ?? source.read}` : 'yours'})`;
}

/** A reason of the verdict in a sentence. */
export function dealReasonWords(reason: DealReason): string {
  switch (reason.code) {
    case 'chance':
      return `${percentOf(reason.probability)} chance of your target profit at ${wholeDollars(reason.bid)}, ${percentOf(reason.break_even)} of breaking even`;
    case 'highest_bid':
      return `Max bid ${wholeDollars(reason.highest)}, against ${wholeDollars(reason.bid)}`;
    case 'no_bid':
      return 'No bid leaves your target profit';
    case 'no_value':
      return 'What the car sells for is not known';
    case 'no_price':
      return 'What the lot may bring is not known: enter a bid';
    case 'title_forbids':
      return 'The title keeps it off the road';
    case 'parts_value':
      return `In parts ${wholeDollars(reason.value)}, bought for ${reason.cost_at_least ? 'at least ' : ''}${wholeDollars(reason.cost)}`;
    case 'unknown_rows':
      return `${counted(reason.count, 'cost', 'costs')} not known`;
    case 'too_good':
      return 'Too good for a reason not on the page: look before you bid';
  }
}

type NamedFlag = 'title' | 'title_unknown' | 'odometer' | 'views_missing' | 'contradiction';
/** Red flags that are said the same wherever they stand. */
export const RED_FLAGS: Record<Exclude<RedFlag['code'], NamedFlag>, string> = {
  odometer_unknown: 'Odometer status not listed',
  no_keys: 'No keys',
  flood: 'Water or flood',
  burn: 'Burned',
  airbags: 'Airbags deployed or missing',
  frame: 'Frame or structure hit',
  photos_not_examined: 'Photos not reviewed',
  does_not_drive: 'Listed as not driving',
  far_under_usual: 'Asked far under usual: look for the reason',
  placeholder_repair: 'Listed repair is at or above the value: it may be a placeholder',
};

const FACTS: Record<Extract<RedFlag, { code: 'contradiction' }>['fact'], string> = {
  vin: 'VIN',
  year: 'year',
  odometer: 'odometer',
  primary_damage: 'damage',
  loss_type: 'loss type',
  run_condition: 'run condition',
  keys: 'keys',
  airbags: 'airbags',
  title: 'title, its code against its words',
  current_bid: 'current bid',
  buy_now: 'Buy Now price',
  final_bid: 'final bid',
};

/** What a red flag costs or forbids. */
export function effectWords(effect: RedFlag['effects'][number]): string {
  switch (effect.code) {
    case 'costs':
      return `costs ${wholeDollars(effect.usd)}`;
    case 'price_share':
      return `sells at ${percentOf(effect.share)} of a clean title`;
    case 'no_road':
      return 'not for the road again';
    case 'check_state':
      return 'ask the state first';
    case 'inspection':
      return 'inspection before the road';
    case 'no_export':
      return 'no freight line takes it';
    case 'export_some_lines':
      return 'some freight lines take it';
    case 'export_papers':
      return 'abroad only with DMV papers';
    case 'careful':
      return 'the repair counts at its cautious figure';
    case 'wider':
      return 'the repair’s range is wider for it';
    case 'not_counted':
      return 'its cost is not counted: set something aside';
    case 'look':
      return 'look closer';
  }
}

/** Why a title is not sure. */
function unsureTitle({ listed, could = [] }: Extract<RedFlag, { code: 'title_unknown' }>): string {
  if (listed === null) return 'No title listed';
  if (could.length === 0) return `Title not understood: ${listed}`;
  return could.length === 1
    ? `Title not understood in full, counted as the worse: ${listed}`
    : `Title not sure, ${titleChoices(could)}: ${listed}`;
}

/** What a red flag is about. */
export function flagName(flag: RedFlag): string {
  switch (flag.code) {
    case 'title':
      return `Title: ${flag.listed}`;
    case 'title_unknown':
      return unsureTitle(flag);
    case 'odometer':
      return `Odometer: ${ODOMETER_STATUSES[flag.status].toLowerCase()}`;
    case 'contradiction':
      return `The page contradicts itself: ${FACTS[flag.fact]}`;
    case 'views_missing':
      return `Not on the photos: ${flag.zones.join(', ')}`;
    default:
      return RED_FLAGS[flag.code];
  }
}

/** How its user buys and sells, as they choose it. */
export const BROKER_NAMES: Record<(typeof BROKERS)[number], string> = {
  none: 'None, own license',
  bid_cars: 'bid.cars',
  a_better_bid: 'A Better Bid',
  autobidmaster_advanced: 'AutoBidMaster Advanced',
  autobidmaster_premium: 'AutoBidMaster Premium',
  salvagebid_vip: 'SalvageBid VIP',
  flat_350: 'Flat, $350',
  flat_steps: 'Flat by price, $400 to $700',
  prime_cars: 'Prime Cars',
};
/** Who repairs the car. */
export const COST_NAMES: Record<CostChoice, string> = {
  own_labor: 'Own labor',
  door_rate: 'Door rate',
  unpaid: 'Unpaid',
  abroad: 'Abroad',
  insurer: 'As an insurer pays it',
};
export const CHANNEL_NAMES: Record<NonNullable<DealSettings['channel']>, string> = {
  private: 'Private buyer',
  wholesale: 'Wholesale',
  retail_lot: 'Retail lot',
};
export const BUYER_NAMES: Record<NonNullable<DealSettings['buyer']>, string> = {
  private: 'At home',
  shop: 'At a shop',
  dealer: 'At a dealer',
};
export const BID_WAY_NAMES: Record<NonNullable<DealSettings['bid_way']>, string> = {
  live: 'Live',
  pre_bid: 'Pre-bid, proxy or Buy It Now',
};
export const FEE_TITLE_NAMES: Record<NonNullable<DealSettings['fee_title']>, string> = {
  clean: 'Clean title',
  non_clean: 'Salvage and other titles',
};
export const SEGMENT_NAMES: Record<NonNullable<DealSettings['segment']>, string> = {
  mainstream: 'Mainstream',
  premium: 'Premium',
  exotic: 'Exotic',
};
export const FUEL_NAMES: Record<NonNullable<DealSettings['fuel']>, string> = {
  petrol: 'Gasoline',
  diesel: 'Diesel',
  hybrid: 'Hybrid',
  plug_in_hybrid: 'Plug-in hybrid',
  electric: 'Electric',
};
export const CUSTOMS_CLASS_NAMES: Record<NonNullable<DealSettings['customs_class']>, string> = {
  passenger: 'Car (8703)',
  goods: 'Pickup or van for goods (8704)',
};
export const YARD_NAMES: Record<NonNullable<DealSettings['yard_distance']>, string> = {
  near: 'Near',
  middle: 'Middle',
  far: 'Far',
};
