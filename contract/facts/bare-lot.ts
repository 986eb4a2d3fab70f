import { SITES, type Site } from '../sites.ts';

/** A VIN or lot number that stands alone, where a link was asked for. */
export type BareLot =
  | { kind: 'vin'; vin: string }
  /** `site` where the number's own form tells it; its users' number there is `digits`. */
  | { kind: 'number'; number: string; digits: string; site: Site | null };

const VIN = /^(?=.*\d)(?=.*[a-z])[a-hj-npr-z0-9]{17}$/i;
/** Copart's and IAAI's numbers; at bid.cars one digit stands before it. */
const LOT_NUMBER = /^#?(?:(\d{1,2})-)?(\d{6,10})$/;

/** Reads a VIN or a lot number that is alone in a text; null where it is neither. */
export function readBareLot(text: string): BareLot | null {
  const typed = text.trim();
  if (VIN.test(typed)) return { kind: 'vin', vin: typed.toUpperCase() };
  const [, prefix, digits] = LOT_NUMBER.exec(typed) ?? [];
  if (digits === undefined) return null;
  return prefix === undefined
    ? { kind: 'number', number: digits, digits, site: null }
    : { kind: 'number', number: `${prefix}-${digits}`, digits, site: 'bid.cars' };
}

/** Where a VIN or number may be looked at. */
export type BareLotPlace = { name: string; url: string };

/** The pages to open for it, each a guess: the number does not tell its site, and the VIN not its lot. */
export function placesOf(bare: BareLot): BareLotPlace[] {
  if (bare.kind === 'vin')
    return [
      { name: `${SITES.iaai.name}, search by VIN`, url: `https://www.iaai.com/Search?SearchVIN=${bare.vin}` },
    ];
  const { number, digits, site } = bare;
  if (site === null)
    return [
      {
        name: `${SITES['bid.cars'].name} lot ${number} (from Copart)`,
        url: `https://bid.cars/en/lot/1-${digits}`,
      },
      {
        name: `${SITES['bid.cars'].name} lot ${number} (from IAAI)`,
        url: `https://bid.cars/en/lot/0-${digits}`,
      },
      { name: `${SITES.copart.name} lot ${number}`, url: `https://www.copart.com/lot/${digits}` },
      { name: `${SITES.iaai.name}, search`, url: `https://www.iaai.com/Search?searchkeyword=${digits}` },
    ];
  return [{ name: `${SITES[site].name} lot ${digits}`, url: `https://bid.cars/en/lot/${number}` }];
}
