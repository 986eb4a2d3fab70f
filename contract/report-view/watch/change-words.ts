import { AIRBAG_WORDS, KEY_WORDS, RUN_WORDS } from '../../lot-words.ts';
import type { LotChange, WatchedFact } from '../../watch/lot-change.ts';
import { readPriceValue } from '../../watch/price-value.ts';
import { dayInUtc, distanceOf, wholeDollars } from '../figures.ts';
import { printedMoney } from '../market/printed-money.ts';

const LABELS: Record<WatchedFact, string> = {
  sale_date: 'Sale',
  listing_state: 'Listing',
  lot_number: 'Lot',
  current_bid: 'Bid',
  buy_now: 'Buy Now price',
  reserve_state: 'Reserve',
  final_bid: 'Final bid',
  retail_value: 'Listed value',
  seller_repair_cost: 'Seller’s repair cost',
  primary_damage: 'Primary damage',
  secondary_damage: 'Secondary damage',
  title: 'Title',
  run_condition: 'Condition',
  keys: 'Keys',
  airbags: 'Airbags',
  mileage: 'Mileage',
  location: 'Location',
};
const CODES: Readonly<Record<string, string>> = { ...RUN_WORDS, ...AIRBAG_WORDS, ...KEY_WORDS };

const RESERVES: Readonly<Record<string, string>> = {
  none: 'No reserve now',
  met: 'Reserve met',
  not_met: 'Reserve not met',
};

/** A moment by its day; what is none as it was listed. */
function dayWords(listed: string): string {
  const time = Date.parse(listed);
  return Number.isNaN(time) ? listed : dayInUtc(time);
}

function valueWords(fact: WatchedFact, value: string): string {
  switch (fact) {
    case 'sale_date':
      return dayWords(value);
    case 'current_bid':
    case 'buy_now':
    case 'final_bid': {
      const price = readPriceValue(value);
      return price === null ? value : printedMoney(price.amount, price.currency);
    }
    case 'retail_value':
    case 'seller_repair_cost':
      return wholeDollars(Number(value));
    case 'mileage':
      return distanceOf(Number(value));
    case 'run_condition':
    case 'airbags':
    case 'keys':
      return CODES[value] ?? value;
    default:
      return value;
  }
}

/** A change in one line: `Sale moved from Dec 1, 2026 to Dec 8, 2026`, `Listed again`. */
export function changeWords({ fact, before, after, read_at }: LotChange): string {
  const now = valueWords(fact, after);
  if (fact === 'lot_number') return `Listed again as lot ${after}`;
  if (fact === 'listing_state')
    return after === 'active' ? 'Listed again' : after === 'sold' ? 'Sold' : 'Listing ended';
  if (fact === 'reserve_state') return RESERVES[after] ?? after;
  if (fact === 'final_bid' && before === null) return `Final bid ${now}`;
  if (fact === 'buy_now' && before === null) return `Buy Now set at ${now}`;
  if (fact === 'sale_date') {
    if (before === null) return `Sale set for ${now}`;
    // Its day was over: the car was not sold, or is sold again.
    if (Date.parse(before) < Date.parse(read_at)) return `Listed again for ${now}`;
    return `Sale moved from ${valueWords(fact, before)} to ${now}`;
  }
  return `${LABELS[fact]} now ${now}${before === null ? '' : `, was ${valueWords(fact, before)}`}`;
}
