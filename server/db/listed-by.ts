import type { ReportSort } from '../../contract/calls.ts';
import { CANCELLED_CODE } from '../../contract/report-status.ts';

/**
 * What lists of reports go by, as SQL over columns of `reports`: indexes have these expressions to the letter, so that a page
 * costs the same however many reports an account has. None knows `status`, which every step of a report writes.
 */

/** 0: in the everyday list, 1: archived. */
export const SHELF = '((archived_at IS NOT NULL)::int)';

/** In progress, ready, failed, cancelled, as they are sorted. */
export const OUTCOME_NUMBERS = { in_progress: 1, ready: 2, failed: 3, cancelled: 4 } as const;
export const OUTCOME = `(CASE WHEN finished_at IS NULL THEN 1 WHEN error_code IS NULL THEN 2 WHEN error_code = '${CANCELLED_CODE}' THEN 4 ELSE 3 END)`;

export const MAKE = '(lower(make_name))';

/** What a search looks through by words, a space before each: `F-150` is two. */
export const NAMED =
  "(replace(coalesce(' ' || model_name, '') || coalesce(' ' || make_name, '') || coalesce(' ' || tag, ''), '-', ' '))";
/** The numbers it looks through. */
export const NUMBERED = "(coalesce(vin, '') || coalesce(' ' || lot_number, ''))";

/** Numbers from their end, as people say the last digits of them. */
export const LOT_END = '(reverse(lot_number))';
export const VIN_END = '(reverse(vin))';
/** The last four, which many reports may share: in order of date, so that of a list by date only the newest are read. */
export const LOT_LAST = '(right(lot_number, 4))';
export const VIN_LAST = '(right(vin, 4))';
/** A stock number, as dealers tag their lots, from its beginning. */
export const TAG = '(upper(tag))';

export const SORTED_BY: Record<ReportSort, string> = {
  date: 'created_at',
  vehicle: '(lower(model_name))',
  lot: 'lot_number',
  sale_date: 'sale_date',
  repair: 'total_cost_cents',
  value_share: 'value_share',
  verdict:
    "(array_position(ARRAY['repairable', 'too_close', 'depends_on_salvage', 'depends_on_insurer', 'sources_disagree', 'total_loss'], verdict))",
  status: OUTCOME,
};

/** What operators look accounts up by. */
export const ACCOUNT_SEARCHED = "(' ' || email || ' ' || first_name || ' ' || last_name)";

const LETTERS = /[\p{L}\p{N}]/u;
const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u;
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The pattern that finds a text anywhere; one of fewer than three letters in a row where a word begins, as an index of three
 * letters at a time can't look it up elsewhere.
 */
export const patternOf = (text: string): string =>
  LETTERS.test(text) && !THREE_IN_A_ROW.test(text) ? anywhere(` ${text.trim()}`) : anywhere(text.trim());

const FIVE_IN_A_ROW = /[\p{L}\p{N}]{5}/u;
const LAST_FOUR = /^(?=.*\d)[0-9A-Z]{4}$/i;

/** That a report has a word in its name, make or tag; `next` gives a value's place in the statement. */
export const isNamed = (word: string, next: (given: unknown) => string): string =>
  `${NAMED} ILIKE ${next(patternOf(word.replaceAll('-', ' ')))}`;

/**
 * The ways in which a report has a word that is searched alone, each a condition that one index answers: by its name; the last four of
 * its lot number or VIN, or a part of it with five in a row: fewer of them are in the middle of some number of every account.
 */
export function waysToHave(word: string, next: (given: unknown) => string): string[] {
  const named = isNamed(word, next);
  if (FIVE_IN_A_ROW.test(word)) return [`(${named} OR ${NUMBERED} ILIKE ${next(anywhere(word))})`];
  if (!LAST_FOUR.test(word)) return [named];
  const last = next(word.toUpperCase());
  return [named, `${LOT_LAST} = ${last}`, `${VIN_LAST} = ${last}`];
}

/** The words of a text that is searched, each of which a report is to have; hyphens between them are none. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /[^-]/.test(word));

/** What names the lot in the path of its link, whatever stands before and after it; null where the link is of no lot. */
export const numberInLink = (link: string): string =>
  `(lower(substring(${link}, '(?i)/(?:lot|vehicledetails?)/([0-9a-z_-]+)')))`;
