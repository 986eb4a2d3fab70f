import type { SourceSite } from './lot-source.ts';

type Identity = { site: SourceSite; lotNumber: string; salvageId: string | null; region: string | null };

/** The page of a source's lot at its site; IAAI's search where its link's own number is not known. */
export function pageOf({ site, lotNumber, salvageId, region }: Identity): string {
  if (site === 'copart') return `https://www.copart.com/lot/${lotNumber}`;
  const country = /^[A-Z]{2}$/.test(region ?? '') ? region : 'US';
  return salvageId === null
    ? `https://www.iaai.com/Search?searchkeyword=${lotNumber}`
    : `https://www.iaai.com/VehicleDetail/${salvageId}~${country}`;
}
