import type { Site } from './lot.ts';

/** What a pasted lot link says, read by the same code in the browser and on the server. */
export type AuctionLink = {
  site: Site;
  /**
   * Names the lot within its site: the lot number at Copart, `0-45397077` at bid.cars (the VIN where the link has
   * only that), the salvage id at IAAI (`45293605`, abroad `Imp_3069335~CA`, by stock number `ca:12345678`).
   */
  id: string;
  /** The number as it stands in the link. */
  number: string;
  /** What the site's users call the lot, where the link tells it. */
  lotNumber: string | null;
  /** Two letters: the site's country. */
  region: string;
  /** Full VIN, where the link's last part names it. */
  vin: string | null;
  /** The one address this lot is asked for and shown under. */
  canonicalUrl: string;
};

export type LinkRefusal = 'empty' | 'not_a_link' | 'unsupported_site' | 'not_a_lot';
export type LinkReading =
  | { ok: true; link: AuctionLink }
  | { ok: false; reason: LinkRefusal; message: string };

/** The three forms of SPEC section 5, shown when a link is refused. */
export const LINK_EXAMPLES = [
  'https://bid.cars/en/lot/1-12345678/',
  'https://www.copart.com/lot/12345678/',
  'https://www.iaai.com/VehicleDetail/12345678~US',
] as const;

/** Names and standing of the sites, in the order they are offered (SPEC section 9). */
export const SITE_LABELS: Record<Site, { name: string; standing: '(recommended)' | '(beta)' }> = {
  'bid.cars': { name: 'bid.cars', standing: '(recommended)' },
  copart: { name: 'Copart', standing: '(beta)' },
  iaai: { name: 'IAAI', standing: '(beta)' },
};

const MESSAGES: Record<LinkRefusal, string> = {
  empty: 'Paste the link of an auction lot.',
  not_a_link: 'This is not a web address. Copy the address of the lot page and paste it alone.',
  unsupported_site: 'Only lots of bid.cars, copart.com, copart.ca, iaai.com and ca.iaai.com can be read.',
  not_a_lot: 'This address is not that of a single lot. Open the lot itself and copy its address.',
};

const MAX_LENGTH = 2048;
const HOSTS: Record<string, (path: LinkPath) => AuctionLink | null> = {
  'bid.cars': readBidCars,
  'copart.com': (path) => readCopart(path, 'copart.com'),
  'copart.ca': (path) => readCopart(path, 'copart.ca'),
  'iaai.com': readIaai,
  'ca.iaai.com': readIaaiCanada,
};

type LinkPath = { segments: string[]; query: URLSearchParams };

/** Reads a pasted link: parsed once, host from the list, then the path part by part. Never throws. */
export function readAuctionLink(text: string): LinkReading {
  const refuse = (reason: LinkRefusal): LinkReading => ({ ok: false, reason, message: MESSAGES[reason] });
  const trimmed = trimmedLink(text);
  if (trimmed === '') return refuse('empty');
  if (trimmed.length > MAX_LENGTH || hasForbiddenCharacter(trimmed)) return refuse('not_a_link');
  const raw = trimmed.includes('://') ? trimmed : `https://${trimmed}`;
  const url = parsed(raw);
  if (url === null) return refuse('not_a_link');
  if (!isPlainlyWritten(raw, url)) return refuse('not_a_link');
  const host = siteHost(url.hostname);
  const readPath = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  if (readPath === undefined) return refuse(url.hostname.includes('.') ? 'unsupported_site' : 'not_a_link');
  const segments = pathSegments(raw, url);
  const link = segments === null ? null : readPath({ segments, query: url.searchParams });
  return link === null ? refuse('not_a_lot') : { ok: true, link };
}

/** Spaces, and the invisible marks chat programs put around links, are no part of it. */
function trimmedLink(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isInvisible(text.charCodeAt(from))) from += 1;
  while (to > from && isInvisible(text.charCodeAt(to - 1))) to -= 1;
  // An address that long is refused anyway, so it need not be rewritten.
  const link = text.slice(from, to);
  return link.length > 4 * MAX_LENGTH ? link : link.replaceAll('&amp;', '&');
}

const isInvisible = (code: number): boolean =>
  code <= 0x20 || code === 0x7f || code === 0xa0 || code === 0xad || isFormatMark(code);
/** Zero-width and direction marks, byte order mark, line separators, ideographic space. */
const isFormatMark = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202f) ||
  (code >= 0x205f && code <= 0x206f) ||
  code === 0x3000 ||
  code === 0xfeff;

function hasForbiddenCharacter(text: string): boolean {
  if (text.includes('\\')) return true;
  for (let i = 0; i < text.length; i += 1) if (isInvisible(text.charCodeAt(i))) return true;
  return false;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * A web address whose host stands in the text letter for letter: the parser turns full-width letters, escapes,
 * short and hexadecimal addresses and user names into something that no longer looks like what was pasted.
 */
function isPlainlyWritten(raw: string, url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '' || url.port !== '') return false;
  const start = `${url.protocol}//${url.hostname}`;
  if (!raw.toLowerCase().startsWith(start)) return false;
  return ['', '/', '?', '#'].includes(raw.charAt(start.length));
}

/** The host as the list has it: without a final dot and without `www.` or `m.`. */
function siteHost(hostname: string): string {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (name.startsWith('www.')) return name.slice(4);
  return name.startsWith('m.') ? name.slice(2) : name;
}

