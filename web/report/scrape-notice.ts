import { NO_DATA_MESSAGE } from '../../contract/errors.ts';
import type { Site } from '../../contract/lot.ts';
import { ApiError } from '../api/api-error.ts';

const REASONS: Record<string, string> = {
  source_blocked:
    'The site refused to answer our server. Its page opens in your own browser: save it there and give it to us.',
  lot_not_found: 'The site knows no lot with this number, or no longer shows it.',
  wrong_number_kind:
    'That looks like a stock number. IAAI links carry another number: open the lot and copy its address.',
  layout_changed: 'The site answered with a page this reader does not know yet.',
};

/** The notice for a lot that could not be read (SPEC section 8), the reason after it. */
export function scrapeNotice(error: unknown, site: Site | null): { title: string; text: string } {
  const message = error instanceof ApiError ? error.message : 'An API error occurred.';
  const reason = error instanceof ApiError && error.code !== null ? (REASONS[error.code] ?? '') : '';
  if (message.replace(/\.$/, '') !== NO_DATA_MESSAGE)
    return { title: 'Data Extraction Error', text: message };
  if (site === 'copart') return { title: 'Copart Support Limited (try bid.cars)', text: reason };
  if (site === 'iaai') return { title: 'IAAI Support Limited', text: reason };
  const advice = 'Could not extract data from this auction link. Please verify the URL and try again.';
  return { title: 'Data Extraction Error', text: reason === '' ? advice : `${advice} ${reason}` };
}
