/** Who a site's lots belong to, by its link: what a pasted address says before anything is asked. */
export type LotAddress = {
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

/** The parts of an address's path, decoded, and what follows its question mark. */
export type LinkPath = { segments: string[]; query: URLSearchParams };

/** All that the product needs to know of an auction site beside its reader and its damage words. */
type SiteFacts = {
  /** What people call it. */
  readonly name: string;
  /** How far it is supported (docs/product.md). */
  readonly standing: '(recommended)' | '(beta)';
  /** Its form, shown when a link is refused. */
  readonly example: string;
  /** Host, without `www.` and `m.`, to what reads the path of its addresses; null for one that names no lot. */
  readonly hosts: Readonly<Record<string, (path: LinkPath) => LotAddress | null>>;
};

/**
 * The auction sites, in the order they are offered. What is shaped by site derives from this table as a total record: the
 * readers (server/auction-sites/index.ts), photo hosts (server/web-fetch/address/allowed-hosts.ts)
 * and the damage words (server/damage-detectors) do not compile without its row.
 */
const table = {
  'bid.cars': {
    name: 'bid.cars',
    standing: '(recommended)',
    example: 'https://bid.cars/en/lot/1-12345678/',
    hosts: { 'bid.cars': readBidCars },
  },
  copart: {
    name: 'Copart',
    standing: '(beta)',
    example: 'https://www.copart.com/lot/12345678/',
    hosts: {
      'copart.com': (path) => readCopart(path, 'copart.com'),
      'copart.ca': (path) => readCopart(path, 'copart.ca'),
    },
  },
  iaai: {
    name: 'IAAI',
    standing: '(beta)',
    example: 'https://www.iaai.com/VehicleDetail/12345678~US',
    hosts: { 'iaai.com': readIaai, 'ca.iaai.com': readIaaiCanada },
  },
} satisfies Record<string, SiteFacts>;
export type Site = keyof typeof table;
export const SITES: Readonly<Record<Site, SiteFacts>> = table;
export const SITE_IDS = Object.keys(table) as [Site, ...Site[]];

/** What a pasted lot link says, read by the same code in the browser and on the server. */
export type AuctionLink = LotAddress & { site: Site };

/** `bid.cars (recommended), Copart (beta) or IAAI (beta)`. */
export const sitesOffered = (joining: 'and' | 'or'): string =>
  inWords(
    SITE_IDS.map((site) => `${SITES[site].name} ${SITES[site].standing}`),
    joining,
  );

/** `a, b and c`. */
export const inWords = (names: readonly string[], joining: 'and' | 'or'): string =>
  names.join(', ').replace(/, (?!.*, )/, ` ${joining} `);

const isDigits = (text: string, min: number, max: number): boolean =>
  text.length >= min && text.length <= max && /^[0-9]+$/.test(text);
const isVin = (text: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(text) && /\d/.test(text);
const isLocale = (text: string | undefined): boolean => /^[a-z]{2}(-[a-z]{2})?$/i.test(text ?? '');

/** `/en/lot/…` and `/lot/…` alike: the parts from `lot` on. */
function afterLocale(segments: string[]): string[] {
  return isLocale(segments[0]) ? segments.slice(1) : segments;
}

function readBidCars({ segments }: LinkPath): LotAddress | null {
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
  // Any other lot path; seen in the wild: /lot/2017-Toyota-Camry-<VIN>.
  if (slug !== '' || !/^[\w.-]{1,140}$/.test(number)) return null;
  return bidCarsLink(hasVin ? vin : number, null, hasVin ? vin : null, `https://bid.cars/en/lot/${number}`);
}

const bidCarsLink = (
  id: string,
  lotNumber: string | null,
  vin: string | null,
  canonicalUrl: string,
): LotAddress => ({
  id,
  number: id,
  lotNumber,
  region: 'US',
  vin,
  canonicalUrl,
});

function readCopart({ segments, query }: LinkPath, host: 'copart.com' | 'copart.ca'): LotAddress | null {
  const parts = afterLocale(segments).map((part) => part.toLowerCase());
  const number = parts[0] === 'public' ? copartApiNumber(parts, query) : copartLotNumber(parts);
  if (number === null) return null;
  return {
    id: number,
    number,
    lotNumber: number,
    region: host === 'copart.ca' ? 'CA' : 'US',
    vin: null,
    canonicalUrl: `https://www.${host}/lot/${number}`,
  };
}

/** Copart's own list export writes `lotDetail`. */
const COPART_LOT_PAGES = ['lot', 'lotdetail', 'lotdetails'];

function copartLotNumber(parts: string[]): string | null {
  const [page = '', ...rest] = parts;
  if (!COPART_LOT_PAGES.includes(page)) return null;
  const number = (page === 'lot' && rest[0] === 'details' ? rest[1] : rest[0]) ?? '';
  return isDigits(number, 1, 20) ? number : null;
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
  // `ca.iaai.com/Vehicles/VehicleDetails?stockno=…`
  const [word = '', part] = afterLocale(segments).filter((segment) => !/^vehicles$/i.test(segment));
  if (!IAAI_PAGES.includes(word.toLowerCase())) return null;
  const [number = '', region, ...rest] = (
    part ??
    queryValue(query, 'itemid') ??
    queryValue(query, 'stockno') ??
    ''
  ).split('~');
  if (rest.length > 0 || !/^(?=.*\d)\w{1,24}$/.test(number)) return null;
  if (region !== undefined && !/^[A-Za-z]{2}$/.test(region)) return null;
  return { number, region: region?.toUpperCase() ?? null };
}

function readIaai(path: LinkPath): LotAddress | null {
  const read = iaaiNumber(path);
  if (read === null) return null;
  const region = read.region ?? 'US';
  return {
    id: region === 'US' ? read.number : `${read.number}~${region}`,
    number: read.number,
    lotNumber: null,
    region,
    vin: null,
    canonicalUrl: `https://www.iaai.com/VehicleDetail/${read.number}~${region}`,
  };
}

/** IAAI Canada's own address holds the stock number, not the salvage id. */
function readIaaiCanada(path: LinkPath): LotAddress | null {
  const read = iaaiNumber(path);
  if (read === null) return null;
  return {
    id: `ca:${read.number}`,
    number: read.number,
    lotNumber: read.number,
    region: 'CA',
    vin: null,
    canonicalUrl: `https://ca.iaai.com/VehicleDetails/${read.number}`,
  };
}
