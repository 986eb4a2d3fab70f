import type { OemNumber } from '../schemas/estimate.ts';

/** What stands in place of a source's date that nobody knows. */
export const DATE_UNKNOWN = 'date unknown';

/** The source of numbers that a report's owner pasted. */
export const ADDED_NUMBERS = 'Added numbers';

/** The date of a source in words, by the reader's own way to write a day. */
export const sourceDate = (dated: string | null, inWords: (day: string) => string): string =>
  dated === null ? DATE_UNKNOWN : inWords(dated);

/** Where a number comes from, and of when that is. */
export const numberSource = (
  {
    source,
    dated,
    from_estimate,
    opened_page,
  }: Pick<OemNumber, 'source' | 'dated' | 'from_estimate' | 'opened_page'>,
  inWords: (day: string) => string,
): string => {
  if (dated !== null && from_estimate)
    return source === ADDED_NUMBERS
      ? `from numbers added on ${inWords(dated)}`
      : `from a kept estimate of ${inWords(dated)}`;
  if (dated !== null && opened_page) return `from the dealer’s page opened on ${inWords(dated)}`;
  return `${source}, ${sourceDate(dated, inWords)}`;
};
