import { type ListedDeal, roomOver } from '../../deal/deal-brief.ts';
import type { Lot } from '../../schemas/lot.ts';
import { wholeDollars } from '../figures.ts';
import { answerWords } from './answer-words.ts';
import { RED_FLAGS } from './deal-words.ts';
import { groundsWords, priceRangeWords, priceWords } from './price-words.ts';
import { shortAnswer } from './short-answer.ts';

/** What a lot looks like before any report of it. */
export type FirstLook = 'worth' | 'close' | 'unlikely';

/** How far a price may be above the max bid for a lot to be close, as a share of the price (judgement). */
const CLOSE = 0.25;

const listedRoom = ({ price, max_bids }: ListedDeal): number | null => roomOver(max_bids.likely, price);

/** What a listing says of its repair and value. */
type ListedMoney = Pick<Lot, 'retail_value' | 'seller_repair_cost'>;

/** Why a listing is too good to cheer at: its price is far under usual, or its listed repair is the value itself. */
export function listedWarnings({ price }: Pick<ListedDeal, 'price'>, lot: ListedMoney): string[] {
  const { retail_value: value, seller_repair_cost: repair } = lot;
  return [
    ...(price?.of === 'expected' && price.far_under_usual ? [RED_FLAGS.far_under_usual] : []),
    ...(value !== null && repair !== null && repair >= value ? [RED_FLAGS.placeholder_repair] : []),
  ];
}

/**
 * Worth a report where the max bid reaches the price and nothing warns, close where it does with the cheapest repairs, or nearly;
 * null: no price is known.
 */
export function firstLook({ price, max_bids }: ListedDeal, warned = false): FirstLook | null {
  if (price === null) return null;
  if (max_bids.likely !== null && max_bids.likely >= price.usd) return warned ? 'close' : 'worth';
  const most = max_bids.high ?? 0;
  return most >= price.usd || (max_bids.likely ?? 0) >= price.usd * (1 - CLOSE) ? 'close' : 'unlikely';
}

export const FIRST_LOOKS: Record<FirstLook, string> = {
  worth: 'Worth a report',
  close: 'Close',
  unlikely: 'Unlikely',
};

/** A figure of a listed lot with its name, and its range or ground. */
export type ListedFigure = { label: string; value: string; note: string };

/** What a lot sells for, and the max bid by its listing, each with its range; and why. */
export function listedFigures(deal: ListedDeal): { figures: ListedFigure[]; why: string[] } {
  const { price, answer, max_bids } = deal;
  const { low, likely, high } = max_bids;
  const { label, amount } = shortAnswer(deal);
  const most = wholeDollars(high ?? likely ?? 0);
  const range = low === null ? `up to ${most} by the repair` : `${wholeDollars(low)}–${most} by the repair`;
  return {
    figures: [
      ...(price === null
        ? []
        : [
            {
              label: price.of === 'sold' ? 'Sold for' : 'Sells for about',
              value: wholeDollars(price.usd),
              note: priceRangeWords(price) ?? '',
            },
          ]),
      likely === null
        ? { label, value: amount, note: '' }
        : { label: 'Max bid', value: wholeDollars(likely), note: range },
    ],
    why: [
      ...(price === null
        ? []
        : [price.of === 'sold' ? `${priceWords(price)}.` : `Price: ${groundsWords(price.grounds)}.`]),
      answerWords(answer, 'the country you sell in').detail,
    ],
  };
}

/** The same in sentences. */
export const listedWords = (deal: ListedDeal): string[] => {
  const [bid] = listedFigures(deal).figures.slice(-1);
  const said =
    bid === undefined ? '' : `${bid.label} ${bid.value}${bid.note === '' ? '' : ` (${bid.note})`}`.trim();
  return [...(deal.price === null ? [] : [priceWords(deal.price)]), said];
};

/** The most promising first: by room, then those without a price, then what was not read. */
export function byRoom(a: { deal?: ListedDeal | undefined }, b: { deal?: ListedDeal | undefined }): number {
  const room = ({ deal }: { deal?: ListedDeal | undefined }): number =>
    deal === undefined ? Number.NEGATIVE_INFINITY : (listedRoom(deal) ?? -1e9);
  return room(b) - room(a) || 0;
}