/** The path's parts, or null where it was written to look like another path than it is. */
function pathSegments(raw: string, url: URL): string[] | null {
  const written = raw.slice(raw.indexOf('://') + 3).split(/[?#]/, 1)[0] ?? '';
  const writtenParts = written.split('/').slice(1);
  if (writtenParts.some((part) => part === '.' || part === '..')) return null;
  const lowered = written.toLowerCase();
  if (['%2e', '%2f', '%5c', '%00', '%25'].some((trick) => lowered.includes(trick))) return null;
  const segments = url.pathname.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments.includes('') ? null : segments.map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const isDigits = (text: string, min: number, max: number): boolean =>
  text.length >= min && text.length <= max && /^[0-9]+$/.test(text);
const isVin = (text: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(text) && /\d/.test(text);
const isLocale = (text: string | undefined): boolean => /^[a-z]{2}(-[a-z]{2})?$/i.test(text ?? '');

/** `/en/lot/…` and `/lot/…` alike: the parts from `lot` on. */
function afterLocale(segments: string[]): string[] {
  return isLocale(segments[0]) ? segments.slice(1) : segments;
}

function readBidCars({ segments }: LinkPath): AuctionLink | null {
  const [word, number = '', slug = ''] = afterLocale(segments);
  if (word?.toLowerCase() !== 'lot') return null;
  const [prefix = '', digits = '', ...rest] = number.split('-');
  const vin = (slug || number).slice(-17).toUpperCase();
  const hasVin = isVin(vin) && /[^A-Za-z0-9]/.test((slug || number).slice(-18, -17) || '-');
  if (isDigits(prefix, 1, 2) && isDigits(digits, 1, 12) && rest.length === 0) {
    const id = `${prefix}-${digits}`;
    const tail = /^[\w.-]{1,120}$/.test(slug) ? `/${slug}` : '';
    return bidCarsLink(id, digits, hasVin ? vin : null, `https://bid.cars/en/lot/${id}${tail}`);
  }
  // Seen in the wild without a number: /lot/2017-Toyota-Camry-<VIN>.
  if (slug !== '' || !hasVin || !/^\d{4}-[\w.-]{20,120}$/.test(number)) return null;
  return bidCarsLink(vin, null, vin, `https://bid.cars/en/lot/${number}`);
}

const bidCarsLink = (id: string, lotNumber: string | null, vin: string | null, canonicalUrl: string) => ({
  site: 'bid.cars' as const,
  id,
  number: id,
  lotNumber,
  region: 'US',
  vin,
  canonicalUrl,
});

function readCopart({ segments, query }: LinkPath, host: 'copart.com' | 'copart.ca'): AuctionLink | null {
  const parts = afterLocale(segments).map((part) => part.toLowerCase());
  const number = parts[0] === 'public' ? copartApiNumber(parts, query) : copartLotNumber(parts);
  if (number === null) return null;
  return {
    site: 'copart',
    id: number,
    number,
    lotNumber: number,
    region: host === 'copart.ca' ? 'CA' : 'US',
    vin: null,
    canonicalUrl: `https://www.${host}/lot/${number}`,
  };
}

function copartLotNumber(parts: string[]): string | null {
  if (parts[0] !== 'lot') return null;
  const number = (parts[1] === 'details' ? parts[2] : parts[1]) ?? '';
  return isDigits(number, 6, 9) ? number : null;
}

/** `/public/data/lotdetails/solr/…/<number>/USA` and `…/lot-images/?lotNumber=<number>`. */
function copartApiNumber(parts: string[], query: URLSearchParams): string | null {
  if (parts[1] !== 'data' || parts[2] !== 'lotdetails') return null;
  return (
    parts.findLast((part) => isDigits(part, 6, 9)) ??
    digitsOrNull(queryValue(query, 'lotnumber'), 6, 9) ??
    null
  );
}

const digitsOrNull = (text: string | null, min: number, max: number): string | null =>
  text !== null && isDigits(text, min, max) ? text : null;

/** A query value whatever the case of its name. */
function queryValue(query: URLSearchParams, name: string): string | null {
  for (const [key, value] of query) if (key.toLowerCase() === name) return value;
  return null;
}

const IAAI_PAGES = ['vehicledetail', 'vehicledetails', 'vehicle'];

/** The part after `/VehicleDetail/`, or the `itemID` of the older form. */
function iaaiNumber({ segments, query }: LinkPath): { number: string; region: string | null } | null {
  const [word = '', part] = afterLocale(segments);
  if (!IAAI_PAGES.includes(word.toLowerCase())) return null;
  const [number = '', region, ...rest] = (part ?? queryValue(query, 'itemid') ?? '').split('~');
  if (rest.length > 0 || !/^[A-Za-z0-9_]{1,24}$/.test(number) || !/\d{4}/.test(number)) return null;
  if (region !== undefined && !/^[A-Za-z]{2}$/.test(region)) return null;
  return { number, region: region?.toUpperCase() ?? null };
}

function readIaai(path: LinkPath): AuctionLink | null {
  const read = iaaiNumber(path);
  if (read === null) return null;
  const region = read.region ?? 'US';
  return {
    site: 'iaai',
    id: region === 'US' ? read.number : `${read.number}~${region}`,
    number: read.number,
    lotNumber: null,
    region,
    vin: null,
    canonicalUrl: `https://www.iaai.com/VehicleDetail/${read.number}~${region}`,
  };
}

/** IAAI Canada's own address holds the stock number, not the salvage id. */
function readIaaiCanada(path: LinkPath): AuctionLink | null {
  const read = iaaiNumber(path);
  if (read === null) return null;
  return {
    site: 'iaai',
    id: `ca:${read.number}`,
    number: read.number,
    lotNumber: read.number,
    region: 'CA',
    vin: null,
    canonicalUrl: `https://ca.iaai.com/VehicleDetails/${read.number}`,
  };
}
