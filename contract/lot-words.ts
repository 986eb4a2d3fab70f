import type { Lot, LotOrigin } from './schemas/lot.ts';
import { SITES } from './sites.ts';

/** What its users call a lot: `Copart lot 51234567`. Null where it has no number, as one typed in may have none. */
export function lotTitle({ site, lot_number }: Pick<Lot, 'site' | 'lot_number'>): string | null {
  if (lot_number === '') return null;
  return site === null ? `Lot ${lot_number}` : `${SITES[site].name} lot ${lot_number}`;
}

/** Where a lot's facts come from, inside a sentence. */
export const factsSource = (origin: LotOrigin): string =>
  origin === 'entered' ? 'what its user entered' : 'listing data';

/** Why the end of a VIN is not known. */
export const maskedWords = (origin: LotOrigin): string =>
  origin === 'entered' ? 'its end was not entered' : 'masked by the auction';
