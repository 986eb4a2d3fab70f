import type { DealAnswer } from '../../deal/deal-answer.ts';
import { wholeDollars } from '../figures.ts';

/** `7 in 10`; the ends are no promise. */
export function oddsWords(chance: number): string {
  const tenths = Math.round(chance * 10);
  if (tenths === 0) return 'fewer than 1 in 10';
  return tenths === 10 ? 'more than 9 in 10' : `${tenths} in 10`;
}

type Priced = Pick<Extract<DealAnswer, { form: 'bid_up_to' }>, 'bid' | 'of'>;

/** What the bid of an answer is, as a clause. */
function priceClause({ bid, of }: Priced): string {
  const usd = wholeDollars(bid);
  switch (of) {
    case 'user':
      return `you entered ${usd}`;
    case 'expected':
      return `lots like this sell for about ${usd}`;
    case 'sold':
      return `it sold for ${usd}`;
    case 'listed':
      return `the page says ${usd}`;
  }
}

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** What a repair may cost at the bid, and what ours comes to. */
function repairSentences(
  answer: Extract<DealAnswer, { form: 'under_price' | 'no_bid' }>,
  figure: string,
): string {
  const { bid, break_even, wanted, wanted_repair, repair, chance } = answer;
  const at = wholeDollars(bid);
  const ours = `${figure} repair cost for you: ${wholeDollars(repair)}`;
  if (break_even <= 0) return `At ${at} the other costs already take the whole resale price. ${ours}.`;
  const even = `At ${at} you break even if the whole repair costs at most ${wholeDollars(break_even)}`;
  const makes =
    wanted > 0 && wanted_repair > 0
      ? `, and make ${wholeDollars(wanted)} if it costs at most ${wholeDollars(wanted_repair)}`
      : '';
  return `${even}${makes}. ${ours} (${oddsWords(chance)} cost less than the break-even).`;
}

/**
 * What to bid: a headline and what stands behind it. `place`: where the car is sold abroad. `open`: costs are not known, so that
 * their sums are the least. `figure`: which figure of the repair counts, `Cautious`.
 */
export function answerWords(
  answer: DealAnswer,
  place: string,
  { open = false, figure = 'Counted' }: { open?: boolean; figure?: string } = {},
): { headline: string; detail: string } {
  const least = open ? 'at least ' : '';
  switch (answer.form) {
    case 'bid_up_to': {
      return {
        headline: `Bid up to ${wholeDollars(answer.max_bid)}`,
        detail: `${sentence(priceClause(answer))} At that price you make about ${wholeDollars(answer.profit)}.`,
      };
    }
    case 'under_price':
      return {
        headline: `Your max bid is ${wholeDollars(answer.max_bid)}. ${sentence(priceClause(answer)).slice(0, -1)}`,
        detail: repairSentences(answer, figure),
      };
    case 'no_bid':
      return {
        headline:
          answer.of === 'expected'
            ? 'Doesn’t pay at the usual price'
            : `Doesn’t pay at ${wholeDollars(answer.bid)}`,
        detail: repairSentences(answer, figure),
      };
    case 'gift':
      return {
        headline: 'Doesn’t pay even as a gift',
        detail: `Fees, title and sale cost ${wholeDollars(answer.short)} more than it brings.`,
      };
    case 'must_sell_for':
      return {
        headline: `Must sell for more than ${wholeDollars(answer.must_sell_for)}`,
        detail: `At ${wholeDollars(answer.bid)} it arrives in ${place} for ${least}${wholeDollars(answer.landed)}. Repaired it costs ${least || 'about '}${wholeDollars(answer.must_sell_for)}. It must sell there for more.`,
      };
    case 'parts_only': {
      const brings =
        answer.value === null
          ? 'What it brings in parts is not known'
          : `In parts it brings about ${wholeDollars(answer.value)}`;
      return {
        headline: 'Parts only: the title keeps it off the road',
        detail: `${brings}. Bought at ${wholeDollars(answer.bid)} it costs ${least}${wholeDollars(answer.cost)}.`,
      };
    }
    case 'no_value':
      return {
        headline: 'What do you sell it for?',
        detail:
          answer.bid === null
            ? 'Enter what it sells for repaired, and what you expect to bid.'
            : `At ${wholeDollars(answer.bid)}, fees and other costs come to ${least}${wholeDollars(answer.costs)} before the repair. Enter what it sells for repaired.`,
      };
  }
}
