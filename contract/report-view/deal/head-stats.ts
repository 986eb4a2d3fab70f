import type { DealSheet } from '../../deal/deal-sheet.ts';
import { wholeDollars } from '../figures.ts';
import { bidWords } from './bid-words.ts';
import { repairFigureWords } from './deal-words.ts';
import { groundsWords, priceRangeWords } from './price-words.ts';
import { DEAL_VERDICTS } from './short-answer.ts';

/** One figure of a row of figures; `note`: what it rests on. */
export type HeadStat = { label: string; value: string; note: string; of: 'price' | 'bid' | 'parts' };

type HeadDeal = Pick<DealSheet, 'price' | 'answer' | 'rows' | 'bid' | 'verdict' | 'part_out'>;

function priceStat({ price }: HeadDeal): HeadStat[] {
  if (price === null) return [];
  const value = wholeDollars(price.usd);
  return price.of === 'sold'
    ? [{ of: 'price', label: 'Sold for', value, note: '' }]
    : [
        {
          of: 'price',
          label: 'Sells for about',
          value,
          note: [priceRangeWords(price), groundsWords(price.grounds)].filter(Boolean).join(', '),
        },
      ];
}

function bidStat(deal: HeadDeal): HeadStat {
  const { words, amount, note } = bidWords(deal);
  const verdict = deal.verdict === null ? '' : DEAL_VERDICTS[deal.verdict];
  return amount === ''
    ? { of: 'bid', label: 'Max bid', value: words, note: verdict }
    : {
        of: 'bid',
        label: words,
        value: amount,
        note: [verdict, repairFigureWords(deal), note].filter(Boolean).join(', '),
      };
}

/** What a deal says at the head of a report: expected price, max bid with what to do with the lot, and the parts. */
export function headStats(deal: HeadDeal): HeadStat[] {
  const { part_out: parted } = deal;
  const gain = parted === null ? null : parted.value - parted.cost;
  return [
    ...priceStat(deal),
    bidStat(deal),
    ...(gain === null
      ? []
      : [
          {
            of: 'parts' as const,
            label: 'Part out',
            value: `${gain < 0 ? '−' : '+'}${wholeDollars(Math.abs(gain))}`,
            note: `at a ${wholeDollars(deal.bid)} bid`,
          },
        ]),
  ];
}
