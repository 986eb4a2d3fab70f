import type { Lot, LotOrigin } from './schemas/lot.ts';
import { SITES } from './sites.ts';

/** What its users call a lot: `Copart lot 51234567`. Null where it has no number, as one typed in may have none. */
export function lotTitle({ site, lot_number }: Pick<Lot, 'site' | 'lot_number'>): string | null {
  if (lot_number === '') return null;
  return site === null ? `Lot ${lot_number}` : `${SITES[site].name} lot ${lot_number}`;
}

/** Where a lot is sold, by its number there where it has one. */
export function soldAs({ site, lot_number, url }: Pick<Lot, 'site' | 'lot_number' | 'url'>): string {
  if (lot_number === '' && site !== null && url !== '') return SITES[site].name;
  return lotTitle({ site, lot_number }) ?? 'no lot number';
}

/** `a`, `a or b`, `a, b, or c`. By hand: a browser's own list format takes longer to load than the page it is on. */
function orText(alternatives: readonly (string | number)[]): string {
  const last = alternatives.at(-1) ?? '';
  const others = alternatives.slice(0, -1).join(', ');
  return `${others}${others === '' ? '' : alternatives.length > 2 ? ', or ' : ' or '}${last}`;
}

/** `Nissan, Infiniti, or Datsun (by VIN)` where the make is open, `Unknown` where nothing names one. */
export const makeWords = ({ make, possible_makes }: Pick<Lot, 'make' | 'possible_makes'>): string =>
  make ?? (possible_makes ? `${orText(possible_makes)} (by VIN)` : 'Unknown');

/** `2012`, or `1982 or 2012 (by VIN)` where the year is open. */
export const yearWords = ({ year, possible_years }: Pick<Lot, 'year' | 'possible_years'>): string =>
  year?.toString() ?? (possible_years ? `${orText(possible_years)} (by VIN)` : 'Unknown');

/** Why no report can be made of a lot whose make is not supported, or not known. */
export function unsupportedWords({
  vehicle_kind,
  possible_makes,
}: Pick<Lot, 'vehicle_kind' | 'possible_makes'>): string {
  if (vehicle_kind)
    return `This lot is listed as “${vehicle_kind}”. Reports can be made for cars, pickups and vans only.`;
  if (possible_makes)
    return `By its VIN this car may be of ${orText(possible_makes)}. Enter the lot by hand with its make.`;
  return 'This make is not supported at this time.';
}

/** The same in a list, where the make is not shown beside it. */
export const refusedMakeWords = (lot: Pick<Lot, 'make' | 'vehicle_kind' | 'possible_makes'>): string =>
  lot.make === null || lot.vehicle_kind ? unsupportedWords(lot) : `${lot.make}: ${unsupportedWords(lot)}`;

/** `Reports work for BMW, Audi, … and Volvo.`: what a lot of another make is answered with. */
export const supportedMakesWords = ({ supported_makes }: Pick<Lot, 'supported_makes'>): string | null =>
  supported_makes ? `Reports work for these makes: ${supported_makes.join(', ')}.` : null;

/**
 * `Front end (“Передняя часть”), side`: the declared damage in whatever letters its listing writes it, the listing's own words beside
 * those of ours; '' where there is none.
 */
export function declaredWords(
  lot: Pick<Lot, 'primary_damage' | 'secondary_damage' | 'listed_words'>,
): string {
  const parts = (['primary_damage', 'secondary_damage'] as const).flatMap((field) => {
    const listed = lot.listed_words?.[field];
    const english = lot[field];
    if (english === null) return [];
    const said = english.toLowerCase();
    return [listed === undefined ? said : `${said} (“${listed}”)`];
  });
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Why no photo is shown of a lot that has none here, and how to get some. That there are none nobody here knows: a photo list may
 * have been refused, and a copied text has no pictures.
 */
export const noPhotosWords = (origin: LotOrigin): string => NO_PHOTOS[origin];
const NO_PHOTOS: Readonly<Record<LotOrigin, string>> = {
  fetched: 'No photos of this lot came from the auction.',
  sample: 'No photos of this lot came from the auction.',
  own_page:
    'No photos came with the page you gave us. To add them: save the lot’s page and choose the file, use “Send to LotLens” on it, or enter the lot by hand with your own photos.',
  licensed:
    'No photos came with the licensed data of this lot. To add them: open the lot and use “Send to LotLens” on it, or save its page and choose the file.',
  entered: 'You added no photos of this lot.',
};

/** Why the end of a VIN is not known. */
export const maskedWords = (origin: LotOrigin): string =>
  origin === 'entered' ? 'its end was not entered' : 'masked by the auction';

/** What a lot says of the car's state. */
export const RUN_WORDS = {
  runs_and_drives: 'Runs and drives',
  starts: 'Starts',
  stationary: 'Stationary',
} as const;
export const AIRBAG_WORDS = {
  deployed: 'Deployed',
  intact: 'Intact',
  none: 'None fitted',
  missing: 'Missing',
} as const;
export const KEY_WORDS = { yes: 'Yes', no: 'No' } as const;
