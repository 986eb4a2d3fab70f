import { CA_PROVINCES, JURISDICTIONS, US_STATES } from '../../../contract/us-states.ts';
import { titleState } from '../../damage-detectors/declared/title-text.ts';

/** Letters without accents: listings of Quebec write `Québec`. */
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** French names of provinces, and names in use before the present ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'colombie-britannique': 'BC',
  'ile-du-prince-edouard': 'PE',
  newfoundland: 'NL',
  'nouveau-brunswick': 'NB',
  'nouvelle-ecosse': 'NS',
  'terre-neuve-et-labrador': 'NL',
};

function placeReader(
  places: Readonly<Record<string, string>>,
): (text: string | null | undefined) => string | null {
  const byName = new Map([
    ...Object.entries(places).map(([code, name]) => [bare(name), code] as const),
    ...Object.entries(OTHER_NAMES).filter(([, code]) => Object.hasOwn(places, code)),
  ]);
  return (text) => {
    const tidy = (text ?? '').replace(/\s+/g, ' ').trim();
    const whole = byName.get(bare(tidy));
    if (whole) return whole;
    if (/^[a-z]{2}$/i.test(tidy))
      return Object.hasOwn(places, tidy.toUpperCase()) ? tidy.toUpperCase() : null;
    const first =
      /^([A-Z]{2})\s*-/.exec(tidy)?.[1] ??
      /,\s*([A-Z]{2})\b/.exec(tidy)?.[1] ??
      /\(([A-Z]{2})\)/.exec(tidy)?.[1];
    if (first && Object.hasOwn(places, first)) return first;
    const named = /\(([\p{L} -]+)\)|,\s*([\p{L} -]+)$/u.exec(tidy);
    return byName.get(bare((named?.[1] ?? named?.[2] ?? '').trim())) ?? null;
  };
}

/** Two letters of a US state from what a listing writes: `TX`, `Texas`, `TX - HOUSTON`, `Houston, TX 77001`; else null. */
export const readState = placeReader(US_STATES);

/** Two letters of a US state or a Canadian province, written alike: `ON - TORONTO`, `Toronto (ON)`, `Québec`; else null. */
export const readJurisdiction = placeReader(JURISDICTIONS);

type Listed = {
  readonly url?: string;
  readonly location: string | null;
  readonly title: string | null;
};

/** US state of a lot by its location, else by its title (`FL - SALVAGE`); never by a bare title code. */
export const stateOfLot = ({ location, title }: Listed): string | null =>
  readState(location) ?? readState(titleState(title));

/** State or province of a lot, read alike. */
export const jurisdictionOfLot = ({ location, title }: Listed): string | null =>
  readJurisdiction(location) ?? titleState(title);

/** True if the lot is sold in Canada: by its page's address, or by the province that its location or title names. */
export function isSoldInCanada(lot: Listed): boolean {
  if (/^https:\/\/(www\.copart\.ca|ca\.iaai\.com)\//.test(lot.url ?? '') || /~CA$/.test(lot.url ?? ''))
    return true;
  const found = jurisdictionOfLot(lot);
  return found !== null && Object.hasOwn(CA_PROVINCES, found);
}
