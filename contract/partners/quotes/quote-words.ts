import { dollarsAndCents } from '../../report-view/figures.ts';
import { AVAILABILITY_WORDS, sentWithin } from '../feed-words.ts';
import type { Quote, QuoteFigures, QuotePart, QuoteState } from './quote.ts';

/** How quotes are headed wherever they stand. */
export const QUOTES_TITLE = 'Quotes from partners – LotLens earns a commission';

/** What is agreed to when partners are asked. */
export const QUOTE_CONSENT =
  'Share the vehicle (not its VIN), the parts with their numbers, and the state to ship to with the partners I chose. My contact goes to the one whose quote I accept, and to no other.';

/** Where one partner's side stands, as the owner reads it. */
export const QUOTE_STATE_WORDS: Readonly<Record<QuoteState, string>> = {
  asked: 'No answer yet',
  quoted: 'Quoted',
  declined: 'Declined',
  accepted: 'Accepted',
  not_chosen: 'Not chosen',
  expired: 'Ended without a choice',
};

/** `Headlamp, left × 2, 26060-4HB0A`. */
export const askedPartWords = ({ name, numbers, pieces }: QuotePart): string =>
  `${name}${pieces === 1 ? '' : ` × ${pieces}`}, ${
    numbers.length === 0
      ? 'number not known'
      : numbers.length === 1
        ? numbers[0]
        : `one of ${numbers.join(', ')}`
  }`;

/** How many parts of a request a quote has. */
export const partsOffered = ({ parts }: Pick<QuoteFigures, 'parts'>): number =>
  parts.filter((part) => part !== null).length;

type QuotedPart = NonNullable<QuoteFigures['parts'][number]>;
/** `$120.00, used, in stock, sent within 3 days`. */
export const quotedPartWords = (part: QuotedPart | null | undefined, pieces: number): string => {
  if (!part) return 'not offered';
  const { price, condition, availability, lead_time_days: days } = part;
  const each = pieces === 1 ? dollarsAndCents(price) : `${pieces} × ${dollarsAndCents(price)}`;
  const sent = days === 0 ? 'sent today' : sentWithin(days);
  return `${each}, ${condition}, ${AVAILABILITY_WORDS[availability]}, ${sent}`;
};

/** A quote part by part, and its shipping, each a line. */
export const quoteLines = (
  parts: readonly QuotePart[],
  quote: Pick<Quote, 'parts' | 'shipping'> | null,
): string[] =>
  quote === null
    ? parts.map(askedPartWords)
    : [
        ...parts.map(
          (part, index) => `${askedPartWords(part)}: ${quotedPartWords(quote.parts[index], part.pieces)}`,
        ),
        `Shipping: ${dollarsAndCents(quote.shipping)}`,
      ];
