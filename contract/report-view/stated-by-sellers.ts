import type { AskedPrices, StatedBySellers, StatedNumber } from '../facts/stated-number.ts';
import type { EstimateLine } from '../schemas/estimate.ts';
import { dayInUtc, wholeDollars } from './figures.ts';

/** A number that sellers state, in words: their claim, never that it fits. */
export type StatedWords = {
  /** With its side where the line's is not known. */
  readonly number: string;
  /** `stated by 5 of 6 independent eBay sellers for 2018 Civic; their claim, not checked by VIN, Nov 20, 2026`. */
  readonly claim: string;
  /** What is asked for one piece, `new` and `used` apart; empty: nobody asks. It moves no estimate. */
  readonly asked: string;
};

const rangeWords = ({ low, high, offers }: AskedPrices): string => {
  const amount = low === high ? wholeDollars(low) : `${wholeDollars(low)}–${wholeDollars(high)}`;
  return offers === 1 ? amount : `${amount} (${offers} offers)`;
};

function askedWords({ asked_new: fresh, asked_used: used }: StatedNumber): string {
  const asked = [fresh && `new ${rangeWords(fresh)}`, used && `used ${rangeWords(used)}`].filter(Boolean);
  return asked.length === 0 ? '' : `asked on eBay: ${asked.join('; ')}, not in the estimate`;
}

const claimWords = (
  { sellers, also_as: forms = [] }: StatedNumber,
  { of, year, model, dated, numbers }: StatedBySellers,
): string =>
  [
    forms.length > 0 ? `also as ${forms.join(', ')}` : null,
    `stated by ${sellers} of ${of} independent eBay sellers for ${year} ${model}`,
    `their claim, not checked by VIN, ${dayInUtc(Date.parse(dated))}`,
    numbers.length > 1 ? 'two numbers are stated: ask by VIN' : null,
  ]
    .filter((words) => words !== null)
    .join('; ');

/** What sellers state of a line's part, each number in words; none where a source has a number. */
export function statedBySellers({
  side,
  stated_by_sellers: stated = [],
}: Pick<EstimateLine, 'side' | 'stated_by_sellers'>): StatedWords[] {
  return stated.flatMap((statement) =>
    statement.numbers.map((number) => ({
      number:
        side === 'unknown' && statement.side !== 'none'
          ? `${number.number} (${statement.side})`
          : number.number,
      claim: claimWords(number, statement),
      asked: askedWords(number),
    })),
  );
}

/** The same in one text a number, for a cell or a printed note. */
export const statedSentences = (line: Pick<EstimateLine, 'side' | 'stated_by_sellers'>): string[] =>
  statedBySellers(line).map(({ number, claim, asked }) =>
    [`${number}: ${claim}`, asked].filter((words) => words !== '').join('; '),
  );
