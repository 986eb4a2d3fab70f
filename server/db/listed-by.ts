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

/** What a search looks through, a space before every word. */
export const SEARCHED =
  "(coalesce(' ' || model_name, '') || coalesce(' ' || vin, '') || coalesce(' ' || lot_number, '') || coalesce(' ' || make_name, '') || coalesce(' ' || tag, ''))";

/** Numbers from their end, as people say the last digits of them. */
export const LOT_END = '(reverse(lot_number))';
export const VIN_END = '(reverse(vin))';
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
    "(array_position(ARRAY['repairable', 'depends_on_salvage', 'sources_disagree', 'total_loss'], verdict))",
  status: OUTCOME,
};

/** What operators look accounts up by. */
export const ACCOUNT_SEARCHED = "(' ' || email || ' ' || first_name || ' ' || last_name)";

const LETTERS = /[\p{L}\p{N}]/u;
const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u;
/**
 * The pattern that finds a text anywhere; one of fewer than three letters in a row where a word begins, as an index of three
 * letters at a time can't look it up elsewhere.
 */
export function patternOf(text: string): string {
  const beginsWord = LETTERS.test(text) && !THREE_IN_A_ROW.test(text);
  return `%${beginsWord ? ' ' : ''}${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

/** What names the lot in the path of its link, whatever stands before and after it; null where the link is of no lot. */
export const numberInLink = (link: string): string =>
  `(lower(substring(${link}, '(?i)/(?:lot|vehicledetails?)/([0-9a-z_-]+)')))`;
