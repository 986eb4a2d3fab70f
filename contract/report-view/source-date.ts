/** What stands in place of a source's date that nobody knows. */
export const DATE_UNKNOWN = 'date unknown';

/** The date of a source in words, by the reader's own way to write a day. */
export const sourceDate = (dated: string | null, inWords: (day: string) => string): string =>
  dated === null ? DATE_UNKNOWN : inWords(dated);
