import { UNREAD_LOT_CODES } from '../../contract/schemas/errors.ts';
import { SITES, type Site } from '../../contract/sites.ts';
import { ApiError } from '../api/api-error.ts';

/** The notice for a lot that could not be read (docs/product.md), the reason after it. */
export function scrapeNotice(error: unknown, site: Site | null): { title: string; text: string } {
  const message = error instanceof ApiError ? error.message : 'An API error occurred.';
  const told = error instanceof ApiError ? error.details.reason : undefined;
  const reason = typeof told === 'string' ? told : '';
  if (!(error instanceof ApiError && UNREAD_LOT_CODES.some((code) => code === error.code)))
    return { title: 'Data Extraction Error', text: message };
  const notice = site === null ? null : SITES[site].supportNotice;
  if (notice !== null) return { title: notice, text: reason };
  const advice = 'Could not extract data from this auction link. Please verify the URL and try again.';
  return { title: 'Data Extraction Error', text: reason === '' ? advice : `${advice} ${reason}` };
}
