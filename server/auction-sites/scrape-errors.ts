import { unsupportedWords } from '../../contract/lot-words.ts';
import { type FoundLot, NO_DATA_MESSAGE, type UNREAD_LOT_CODES } from '../../contract/schemas/errors.ts';
import { SITES, type Site } from '../../contract/sites.ts';
import { AppError } from '../errors.ts';

/** Why a lot could not be read, with what the user can do about it; http and command line show both. */

const OWN_PAGE =
  'Open the lot in your own browser and give us that page: save it as a file, or select all and copy.';

function failure(
  code: (typeof UNREAD_LOT_CODES)[number],
  reason: string,
  details: Record<string, unknown> = {},
): AppError {
  return new AppError(code, NO_DATA_MESSAGE, { details: { reason, ...details } });
}

/** The site refused, or put a check before the page. */
export const refusedBySite = (site: Site, status: number | null): AppError =>
  failure(
    'source_blocked',
    `${SITES[site].name} refused to show this page. ${OWN_PAGE}`,
    status ? { status } : {},
  );

/** No answer came, or none that is safe to take: whether the site would have refused nobody knows. */
export const siteUnreachable = (site: Site): AppError =>
  failure(
    'source_unreachable',
    `${SITES[site].name} could not be reached from here. Try again in a minute, or: ${OWN_PAGE}`,
  );

/** We do not ask the site: operators turned that off. */
export const siteTurnedOff = (site: Site): AppError =>
  failure(
    'source_blocked',
    `We do not read pages of ${SITES[site].name} ourselves at the moment. ${OWN_PAGE}`,
  );

/** The site had a fault of its own. */
export const siteFault = (site: Site, status: number): AppError =>
  failure(
    'source_blocked',
    `${SITES[site].name} had a fault of its own (${status}). Try again later, or: ${OWN_PAGE}`,
    {
      status,
    },
  );

/** The site asks for a pause. */
export const siteAsksToWait = (site: Site, ms: number): AppError =>
  failure(
    'source_blocked',
    `${SITES[site].name} asks to wait ${Math.ceil(ms / 1000)} seconds before it is asked again. ${OWN_PAGE}`,
  );

export const lotNotFound = (site: Site, number: string): AppError =>
  failure(
    'lot_not_found',
    `${SITES[site].name} knows no lot ${number}, or no longer shows it. Check the number in the link.`,
  );

/** IAAI's not-found page: the same for a lot that is gone and for a stock number. */
export const iaaiNotFound = (number: string): AppError =>
  failure(
    'lot_not_found',
    `IAAI shows no lot under ${number}. It may be gone; if ${number} is the stock number, open the lot at IAAI and copy the address of its page, which holds another number.`,
  );

export const wrongNumberKind = (number: string, link: string | null): AppError =>
  failure(
    'wrong_number_kind',
    link === null
      ? `${number} looks like a stock number. IAAI links hold another number: open the lot at IAAI and copy the address of its page.`
      : `${number} is this lot's stock number. Its link is ${link}`,
    link === null ? {} : { link },
  );

/** A page of the site on which nothing stands where it should. */
export const layoutChanged = (site: Site): AppError =>
  failure(
    'layout_changed',
    `This is a page of ${SITES[site].name}, but not in a form this reader knows. Try the page's visible text (select all, copy), or enter the lot by hand.`,
  );

export const notALotPage = (site: Site | null): AppError =>
  failure(
    'extraction_failed',
    `No lot${site === null ? '' : ` of ${SITES[site].name}`} was found on this page. Give us the page of one single lot, or enter it by hand.`,
  );

/** A printed page without text, or where nothing can take the text out of it. */
export const printedPage = (): AppError =>
  failure(
    'extraction_failed',
    'This is a PDF, whose text could not be read here. Save the lot’s page itself (Ctrl+S), or open the PDF, select all, copy, and paste its text.',
  );

/** The screen on which an auction is held shows one lot after the other. */
export const liveAuction = (site: Site | null): AppError =>
  failure(
    'extraction_failed',
    `This is a live-auction screen${site === null ? '' : ` of ${SITES[site].name}`}, which shows one lot after the other. Open the lot itself and give us its page.`,
  );

/** One row of a site's search results: number, name and a few values without their labels. */
export const rowOfList = (site: Site): AppError =>
  failure(
    'extraction_failed',
    `This shows one lot in brief, as a row of ${SITES[site].name}’s search results does. Open the lot itself and give us its page.`,
  );

/** A Copart page's source is an empty frame that a script fills. */
export const emptyFrame = (site: Site): AppError =>
  failure(
    'extraction_failed',
    `The source of this ${SITES[site].name} page holds no data; scripts fill it in later. Save the page with Ctrl+S, or select all and copy its text.`,
  );

/** Copart's answer about photos, without the one about the lot. */
export const photosOnly = (): AppError =>
  failure(
    'extraction_failed',
    'These are only the photos of this Copart lot. Give us the lot page or its details (lotdetails) together with them.',
  );

/** Only part of a text that should be one whole. */
export const cutOff = (site: Site | null): AppError =>
  failure(
    'extraction_failed',
    `This page${site === null ? '' : ` of ${SITES[site].name}`} is cut off or damaged. Copy or save it again as a whole.`,
  );

export const otherLot = (site: Site, wanted: string, found: string): AppError =>
  failure(
    'extraction_failed',
    `This page is of ${SITES[site].name} lot ${found}, not of ${wanted}. Give us the link and the page of the same lot.`,
    { wanted, found },
  );

/** A search page or a watch list: its cars, for the user to choose from. */
export function severalLots(lots: readonly FoundLot[]): AppError {
  const named = lots.flatMap(({ name, lot_number, vin }) => name ?? lot_number ?? vin ?? []);
  const shown = [...new Set(named)].slice(0, NAMED_LOTS).join(', ');
  return failure(
    'several_lots',
    `This page shows several lots${shown === '' ? '' : `: ${shown}${named.length > NAMED_LOTS ? ' and others' : ''}`}. Choose one, or give us the page of one single lot.`,
    { lots },
  );
}
/** In a sentence; the list itself has all. */
const NAMED_LOTS = 5;

/** The same car may stand on several sites; each has its own link. */
export const pageOfAnotherSite = (wanted: Site, found: Site, link: string): AppError =>
  failure(
    'extraction_failed',
    `The link is one of ${SITES[wanted].name}, the page one of ${SITES[found].name}. Paste the link of this page with it: ${link}`,
    { link },
  );

/** Of a maker of cars, what is none: in the words that refuse the same of any other maker. */
export const notACar = (kind: string): AppError =>
  failure('extraction_failed', unsupportedWords({ vehicle_kind: kind }), { kind });

/** A page too large or too deeply nested to be a lot page. */
export const unreadableMarkup = (): AppError =>
  failure(
    'extraction_failed',
    'This page is not built like a lot page. Save the page of one single lot and try again.',
  );
