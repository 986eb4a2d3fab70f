import { readAuctionLink } from '../../contract/auction-link.ts';

/** Where a page names its own address: the browser's note in a saved file, then its canonical links. */
const PLACES = [
  /<!--\s*saved from url=\(\d{1,6}\)(\S{1,2048})\s*-->/,
  /^snapshot-content-location:\s*(\S{1,2048})/im,
  /<link[^>]{0,300}\brel=["']?canonical["']?[^>]{0,300}\bhref=["']([^"']{1,2048})/i,
  /<link[^>]{0,300}\bhref=["']([^"']{1,2048})["'][^>]{0,300}\brel=["']?canonical/i,
  /<meta[^>]{0,300}\bproperty=["']?og:url["']?[^>]{0,300}\bcontent=["']([^"']{1,2048})/i,
];
/** The head of a page is at its start; nothing further is searched. */
const SEARCHED = 200_000;

/** The lot a saved page is of, by its own words; null where it does not say. */
export function lotLinkIn(page: string): string | null {
  const head = page.slice(0, SEARCHED);
  for (const place of PLACES) {
    const reading = readAuctionLink(place.exec(head)?.[1] ?? '');
    if (reading.ok) return reading.link.canonicalUrl;
  }
  return null;
}
