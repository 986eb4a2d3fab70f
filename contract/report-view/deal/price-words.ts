import type { ExpectedPrice, PriceGround } from '../../deal/expected-price.ts';
import { dayInUtc, wholeDollars } from '../figures.ts';
import { percentOf } from '../words/sentence.ts';

const onDay = (day: string | null): string => {
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? (day ?? '') : '');
  return Number.isNaN(time) ? '' : ` on ${dayInUtc(time)}`;
};

const range = (low: number, high: number): string =>
  low === high ? wholeDollars(low) : `${wholeDollars(low)}–${wholeDollars(high)}`;

/** What an expected price stands on, in a few words. */
function groundWords(ground: PriceGround): string {
  switch (ground.code) {
    case 'current_bid':
      return `bid to ${wholeDollars(ground.usd)} now`;
    case 'refused':
      return `refused at ${wholeDollars(ground.usd)}${onDay(ground.day)}`;
    case 'buy_now':
      return `Buy Now at ${wholeDollars(ground.usd)}`;
    case 'similar':
      return `${ground.count} similar sold for ${range(ground.low, ground.high)} (middle ${wholeDollars(ground.middle)})`;
    case 'earlier_sale':
      return `sold for ${wholeDollars(ground.usd)}${onDay(ground.day)}`;
    case 'own_lots':
      return `${ground.count} lots you have read sold at ${percentOf(ground.share)} of value`;
    case 'table':
      return 'our table, no prices read';
    case 'clean_title':
      return 'clean title, value less repair';
  }
}

/** At most two of its grounds; our table only where nothing else is known. */
export function groundsWords(grounds: readonly PriceGround[]): string {
  const others = grounds.filter(({ code }) => code !== 'table');
  return (others.length > 0 ? others : grounds).slice(0, 2).map(groundWords).join('; ');
}

/** `$4,750–$6,500`, `at most $3,550`; null for a price that was paid. */
export function priceRangeWords(price: ExpectedPrice): string | null {
  if (price.of === 'sold') return null;
  return price.low === price.high ? `at most ${wholeDollars(price.high)}` : range(price.low, price.high);
}

/** How far a forecast was from the price: `6% under`; both US dollars. */
export function offWords(paid: number, expected: number): string {
  const off = Math.round(((expected - paid) / paid) * 100);
  return off === 0 ? 'as it was' : `${Math.abs(off)}% ${off < 0 ? 'under' : 'over'}`;
}

/** What a lot sells for, in one line: number, range and at most two grounds. */
export function priceWords(price: ExpectedPrice): string {
  if (price.of === 'sold') {
    const { expected } = price;
    const off =
      expected === undefined
        ? ''
        : `. We expected ${wholeDollars(expected)}, ${offWords(price.usd, expected)}`;
    return `Sold for ${wholeDollars(price.usd)}${onDay(price.day)}${off}`;
  }
  return `Sells for about ${wholeDollars(price.usd)} (${priceRangeWords(price)}): ${groundsWords(price.grounds)}`;
}
